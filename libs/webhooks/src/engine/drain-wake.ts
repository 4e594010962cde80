import { setTimeout as sleep } from 'node:timers/promises';
import { currentCell } from '@billhook/db/current-cell';
import type { Wake } from '@billhook/db/outbox';
import type { Logger } from '@billhook/platform/logger';
import type { Queue } from 'bullmq';
import { QueueErrorLog } from './queue-error-log.js';
import { DRAIN_JOB } from './queue.js';
import type { SignalSender } from './wake-signal.js';

// All commits within this time share a signal.
const SIGNAL_PAUSE_MS = 2;

// A job costs some milliseconds. All commits within this time share one, which wakes a worker that missed their signals.
const JOB_AFTER_MS = 1_000;

// The pause between jobs while signals fail, and jobs alone wake the workers.
const JOB_PAUSE_MS = 50;

// A queue that does not respond in this time must not delay the next signal.
const JOB_TIMEOUT_MS = 1_000;

const FLUSH_MS = 1_000;

const CLOSE_MS = 2_000;

/**
 * Wakes the workers after a commit, best effort: the sweep finds what it loses. It never throws, and callers do not wait for it.
 * At most one signal is in flight and one job waiting, for any number of commits.
 */
export class DrainWake {
  readonly #queue: Pick<Queue, 'add' | 'on' | 'close'>;
  readonly #signal: SignalSender;
  readonly #errors: QueueErrorLog;
  /** Of commits that no signal has named yet; undefined among them for any cell. */
  #wanted = new Set<number | undefined>();
  /** The earliest time of the next signal. */
  #nextAt = -Infinity;
  #sending: Promise<void> | undefined;
  #adding: Promise<unknown> | undefined;
  #closed = false;
  #planned: NodeJS.Timeout | undefined;

  /** @param namesCells whether signals name the cells of their commits: with one cell, they do not */
  constructor(
    queue: Pick<Queue, 'add' | 'on' | 'close'>,
    signal: SignalSender,
    logger: Logger,
    private readonly namesCells: () => boolean = () => false,
  ) {
    this.#queue = queue;
    this.#signal = signal;
    this.#errors = new QueueErrorLog(logger);
    queue.on('error', this.#errors.report);
  }

  /** Passed to an outbox. */
  readonly wake: Wake = () => {
    this.#wanted.add(this.namesCells() ? currentCell() : undefined);
    this.#sending ??= this.#send();
  };

  /**
   * Sends what is wanted or planned, and closes the queue. During an outage of Redis this would take until the end of the outage, so the
   * queue is left open.
   */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#atMost(FLUSH_MS, this.#flush());
    await this.#atMost(CLOSE_MS, Promise.all([this.#queue.close(), this.#signal.close()]));
  }

  async #flush(): Promise<void> {
    await this.#sending;
    clearTimeout(this.#planned);
    const isWanted = this.#wanted.size > 0;
    if (isWanted) await this.#signal.send(this.#takeWanted()).catch(() => undefined);
    if (isWanted || this.#planned) await this.#addJob();
  }

  async #atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
    await Promise.race([work.catch(this.#errors.report), sleep(milliseconds, undefined, { ref: false })]);
  }

  async #send(): Promise<void> {
    while (this.#wanted.size > 0 && !this.#closed) {
      // No timer after each signal, which would wake the process: most commits find that the pause has passed.
      const pauseMs = this.#nextAt - performance.now();
      if (pauseMs > 0) await sleep(pauseMs, undefined, { ref: false });
      const sent = await this.#signal.send(this.#takeWanted()).then(
        () => true,
        () => false,
      );
      if (sent) this.#planJob();
      else await this.#addJob();
      this.#nextAt = performance.now() + (sent ? SIGNAL_PAUSE_MS : JOB_PAUSE_MS);
    }
    // Not in a finally, which runs later: a wake-up in between would be lost.
    this.#sending = undefined;
  }

  /** The cells that a signal names. */
  #takeWanted(): number[] | undefined {
    const cells = [...this.#wanted];
    this.#wanted.clear();
    const named = cells.filter((cell) => cell !== undefined);
    return named.length === cells.length ? named : undefined;
  }

  #planJob(): void {
    this.#planned ??= setTimeout(() => {
      this.#planned = undefined;
      void this.#addJob();
    }, JOB_AFTER_MS).unref();
  }

  /** Resolves when the job is stored, or after a time: then it is stored when the queue responds again. */
  async #addJob(): Promise<void> {
    // If the running job read its rows before the commit, the queued one finds them.
    const deduplication = { id: DRAIN_JOB, keepLastIfActive: true };
    this.#adding ??= this.#queue
      .add(DRAIN_JOB, {}, { deduplication })
      .catch(this.#errors.report)
      .finally(() => (this.#adding = undefined));
    await Promise.race([this.#adding, sleep(JOB_TIMEOUT_MS, undefined, { ref: false })]);
  }
}
