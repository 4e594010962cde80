import type { Logger } from './logger.js';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';

const FLUSH_EVERY_MS = 5_000;

/**
 * What requests leave behind, without a write per request: kept here and written together every 5 s and at shutdown. A process that is
 * killed loses the last 5 s, so it is for what may be a little behind: last uses and counts.
 */
export abstract class WriteBehind<Name, Entry> implements OnModuleInit, OnApplicationShutdown {
  private pending = new Map<Name, Entry>();
  /** The writes so far, one after the other: two at once could wait for each other's rows. */
  private written = Promise.resolve();
  private timer?: NodeJS.Timeout;

  /** @param failure what the log says when they cannot be written */
  protected constructor(
    private readonly logger: Logger,
    private readonly failure: string,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /** Writes all that is kept, now. What fails is kept for the next time. */
  flush(): Promise<void> {
    this.written = this.written.then(() => this.writePending());
    return this.written;
  }

  /** Two entries of one name are one. */
  protected abstract merge(older: Entry, newer: Entry): Entry;

  protected abstract write(entries: readonly Entry[]): Promise<void>;

  protected keep(name: Name, entry: Entry): void {
    const older = this.pending.get(name);
    this.pending.set(name, older === undefined ? entry : this.merge(older, entry));
  }

  /** How many entries wait to be written. */
  protected get size(): number {
    return this.pending.size;
  }

  protected keeps(name: Name): boolean {
    return this.pending.has(name);
  }

  private async writePending(): Promise<void> {
    if (this.pending.size === 0) return;
    const taken = this.pending;
    this.pending = new Map();
    try {
      await this.write([...taken.values()]);
    } catch (error) {
      const meanwhile = this.pending;
      this.pending = taken;
      for (const [name, entry] of meanwhile) this.keep(name, entry);
      this.logger.warn({ err: error }, this.failure);
    }
  }
}
