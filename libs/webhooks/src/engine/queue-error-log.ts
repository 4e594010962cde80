import type { Logger } from '@billhook/platform/logger';

const PAUSE_MS = 60_000;

/** Logs at most once a minute that the queue is unreachable, because BullMQ reports every reconnect. */
export class QueueErrorLog {
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly logger: Logger) {}

  /** A function without `this`, for `catch` and listeners. */
  readonly report = (error: unknown): void => {
    const now = performance.now();
    if (now - this.#saidAt < PAUSE_MS) return;
    this.#saidAt = now;
    this.logger.warn({ err: error }, 'the queue is unreachable; events and deliveries wait for the sweeps');
  };
}
