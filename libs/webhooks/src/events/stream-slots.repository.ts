import { Database } from '@billhook/db/database';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { newId } from '@billhook/platform/ids';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

/** Open streams per key, over all processes. */
export const STREAMS_A_KEY = 10;

/** Open streams of all keys of a company. Each may buffer some hundred kilobytes for a slow reader. */
export const STREAMS_A_COMPANY = 50;

/** Open streams of the screens of a member: each browser has one for all of its tabs. */
export const STREAMS_A_MEMBER = 10;

/** Open streams of the screens of all members of a company, beside those of its keys. */
export const SCREENS_A_COMPANY = 500;

/** How often a process reports its open streams, and after which silence their places are free. */
const BEAT_MS = 3_000;
const SILENCE_S = 10;

/** When rows of dead processes are deleted; they stop counting long before. */
const FORGET_S = 60;

const RETRY_AFTER_S = 5;

/** The key of an advisory lock: one stream of a company at a time takes its place. */
export const PLACES_LOCK = 7_340_021;

/** Who opens a stream: a key or grant with its number, or a member with a browser. */
export interface StreamPlace {
  readonly companyId: number;
  readonly kind: 'key' | 'member';
  readonly id: number;
}

interface StreamHolder {
  readonly companyId: number;
  readonly keyId: number;
  readonly streams: number;
}

/** Members have their places in the column of the keys, above every id. */
const MEMBERS_FROM = 2 ** 52;

const columnOf = ({ kind, id }: StreamPlace): number => (kind === 'member' ? MEMBERS_FROM + id : id);

interface PlaceLimits {
  readonly limitedBy: { readonly own: string; readonly company: string };
  readonly own: number;
  readonly company: number;
  readonly words: { readonly own: string; readonly company: string };
}

const LIMITS: Readonly<Record<StreamPlace['kind'], PlaceLimits>> = {
  key: {
    limitedBy: { own: 'key', company: 'company' },
    own: STREAMS_A_KEY,
    company: STREAMS_A_COMPANY,
    words: { own: 'This key has', company: 'The API keys of this company have' },
  },
  member: {
    limitedBy: { own: 'member', company: 'company' },
    own: STREAMS_A_MEMBER,
    company: SCREENS_A_COMPANY,
    words: { own: 'Your browsers have', company: 'The browsers of this company have' },
  },
};

