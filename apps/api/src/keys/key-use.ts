import type { Clock } from '@billhook/platform/clock';
import type { Logger } from '@billhook/platform/logger';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Origin } from '../access/principal.js';
import { CLOCK, LOGGER } from '../platform/tokens.js';
import { KeysRepository } from './keys.repository.js';

const FLUSH_EVERY_MS = 5_000;

interface Use {
  readonly id: number;
  readonly at: Date;
  readonly ip: string;
  readonly userAgent: string | null;
}

/**
 * When and from where each key was last used, without a write per request: kept here and written together every 5 s and at shutdown.
 * The first use of all is written at once, so that "never used" turns immediately.
 */
@Injectable()
export class KeyUse implements OnModuleInit, OnApplicationShutdown {
  private readonly pending = new Map<number, Use>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly keys: KeysRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  note(id: number, origin: Origin, isFirst: boolean): void {
    this.pending.set(id, { id, at: this.clock.now(), ip: origin.ip, userAgent: origin.userAgent });
    if (isFirst) void this.flush();
  }

  private async flush(): Promise<void> {
    if (this.pending.size === 0) return;
    const uses = [...this.pending.values()].sort((a, b) => a.id - b.id);
    this.pending.clear();
    try {
      await this.keys.recordUse(uses);
    } catch (error) {
      // The next flush carries them, unless a newer use of the same key has come meanwhile.
      for (const use of uses) if (!this.pending.has(use.id)) this.pending.set(use.id, use);
      this.logger.warn({ err: error }, 'the last use of keys could not be written');
    }
  }
}
