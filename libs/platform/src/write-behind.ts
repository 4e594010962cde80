import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { Logger } from './logger.js';

const FLUSH_EVERY_MS = 5_000;

/**
 * Buffers writes of requests and writes them together, by default every 5 s, and at shutdown. A killed process loses what it buffers, so
 * use it only for data that may be slightly late: last uses and counts.
 */
export abstract class WriteBehind<Name, Entry> implements OnModuleInit, OnApplicationShutdown {
  private pending = new Map<Name, Entry>();
  /** The previous writes, in sequence: concurrent ones could wait for each other's rows. */
  private written = Promise.resolve();
  private timer?: NodeJS.Timeout;

  /** @param failure the log message if the write fails; @param everyMs the longest time that an entry waits */
  protected constructor(
    private readonly logger: Logger,
    private readonly failure: string,
    private readonly everyMs = FLUSH_EVERY_MS,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.flush(), this.everyMs);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /** Writes all entries now. Failed ones are kept for the next time. */
  flush(): Promise<void> {
    this.written = this.written.then(() => this.writePending());
    return this.written;
  }

  /** Merges two entries of one name. */
  protected abstract merge(older: Entry, newer: Entry): Entry;

  protected abstract write(entries: readonly Entry[]): Promise<void>;

  protected keep(name: Name, entry: Entry): void {
    const older = this.pending.get(name);
    this.pending.set(name, older === undefined ? entry : this.merge(older, entry));
  }

  /** The number of entries to write. */
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
