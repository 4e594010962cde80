import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@billhook/platform/logger';
import type { AttemptRecord, Deliveries, StatsRecord } from './delivery-states.repository.js';
import type { FinishedAttempt } from './finished-attempt.js';
import type { EndpointResults, EndpointStates } from '../endpoints/endpoint-states.js';
import { histogramOf } from '../endpoints/latency.rules.js';

const BATCH = 200;

// Results that come within this time share a statement.
const GATHER_MS = 5;

// Of the states of endpoints, before the results are stored without.
const FOLLOW_TRIES = 3;

const RETRY_MS = { first: 100, longest: 5_000 };

/**
 * Stores how attempts ended, in batches. A fault on our side never changes what the receiver said: it is tried again until it is
 * stored, and until then the attempt counts as under way.
 */
export class Recorder {
  #waiting: FinishedAttempt[] = [];
  #running: Promise<void> | undefined;

  constructor(
    private readonly deliveries: Pick<Deliveries, 'record' | 'disable'>,
    private readonly states: Pick<EndpointStates, 'apply'>,
    private readonly logger: Logger,
    private readonly onStored: (batch: readonly FinishedAttempt[]) => void,
  ) {}

  add(finished: FinishedAttempt): void {
    this.#waiting.push(finished);
    this.#running ??= this.#run();
  }

  /** Resolves when everything added so far is stored. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    await sleep(GATHER_MS);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH);
      await this.#store(batch);
      this.onStored(batch);
    }
    this.#running = undefined;
  }

  async #store(batch: readonly FinishedAttempt[]): Promise<void> {
    let records = batch.map(({ record }) => record);
    const stats = statsOf(batch);
    let followed = false;
    for (let wait = RETRY_MS.first, tries = 1; ; wait = Math.min(wait * 2, RETRY_MS.longest), tries++) {
      try {
        // Before the places are free again: who is to be left alone must not get one message more. But what the receivers said comes first
        // when that cannot be done: how an endpoint fares is told by its next attempts, too.
        if (!followed && tries <= FOLLOW_TRIES) await this.#follow(batch);
        followed = true;
        await this.deliveries.record(records, stats);
        break;
      } catch (error) {
        this.logger.error({ err: error, attempts: batch.length }, 'could not store finished attempts; retrying');
        // One answer that the database will not take must not hold up the others for ever: its details are the lesser loss.
        if (isRefusedData(error)) records = records.map(withoutDetails);
        await sleep(wait);
      }
    }
  }

  /** What follows from the answers for the endpoints themselves. */
  async #follow(batch: readonly FinishedAttempt[]): Promise<void> {
    await this.#disableGone(batch);
    const telling = resultsOf(batch);
    if (telling.length > 0) await this.states.apply(telling);
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

/** Of those endpoints whose state the batch may change: not of one at rest that took all it got. */
function resultsOf(batch: readonly FinishedAttempt[]): EndpointResults[] {
  return byEndpoint(batch)
    .filter(([, attempts]) =>
      attempts.some(({ record, troubled, holdMs }) => troubled || holdMs !== null || record.error !== null),
    )
    .map(([endpointId, attempts]) => ({
      endpointId,
      maxInFlight: attempts.at(-1)?.maxInFlight ?? 1,
      results: attempts.flatMap(({ tells, first }) => (tells ? [{ outcome: tells, first }] : [])),
      holdMs: attempts.reduce<number | null>((longest, { holdMs }) => maxOf(longest, holdMs), null),
    }));
}

const maxOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

/** SQLSTATE classes 22 and 54: data that PostgreSQL cannot take, or a limit of its. */
function isRefusedData(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && /^(22|54)...$/.test(String(error.code));
}

function withoutDetails(record: AttemptRecord): AttemptRecord {
  return { ...record, responseHeaders: null, responseBody: null };
}
