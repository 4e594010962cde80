import type { ScreenChange, ScreenStreamReady } from '@billhook/contract/webhooks/change';
import type { LogPlace, LogPortion, LogStretch } from '@billhook/db/log-stretch';
import { Problem } from '@billhook/domain/shared/problems';
import { RECORD_NAMES, type RecordName } from '@billhook/domain/shared/resources';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { companyTime } from '@billhook/platform/company-time';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { WAKE_SIGNALS, type WakeSignals } from '@billhook/webhooks/engine/wake-signal';
import { StreamPlacesRepository } from '@billhook/webhooks/events/stream-slots.repository';
import { Inject, Injectable } from '@nestjs/common';
import { SessionLookup } from '../../access/lookups.js';
import { requirePermission } from '../../access/permission.rules.js';
import type { SignedInMember } from '../../request/principal.js';
import { LogFeed, PORTION, type FeedWakeUps, type FollowedLog } from '../log/log-feed.js';
import { LogStreams, type FirstStretch } from '../log/log-streams.js';
import { memberReaders } from '../log/stream-readers.js';
import { ChangeLog, type ChangeWithRecord } from './change-log.service.js';
import { missingToRead } from './changes.service.js';

/** A page opens its stream after it has read what it shows: what changed in between is sent again. */
const RECENT_MS = 60_000;

/** Changes without an event send no signal, and a signal may be lost. */
const LOOK_MS = 2_000;

/** Browsers do not pass comments to scripts, so a page would not notice that a proxy holds the stream back. */
const HEARTBEAT = 'event: beat\ndata:\n\n';

/** The log of changes without the records. */
@Injectable()
export class ScreenLog implements FollowedLog<RecordName, ChangeWithRecord> {
  constructor(
    private readonly log: ChangeLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  end(companyId: number): Promise<number> {
    return this.log.end(companyId);
  }

  ends(companies: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.log.ends(companies);
  }

  read(
    companyId: number,
    place: LogPlace,
    resources: readonly RecordName[] | undefined,
    portion: LogPortion,
  ): Promise<LogStretch<ChangeWithRecord>> {
    return this.log.read(companyId, place, resources, portion, []);
  }

  /**
   * The changes after a position, or of the last minute. Where they are not known, there is a gap, and the page reads everything again.
   * @throws Problem 403 if the member may read no records
   */
  async begin(by: SignedInMember, after: string | undefined): Promise<FirstStretch<ChangeWithRecord>> {
    const { company } = by;
    const readsAny = RECORD_NAMES.some((name) => missingToRead(name, by.permissions) === undefined);
    if (!readsAny) requirePermission(by, 'client.read');
    const found = await (after === undefined ? this.recent(company) : this.after(company.id, after)).catch(
      (error: unknown) => {
        if (error instanceof Problem) return undefined;
        throw error;
      },
    );
    const begun = found ?? { entries: [], end: await this.end(company.id), hasMore: false, gap: true };
    const ready: ScreenStreamReady = { companyId: company.id, gap: begun.gap };
    return { ...begun, opening: this.message('ready', company.id, begun.end, ready) };
  }

  message(event: string, companyId: number, sequence: number, data: ScreenChange | ScreenStreamReady): string {
    return `id: ${this.log.mark(companyId, sequence)}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  }

  private async after(companyId: number, after: string) {
    const place = await this.log.placeOf(companyId, after, 'after');
    return { ...(await this.read(companyId, place, undefined, PORTION)), gap: false };
  }

  private async recent(company: SignedInMember['company']) {
    const { id } = company;
    const since = companyTime(this.clock.now(), company).getTime() - RECENT_MS;
    const sequence = Math.max(0, (await this.end(id)) - PORTION.limit);
    const read = (place: LogPlace) => this.read(id, place, undefined, PORTION);
    const last = await read({ sequence, fromOldest: false }).catch((error: unknown) => {
      // Fewer are stored: earlier ones are days old, or were made before a reset of a sandbox.
      if (error instanceof Problem) return read({ sequence: 0, fromOldest: true });
      throw error;
    });
    const entries = last.entries.filter(({ at }) => at.getTime() >= since);
    return { ...last, entries, gap: entries.length === PORTION.limit };
  }
}

/** The open streams of the screens in this process: which records change. The screens read what they show again. */
@Injectable()
export class ScreenStreams extends LogStreams<RecordName, ChangeWithRecord, SignedInMember> {
  constructor(
    log: ScreenLog,
    sessions: SessionLookup,
    places: StreamPlacesRepository,
    @Inject(LOGGER) logger: Logger,
    @Inject(WAKE_SIGNALS) signals: WakeSignals | null,
  ) {
    super({
      first: ({ by, after }) => log.begin(by, after?.text),
      feed: new LogFeed(log, logger, wakeUpsOf(signals)),
      readers: memberReaders(sessions),
      places,
      heartbeat: HEARTBEAT,
      textOf: ({ sequence, resource, id, version, deleted }, companyId, held) =>
        missingToRead(resource, held) === undefined
          ? log.message('change', companyId, sequence, { resource, id, version, deleted })
          : '',
    });
  }
}

const wakeUpsOf = (signals: WakeSignals | null): FeedWakeUps => ({
  everyMs: LOOK_MS,
  listen: (onWake) => {
    // While they cannot be received, the regular query finds the changes.
    const listener = signals?.listen(onWake, () => undefined);
    return () => void listener?.close().catch(() => undefined);
  },
});
