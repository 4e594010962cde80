import { setTimeout as sleep } from 'node:timers/promises';
import type { Wake } from '@billhook/db/outbox';
import type { Logger } from '@billhook/platform/logger';
import type { Queue } from 'bullmq';
import { QueueFaultLog } from './queue-fault-log.js';
import { DRAIN_JOB } from './queue.js';

// Each wake-up costs the queue some milliseconds; within this time all commits share one. The engine, once woken, goes on looking for longer.
const PAUSE_MS = 50;

const CLOSE_MS = 2_000;

/**
 * Wakes the workers after a commit, best effort: what it loses, the sweep finds. It never throws and nobody waits for it.
 * At most one wake-up is on its way and at most one job waits, however many commits there are.
 */
export class DrainWake {
  readonly #queue: Pick<Queue, 'add' | 'on' | 'close'>;
  readonly #faults: QueueFaultLog;
  #wanted = false;
  #busy = false;
  #closed = false;

  constructor(queue: Pick<Queue, 'add' | 'on' | 'close'>, logger: Logger) {
    this.#queue = queue;
    this.#faults = new QueueFaultLog(logger);
    queue.on('error', this.#faults.report);
  }

  /** To give to an outbox. */
  readonly wake: Wake = () => {
    this.#wanted = true;
    if (!this.#busy) void this.#send();
  };

  /** Lets go of the queue. During an outage of Redis that would take as long as the outage: then it is left as it is. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.race([this.#queue.close().catch(this.#faults.report), sleep(CLOSE_MS, undefined, { ref: false })]);
  }

  async #send(): Promise<void> {
    this.#busy = true;
    while (this.#wanted && !this.#closed) {
      this.#wanted = false;
      const pause = sleep(PAUSE_MS, undefined, { ref: false });
      // Had the job that is at work read its rows before the commit, the one kept for after it finds them.
      const deduplication = { id: DRAIN_JOB, keepLastIfActive: true };
      await this.#queue.add(DRAIN_JOB, {}, { deduplication }).catch(this.#faults.report);
      await pause;
    }
    this.#busy = false;
  }
}
