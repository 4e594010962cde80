import { setTimeout as sleep } from 'node:timers/promises';
import type { Wake } from '@billhook/db/outbox';
import type { Logger } from '@billhook/platform/logger';
import type { Queue } from 'bullmq';
import { QueueErrorLog } from './queue-error-log.js';
import { DRAIN_JOB } from './queue.js';

// Each wake-up costs the queue some milliseconds. All commits within this time share one, and the engine continues to look for longer.
const PAUSE_MS = 50;

const CLOSE_MS = 2_000;

/**
 * Wakes the workers after a commit, best effort: the sweep finds what it loses. It never throws, and callers do not wait for it.
 * At most one wake-up is in flight and one job waiting, for any number of commits.
 */
export class DrainWake {
  readonly #queue: Pick<Queue, 'add' | 'on' | 'close'>;
  readonly #faults: QueueErrorLog;
  #wanted = false;
  #busy = false;
  #closed = false;

  constructor(queue: Pick<Queue, 'add' | 'on' | 'close'>, logger: Logger) {
    this.#queue = queue;
    this.#faults = new QueueErrorLog(logger);
    queue.on('error', this.#faults.report);
  }

  /** Passed to an outbox. */
  readonly wake: Wake = () => {
    this.#wanted = true;
    if (!this.#busy) void this.#send();
  };

  /** Closes the queue. During an outage of Redis this would take until the end of the outage, so the queue is left open. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.race([this.#queue.close().catch(this.#faults.report), sleep(CLOSE_MS, undefined, { ref: false })]);
  }

  async #send(): Promise<void> {
    this.#busy = true;
    while (this.#wanted && !this.#closed) {
      this.#wanted = false;
      const pause = sleep(PAUSE_MS, undefined, { ref: false });
      // If the running job read its rows before the commit, the queued one finds them.
      const deduplication = { id: DRAIN_JOB, keepLastIfActive: true };
      await this.#queue.add(DRAIN_JOB, {}, { deduplication }).catch(this.#faults.report);
      await pause;
    }
    this.#busy = false;
  }
}
