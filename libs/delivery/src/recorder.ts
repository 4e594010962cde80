import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@billhook/platform/logger';
import type { AttemptRecord, Deliveries } from './deliveries.js';

const BATCH = 200;

// Results that come within this time share a statement.
const GATHER_MS = 5;

const RETRY_MS = { first: 100, longest: 5_000 };

export interface FinishedAttempt {
  readonly record: AttemptRecord;
  readonly endpointId: number;
  readonly url: string;
  /** Whether the receiver said 410. */
  readonly gone: boolean;
}

/**
 * Stores how attempts ended, in batches. A fault on our side never changes what the receiver said: it is tried again until it is
 * stored, and until then the attempt counts as under way.
 */
export class Recorder {
  #waiting: FinishedAttempt[] = [];
  #running: Promise<void> | undefined;

  constructor(
    private readonly deliveries: Pick<Deliveries, 'record' | 'disable'>,
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
    for (let wait = RETRY_MS.first; ; wait = Math.min(wait * 2, RETRY_MS.longest)) {
      try {
        await this.deliveries.record(records);
        await this.#disableGone(batch);
        return;
      } catch (error) {
        this.logger.error(
          { err: error, attempts: batch.length },
          'finished attempts could not be stored; trying again',
        );
        // One answer that the database will not take must not hold up the others for ever: its details are the lesser loss.
        if (isRefusedData(error)) records = records.map(withoutDetails);
        await sleep(wait);
      }
    }
  }

  async #disableGone(batch: readonly FinishedAttempt[]): Promise<void> {
    const gone = batch.filter((finished) => finished.gone);
    if (gone.length === 0) return;
    const ids = await this.deliveries.disable(gone.map(({ endpointId, url }) => ({ endpointId, url })));
    for (const endpointId of ids) this.logger.warn({ endpointId }, 'endpoint disabled: it answered 410');
  }
}

/** SQLSTATE classes 22 and 54: data that PostgreSQL can not take, or a limit of its. */
function isRefusedData(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && /^(22|54)...$/.test(String(error.code));
}

function withoutDetails(record: AttemptRecord): AttemptRecord {
  return { ...record, responseHeaders: null, responseBody: null };
}
