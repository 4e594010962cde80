import type { Runner } from '@billhook/db/statement';
import type { Logger } from '@billhook/platform/logger';
import type { QueryResultRow } from 'pg';
import { NOW } from '../sql/now.sql.js';
import { heard, isSilent } from '../sql/worker-silence.sql.js';

/** Interval of heartbeats. */
export const BEAT_MS = 1_000;

/** Interval of those that engines without a delivery in flight send together, where a worker has many rows. */
export const TOGETHER_MS = 2_500;

/** The age from which such an engine sends its own, because those together failed. Two intervals before it is dead. */
export const REST_BEAT_MS = 3_000;

/**
 * A worker is dead after this time without a heartbeat, in which others sent theirs. A stall of that length only repeats deliveries in
 * flight.
 */
export const GONE_MS = 5_000;

// Receivers reject a webhook-timestamp that is more than five minutes off their own clock.
const CLOCK_TOLERANCE_MS = 60_000;

/** A heartbeat. */
export interface Beat {
  /** The row of the worker; null for a new one. */
  readonly id: number | null;
  readonly clockAheadMs: number;
}

/** Its result. */
export interface BeatRow {
  /** Null if the worker needs a new row. */
  readonly id: number | null;
  /** By the clock of the database. */
  readonly now: number;
  readonly seesGone: boolean;
  readonly isAlone: boolean;
}

/** Sends a heartbeat with others. Undefined if that failed. */
export type SendBeat = (beat: Beat) => Promise<BeatRow | undefined>;

/** The row of this process among the workers, kept alive by heartbeats. Its claims are safe while it sends them. */
export class WorkerHeartbeat {
  #id: number | undefined;
  #beatAt = -Infinity;
  #seesGone = false;
  #isAlone = false;
  #clockAheadMs = 0;
  #beating: Promise<void> | undefined;

  /** @param clock of this machine; `webhook-timestamp` follows it */
  constructor(
    private readonly db: Runner,
    private readonly logger: Pick<Logger, 'warn' | 'info'>,
    private readonly clock: () => number = Date.now,
  ) {}

  /** The row of the claims. @throws an Error before the first heartbeat */
  get workerId(): number {
    if (this.#id === undefined) throw new Error('a worker can claim only after its first heartbeat');
    return this.#id;
  }

  /** The row of this worker; undefined before its first heartbeat. */
  get id(): number | undefined {
    return this.#id;
  }

  /** Whether this worker certainly does not count as dead: its last heartbeat is recent by its own clock. */
  get isAlive(): boolean {
    return this.ageMs < GONE_MS;
  }

  /** Milliseconds since the last heartbeat. */
  get ageMs(): number {
    return performance.now() - this.#beatAt;
  }

  /** Whether others are dead: deliveries of theirs may be in progress. */
  get seesGone(): boolean {
    return this.#seesGone;
  }

  /** Whether no other worker ran at the last heartbeat. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  /**
   * Sends a heartbeat, under a new row at first and after counting as dead. Simultaneous callers share one.
   * @param together sends it with those of other cells; if that fails, it is sent alone
   */
  beat(together?: SendBeat): Promise<void> {
    this.#beating ??= this.#beat(together).finally(() => (this.#beating = undefined));
    return this.#beating;
  }

  async #beat(together?: SendBeat): Promise<void> {
    const before = performance.now();
    const clockBefore = this.clock();
    const beat = { id: this.#id ?? null, clockAheadMs: this.#clockAheadMs };
    const row = together ? await together(beat) : await this.#alone(beat);
    if (!row) return this.#beat();
    if (row.id === null) await this.#register();
    this.#beatAt = before;
    this.#seesGone = row.seesGone;
    this.#isAlone = row.isAlone;
    this.#compareClocks(clockBefore, this.clock(), row.now);
  }

  /** Marks this worker as dead: the next heartbeat of another one takes over its deliveries. */
  async leave(): Promise<void> {
    if (this.#id === undefined) return;
    await this.db.query({
      name: 'worker_leave',
      text: 'UPDATE webhook_workers SET gone = true WHERE id = $1',
      values: [this.#id],
    });
  }

  async #alone({ id, clockAheadMs }: Beat): Promise<BeatRow> {
    const values = [id, clockAheadMs, GONE_MS];
    const [row] = await this.db.query<BeatRow & QueryResultRow>({ name: 'worker_beat', text: BEAT, values });
    if (!row) throw new Error('unreachable: a heartbeat returns one row');
    return row;
  }

  async #register(): Promise<void> {
    if (this.#id !== undefined)
      this.logger.warn('this worker missed its heartbeats; another worker has taken over its deliveries');
    const [row] = await this.db.query<{ id: number }>({
      name: 'worker_register',
      text: REGISTER,
      values: [this.#clockAheadMs, GONE_MS],
    });
    this.#id = row?.id;
  }

  /** @param from the local clock before the database read `now`, and @param to after it */
  #compareClocks(from: number, to: number, now: number): void {
    const ahead = from > now ? from - now : Math.min(to - now, 0);
    const wasOff = Math.abs(this.#clockAheadMs) > CLOCK_TOLERANCE_MS;
    const isOff = Math.abs(ahead) > CLOCK_TOLERANCE_MS;
    this.#clockAheadMs = ahead;
    if (isOff === wasOff) return;
    const clockAheadSeconds = Math.round(ahead / 1_000);
    if (!isOff)
      this.logger.info({ clockAheadSeconds }, 'the clock of this worker agrees with that of the database again');
    else
      this.logger.warn(
        { clockAheadSeconds },
        'the clock of this worker differs from that of the database. Correct it: receivers reject messages whose webhook-timestamp is more than 5 minutes off',
      );
  }
}

/** $1 the worker, $2 the milliseconds that its clock is ahead, $3 the milliseconds without a heartbeat after which a worker is dead. */
const BEAT = `
WITH ${heard('$3')}, beat AS (
  UPDATE webhook_workers SET beat_at = ${NOW}, clock_ahead_ms = $2, heard_ms = (SELECT ms FROM heard)
  WHERE id = $1::bigint AND NOT gone RETURNING id
)
SELECT (SELECT id FROM beat), floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,
  EXISTS (SELECT FROM webhook_workers w WHERE w.id IS DISTINCT FROM $1::bigint AND (w.gone OR ${isSilent('$3')})) AS "seesGone",
  NOT EXISTS (SELECT FROM webhook_workers w WHERE w.id IS DISTINCT FROM $1::bigint AND NOT w.gone) AS "isAlone"`;

/** $1 the milliseconds that the clock of the worker is ahead, $2 as $3 above. */
const REGISTER = `
WITH ${heard('$2')}
INSERT INTO webhook_workers (started_at, beat_at, clock_ahead_ms, heard_ms) SELECT ${NOW}, ${NOW}, $1, ms FROM heard RETURNING id`;
