import type { ListOf } from '@billhook/contract/shared/page';
import type { ChangeView, ListChanges } from '@billhook/contract/webhooks/change';
import type { Permission } from '@billhook/domain/identity/permissions';
import { RECORD_NAMES, RESOURCES, type RecordName } from '@billhook/domain/shared/resources';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { StreamPlacesRepository } from '@billhook/webhooks/events/stream-slots.repository';
import { Inject, Injectable } from '@nestjs/common';
import { BearerLookupService } from '../../access/bearer-lookup.service.js';
import type { Principal } from '../../request/principal.js';
import { LogFeed } from '../log/log-feed.js';
import { fromPosition, LogStreams } from '../log/log-streams.js';
import { bearerReaders } from '../log/stream-readers.js';
import { ChangeLog, type ChangeWithRecord } from './change-log.service.js';

/** A page of very large records is shorter than requested, and says that there is more. */
const PAGE_BYTES = 8_388_608;

/** Reads the log of changes from a position. */
@Injectable()
export class ChangesService {
  constructor(private readonly log: ChangeLog) {}

  /** @throws Problem cursor_mismatch, changes_expired */
  async list(by: Principal, { after, resources, limit }: ListChanges): Promise<ListOf<ChangeView>> {
    const companyId = by.company.id;
    const place = await this.log.placeOf(companyId, after, 'after');
    const readable = RECORD_NAMES.filter((name) => missingToRead(name, by.permissions) === undefined);
    const portion = { limit, bytes: PAGE_BYTES };
    const { entries, end, hasMore } = await this.log.read(companyId, place, resources, portion, readable);
    const nextCursor = this.log.mark(companyId, end);
    const data = entries.map((entry) => presentChange(entry, this.log.mark(companyId, entry.sequence), by.permissions));
    return { data, page: { nextCursor, prevCursor: null, limit, hasMore } };
  }
}

/** The open streams of changes of this process. */
@Injectable()
export class ChangeStreams extends LogStreams<RecordName, ChangeWithRecord> {
  constructor(
    log: ChangeLog,
    bearers: BearerLookupService,
    places: StreamPlacesRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    const textOf = (entry: ChangeWithRecord, companyId: number, held: readonly Permission[]): string => {
      const cursor = log.mark(companyId, entry.sequence);
      return `id: ${cursor}\nevent: change\ndata: ${JSON.stringify(presentChange(entry, cursor, held))}\n\n`;
    };
    const first = fromPosition(log, log.placeOf.bind(log));
    super({ first, feed: new LogFeed(log, logger), readers: bearerReaders(bearers), places, textOf });
  }
}

/** The permission that is missing to read such records, or undefined. */
export function missingToRead(resource: RecordName, held: readonly Permission[]): Permission | undefined {
  const { read } = RESOURCES[resource];
  return held.includes(read) ? undefined : read;
}

/** A change for a caller who holds these permissions: with its record only where they may read it. */
function presentChange(
  { resource, id, version, deleted, at, record }: ChangeWithRecord,
  cursor: string,
  held: readonly Permission[],
): ChangeView {
  const missingPermission = missingToRead(resource, held);
  const isShown = missingPermission === undefined;
  return {
    ...{ cursor, resource, id, version, deleted, changedAt: at.toISOString() },
    record: isShown ? (record as ChangeView['record']) : null,
    ...(isShown ? {} : { missingPermission }),
  };
}