/** The places of event streams, shared by all processes: rows with a heartbeat. */
@Injectable()
export class StreamPlacesRepository implements OnApplicationShutdown {
  private readonly process = newId('prc');
  private readonly held = new Map<number, StreamHolder>();
  /**
   * Statements run in sequence, so each writes what the previous one has left. Heartbeats do not wait here, because a turn may take long.
   */
  private turn: Promise<unknown> = Promise.resolve();
  private isCorrecting = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
  ) {}

  /** @throws Problem too_many_streams, which names the reached limit */
  take(place: StreamPlace): Promise<void> {
    const { companyId, kind } = place;
    const keyId = columnOf(place);
    return this.inTurn(async () => {
      const own = this.held.get(keyId)?.streams ?? 0;
      await this.uow.run(async (tx) => {
        await tx.query({
          name: 'stream_places_lock',
          text: 'SELECT pg_advisory_xact_lock($1, $2)',
          values: [PLACES_LOCK, companyId % 2 ** 31],
        });
        const [open] = await tx.query<{ key: number; company: number }>({
          name: 'stream_places_count',
          text: `SELECT coalesce(sum(streams), 0)::int AS company, coalesce(sum(streams) FILTER (WHERE key_id = $2), 0)::int AS key
            FROM event_stream_places
            WHERE company_id = $1 AND (key_id >= ${MEMBERS_FROM}) = ($2 >= ${MEMBERS_FROM}) AND (process = $3 OR beat_at > clock_timestamp() - make_interval(secs => ${SILENCE_S}))`,
          values: [companyId, keyId, this.process],
        });
        requireRoom(LIMITS[kind], 'own', open?.key ?? 0);
        requireRoom(LIMITS[kind], 'company', open?.company ?? 0);
        await tx.query(this.keep([{ companyId, keyId, streams: own + 1 }]));
      }, 'global');
      this.held.set(keyId, { companyId, keyId, streams: own + 1 });
      this.beatLater();
    });
  }

  /** Best effort: the next heartbeat corrects a failed write. */
  release(place: StreamPlace): void {
    const keyId = columnOf(place);
    void this.inTurn(async () => {
      const holder = this.held.get(keyId);
      if (!holder) return;
      const streams = holder.streams - 1;
      if (streams > 0) {
        this.held.set(keyId, { ...holder, streams });
        await this.db.autocommit.query(this.keep([{ ...holder, streams }]));
      } else {
        this.held.delete(keyId);
        await this.db.autocommit.query(this.leave([keyId]));
      }
    }).catch(() => undefined);
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.inTurn(() => this.db.autocommit.query(this.leave())).catch(() => undefined);
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  /** The next heartbeat follows the last one, which limits the load on a slow database. */
  private beatLater(): void {
    this.timer ??= setTimeout(() => {
      this.correctLater();
      void this.beat()
        .catch(() => undefined)
        .finally(() => {
          this.timer = undefined;
          if (this.held.size > 0) this.beatLater();
        });
    }, BEAT_MS).unref();
  }

  /** Skips a row that is being written: that write is a heartbeat as well. */
  private async beat(): Promise<void> {
    await this.db.autocommit.query({
      name: 'stream_places_beat',
      text: `UPDATE event_stream_places SET beat_at = clock_timestamp() WHERE process = $1
        AND key_id = ANY (ARRAY (SELECT key_id FROM event_stream_places WHERE process = $1 FOR UPDATE SKIP LOCKED))`,
      values: [this.process],
    });
  }

  /** Writes the current streams of this process in its turn; once, for any number of heartbeats before. */
  private correctLater(): void {
    if (this.isCorrecting) return;
    this.isCorrecting = true;
    void this.inTurn(() => this.correct())
      .catch(() => undefined)
      .finally(() => (this.isCorrecting = false));
  }

  private async correct(): Promise<void> {
    await this.db.autocommit.query({
      name: 'stream_places_forget',
      text: `DELETE FROM event_stream_places
        WHERE beat_at < clock_timestamp() - make_interval(secs => ${FORGET_S}) OR (process = $1 AND key_id <> ALL ($2::bigint[]))`,
      values: [this.process, [...this.held.keys()]],
    });
    if (this.held.size > 0) await this.db.autocommit.query(this.keep([...this.held.values()]));
  }

  private keep(holders: readonly StreamHolder[]) {
    return {
      name: 'stream_places_keep',
      text: `INSERT INTO event_stream_places (process, company_id, key_id, streams)
        SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::int[])
        ON CONFLICT (process, key_id) DO UPDATE SET streams = excluded.streams, beat_at = clock_timestamp()`,
      values: [
        this.process,
        holders.map(({ companyId }) => companyId),
        holders.map(({ keyId }) => keyId),
        holders.map(({ streams }) => streams),
      ],
    };
  }

  private leave(keyIds: readonly number[] = [...this.held.keys()]) {
    return {
      name: 'stream_places_leave',
      text: 'DELETE FROM event_stream_places WHERE process = $1 AND key_id = ANY ($2::bigint[])',
      values: [this.process, keyIds],
    };
  }
}

function requireRoom(limits: PlaceLimits, which: 'own' | 'company', open: number): void {
  const most = limits[which];
  if (open < most) return;
  const detail = `${limits.words[which]} ${open} open event streams, and the limit is ${most}. Close one that you no longer need.`;
  const limitedBy = limits.limitedBy[which];
  throw new Problem('too_many_streams', detail, { extensions: { retryAfter: RETRY_AFTER_S, limitedBy } });
}
