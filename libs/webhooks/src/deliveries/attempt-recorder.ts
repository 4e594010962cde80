import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@billhook/platform/logger';
import type { EndpointResults, EndpointStates } from '../endpoints/endpoint-states.js';
import { histogramOf } from '../endpoints/latency.rules.js';
import type { AttemptRecord, DeliveryStates, StatsRecord } from './delivery-states.repository.js';
import type { FinishedAttempt } from './finished-attempt.rules.js';

const BATCH = 200;

// Results within this time share a statement. A statement costs as much as a few deliveries, so results that nothing waits for wait longer.
const GATHER_MS = { awaited: 5, calm: 20 } as const;

// With several cells, each has fewer results in this time. Up to so many wait for more once.
const FEW = 2;

// Attempts to store the states of endpoints, before the results are stored without them.
const FOLLOW_TRIES = 3;

// Until it is stored, the attempt keeps one of the few places of its endpoint: new events wait for it after an outage.
const RETRY_MS = { first: 100, longest: 1_000 };

export interface RecorderOptions {
  /** Whether it is one of several in its process. */
  readonly isOneOfMany?: (() => boolean) | undefined;
  /** Waits for the next try after an error. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
  /** Waits for more results. Rejects if the signal is aborted. */
  readonly gather?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Stores results of attempts in batches. A database error never changes a result: storing is retried, and until then the attempt counts as
 * in flight.
 */
export class AttemptRecorder {
  #waiting: FinishedAttempt[] = [];
  #running: Promise<void> | undefined;
  /** Ends the gathering of a batch. */
  #gathered: AbortController | undefined;
  readonly #options: Required<RecorderOptions>;

  constructor(
    private readonly deliveries: Pick<DeliveryStates, 'record' | 'disable'>,
    private readonly states: Pick<EndpointStates, 'applyFree' | 'applyOne'>,
    private readonly logger: Logger,
    private readonly onStored: (batch: readonly FinishedAttempt[]) => void,
    {
      isOneOfMany = () => false,
      pause = sleep,
      gather = (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
    }: RecorderOptions = {},
  ) {
    this.#options = { isOneOfMany, pause, gather };
  }

  /** @param awaited whether a delivery may start when it is stored */
  add(finished: FinishedAttempt, awaited: boolean): void {
    this.#waiting.push(finished);
    this.#running ??= this.#run();
    if (awaited || finished.opens || finished.record.error !== null) this.hurry();
  }

  /** Stores what is gathered soon, because a delivery may wait for it. */
  hurry(): void {
    const gathered = this.#gathered;
    this.#gathered = undefined;
    if (gathered) setTimeout(() => gathered.abort(), GATHER_MS.awaited);
  }

  /** Resolves when everything added so far is stored. */
  async idle(): Promise<void> {
    this.hurry();
    await this.#running;
  }

  async #run(): Promise<void> {
    const gathered = new AbortController();
    this.#gathered = gathered;
    await this.#gather(gathered.signal).catch(() => undefined);
    this.#gathered = undefined;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH);
      await this.#store(batch);
      this.onStored(batch);
    }
    this.#running = undefined;
  }

  async #gather(signal: AbortSignal): Promise<void> {
    const { isOneOfMany, gather } = this.#options;
    await gather(GATHER_MS.calm, signal);
    if (isOneOfMany() && this.#waiting.length <= FEW) await gather(GATHER_MS.calm, signal);
  }

