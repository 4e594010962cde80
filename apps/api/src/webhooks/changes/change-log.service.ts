import { asReturned } from '@billhook/contract/resource-views';
import { LATEST } from '@billhook/contract/webhooks/change';
import { BEGINNING } from '@billhook/contract/webhooks/event';
import type { LogPlace, LogPortion, LogStretch } from '@billhook/db/log-stretch';
import { Problem } from '@billhook/domain/shared/problems';
import type { RecordName } from '@billhook/domain/shared/resources';
import { ChangeLogRepository, type LoggedChange } from '@billhook/invoicing/changes/change-log.repository';
import { Injectable } from '@nestjs/common';
import { RecordReaders } from '../../invoicing/records/record-readers.service.js';
import { PagingService } from '../../request/paging/paging.service.js';
import type { FollowedLog } from '../log/log-feed.js';

/** A change with the record as it is now. */
export interface ChangeWithRecord extends LoggedChange {
  /** Its resource, by which readers select. */
  readonly type: RecordName;
  /** Null if it is deleted, not requested, or in a later change of the stretch. */
  readonly record: object | null;
}

const FEED = 'changes';

/** Records that are read and measured together. */
const RECORDS_AT_ONCE = 50;

/** The log of changes with the records, in the form of their GET responses. */
@Injectable()
export class ChangeLog implements FollowedLog<RecordName, ChangeWithRecord> {
  constructor(
    private readonly log: ChangeLogRepository,
    private readonly paging: PagingService,
    private readonly readers: RecordReaders,
  ) {}

  end(companyId: number): Promise<number> {
    return this.log.end(companyId);
  }

  ends(companies: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.log.ends(companies);
  }

  /**
   * The position that a caller names: a cursor, the word for the oldest change, or the one for the present end.
   * @param parameter the name of the query parameter
   * @throws Problem cursor_mismatch
   */
  async placeOf(companyId: number, after: string, parameter: string): Promise<LogPlace> {
    if (after === BEGINNING) return { sequence: 0, fromOldest: true };
    if (after === LATEST) return { sequence: await this.end(companyId), fromOldest: false };
    return { sequence: this.paging.marked(FEED, companyId, after, parameter).id, fromOldest: false };
  }

  /** The cursor of a position. */
  mark(companyId: number, sequence: number): string {
    return this.paging.mark(FEED, companyId, { id: sequence, value: null });
  }

  /**
   * Reads from a position. Large records shorten a part.
   * @param readable the resources whose records are read as well
   * @throws Problem changes_expired
   */
  async read(
    companyId: number,
    place: LogPlace,
    resources: readonly RecordName[] | undefined,
    { limit, bytes }: LogPortion,
    readable?: readonly RecordName[],
  ): Promise<LogStretch<ChangeWithRecord>> {
    const stretch = await this.log.read(companyId, place, resources, limit);
    if (!stretch) throw new Problem('changes_expired');
    const { entries: changes } = stretch;
    // The last change of each record.
    const last = new Set(new Map(changes.map((change) => [`${change.resource} ${change.id}`, change])).values());
    const wanted = ({ resource, deleted }: LoggedChange) => !deleted && (readable?.includes(resource) ?? true);
    const records = new Map<LoggedChange, object>();
    let [count, size] = [0, 0];
    while (count < changes.length && size < bytes) {
      const some = changes.slice(count, count + RECORDS_AT_ONCE);
      const shown = some.filter((change) => last.has(change) && wanted(change));
      for (const [change, record] of await this.recordsOf(companyId, shown)) {
        records.set(change, record);
        size += JSON.stringify(record).length;
      }
      count += some.length;
    }
    const entries = changes
      .slice(0, count)
      .map((change) => ({ ...change, type: change.resource, record: records.get(change) ?? null }));
    const isWhole = count === changes.length;
    const end = isWhole ? stretch.end : (entries.at(-1)?.sequence ?? stretch.end);
    return { entries, end, hasMore: stretch.hasMore || !isWhole };
  }

  private async recordsOf(companyId: number, changes: readonly LoggedChange[]): Promise<Map<LoggedChange, object>> {
    const found = new Map<LoggedChange, object>();
    for (const resource of new Set(changes.map((change) => change.resource))) {
      const some = changes.filter((change) => change.resource === resource);
      const reader = this.readers.of(resource);
      const rows = await reader.byIds(
        companyId,
        some.map(({ id }) => id),
      );
      for (const change of some) {
        const row = rows.get(change.id);
        if (row) found.set(change, asReturned(resource, reader.presented(row)));
      }
    }
    return found;
  }
}
