import { DeliveryEngine } from '@billhook/webhooks/engine/engine';
import type { Env } from '@billhook/platform/env';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ENV } from '../platform/tokens.js';

/**
 * Finds, every WEBHOOK_SWEEP_MS, new events, due deliveries and leases of workers that died, whatever the queue forgot. A plain
 * timer, not a job: it has to work while the queue does not.
 */
@Injectable()
export class Sweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(
    private readonly engine: DeliveryEngine,
    @Inject(ENV) private readonly env: Env,
  ) {}

  onApplicationBootstrap(): void {
    void this.#run();
  }

  beforeApplicationShutdown(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    await this.engine.sweep();
    // After the sweep, not beside it: a slow database must not be swept twice at once.
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#run(), this.env.WEBHOOK_SWEEP_MS);
  }
}