  async #store(batch: readonly FinishedAttempt[]): Promise<void> {
    let records = batch.map(({ record }) => record);
    let stats = statsOf(batch);
    const follow = this.#followerOf(batch);
    let followed = false;
    for (let wait = RETRY_MS.first, tries = 1; ; wait = Math.min(wait * 2, RETRY_MS.longest), tries++) {
      try {
        // Runs before the places are free again, because a held endpoint must not get another message. If it fails, the results come first:
        // later attempts report the health of an endpoint again.
        if (!followed && tries <= FOLLOW_TRIES) await follow();
        followed = true;
        await this.deliveries.record(records, stats);
        break;
      } catch (error) {
        this.logger.error({ err: error, attempts: batch.length }, 'could not store finished attempts; retrying');
        // A response that the database rejects must not block the others forever: its details are dropped.
        if (isRejectedData(error)) records = records.map(withoutDetails);
        const deleted = deletedEndpoint(error);
        if (deleted === undefined) await this.#options.pause(wait);
        else stats = stats.filter(({ endpointId }) => endpointId !== deleted);
      }
    }
  }

  /** The consequences for the endpoints. Called again after an error, it continues with the rest. */
  #followerOf(batch: readonly FinishedAttempt[]): () => Promise<void> {
    let rest: readonly EndpointResults[] = resultsOf(batch);
    return async () => {
      await this.#disableGone(batch);
      if (rest.length > 0) rest = await this.states.applyFree(rest);
      for (let next = rest[0]; next; next = rest[0]) {
        await this.states.applyOne(next);
        rest = rest.slice(1);
      }
    };
  }

  async #disableGone(batch: readonly FinishedAttempt[]): Promise<void> {
    const gone = batch.filter((finished) => finished.gone);
    if (gone.length === 0) return;
    const ids = await this.deliveries.disable(gone.map(({ endpointId, url }) => ({ endpointId, url })));
    for (const endpointId of ids) this.logger.warn({ endpointId }, 'disabled an endpoint that responded with 410');
  }
}

function byEndpoint(batch: readonly FinishedAttempt[]): [number, FinishedAttempt[]][] {
  const groups = new Map<number, FinishedAttempt[]>();
  for (const finished of batch) {
    const group = groups.get(finished.endpointId);
    if (group) group.push(finished);
    else groups.set(finished.endpointId, [finished]);
  }
  return [...groups];
}

const succeededIn = (attempts: readonly FinishedAttempt[]): number =>
  attempts.filter(({ record }) => record.outcome === 'Succeeded').length;

function statsOf(batch: readonly FinishedAttempt[]): StatsRecord[] {
  return byEndpoint(batch).map(([endpointId, attempts]) => {
    const durations = attempts.map(({ record }) => record.durationMs);
    const succeeded = succeededIn(attempts);
    return {
      endpointId,
      succeeded,
      failed: attempts.length - succeeded,
      durationMs: durations.reduce((sum, duration) => sum + duration, 0),
      histogram: histogramOf(durations),
    };
  });
}

/** Only endpoints whose state the batch may change: not healthy ones without failures. */
function resultsOf(batch: readonly FinishedAttempt[]): EndpointResults[] {
  return byEndpoint(batch)
    .filter(([, attempts]) =>
      attempts.some(({ record, troubled, holdMs }) => troubled || holdMs !== null || record.error !== null),
    )
    .map(([endpointId, attempts]) => ({
      endpointId,
      maxInFlight: attempts.at(-1)?.maxInFlight ?? 1,
      results: attempts.flatMap(({ healthOutcome, first }) =>
        healthOutcome ? [{ outcome: healthOutcome, first }] : [],
      ),
      holdMs: attempts.reduce<number | null>((longest, { holdMs }) => maxOf(longest, holdMs), null),
    }));
}

const maxOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

/** SQLSTATE classes 22 and 54: data that PostgreSQL rejects, or one of its limits. */
function isRejectedData(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && /^(22|54)...$/.test(String(error.code));
}

/** The endpoint of statistics that was deleted with its company during the attempt: PostgreSQL names the key that is missing. */
function deletedEndpoint(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error && 'detail' in error)) return undefined;
  const [, id] = error.code === '23503' ? (/\(endpoint_id\)=\((\d+)\)/.exec(String(error.detail)) ?? []) : [];
  return id === undefined ? undefined : Number(id);
}

function withoutDetails(record: AttemptRecord): AttemptRecord {
  return { ...record, responseHeaders: null, responseBody: null };
}
