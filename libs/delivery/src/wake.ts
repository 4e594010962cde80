import type { Wake } from '@billhook/db/outbox';
import type { Logger } from '@billhook/platform/logger';
import type { Queue } from 'bullmq';
import { QueueFaultLog } from './queue-fault-log.js';
import { DRAIN_JOB } from './queue.js';

// Each wake-up costs a transaction or a round trip; within this time all commits share one.
const PAUSE_MS = 10;

/**
 * Wakes the workers after a commit, best effort: what it loses, the sweep finds. It never throws and nobody waits for it.
 * At most one wake-up is on its way and at most one job waits, however many commits there are.
 */
export class DrainWake {
  readonly #queue: Pick<Queue, 'add' | 'on' | 'disconnect'>;
  readonly #faults: QueueFaultLog;
  #wanted = false;
  #busy = false;
  #closed = false;

  constructor(queue: Pick<Queue, 'add' | 'on' | 'disconnect'>, logger: Logger) {
    this.#queue = queue;
    this.#faults = new QueueFaultLog(logger);
    queue.on('error', this.#faults.report);
  }

  /** To give to an outbox. */
  readonly wake: Wake = () => {
    this.#wanted = true;
    if (!this.#busy) void this.#send();
  };

  /** Lets go of the queue without waiting for what is on its way. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#queue.disconnect().catch(this.#faults.report);
  }

  async #send(): Promise<void> {
    this.#busy = true;
    while (this.#wanted && !this.#closed) {
      this.#wanted = false;
      const pause = new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref());
      // Had the job that is at work read its rows before the commit, the one kept for after it finds them.
      const deduplication = { id: DRAIN_JOB, keepLastIfActive: true };
      await this.#queue.add(DRAIN_JOB, {}, { deduplication }).catch(this.#faults.report);
      await pause;
    }
    this.#busy = false;
  }
}
