import type { Env } from '@billhook/platform/env';
import type { Logger } from '@billhook/platform/logger';
import { ENV, LOGGER } from '@billhook/platform/tokens';
import { DELIVERY_QUEUE, openQueue, type QueueBackend } from '@billhook/webhooks/engine/queue';
import { QueueErrorLog } from '@billhook/webhooks/engine/queue-error-log';
import { Inject, Module, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { QUEUE } from '../delivery/delivery.module.js';
import { JobTimers } from '../job-timers.service.js';
import { JobsModule } from '../jobs.module.js';

/** The operator page, on `OPERATOR_PORT`. Without the setting, nothing is loaded and no port is opened. */
@Module({ imports: [JobsModule] })
export class OperatorModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #close: () => Promise<unknown> = () => Promise.resolve();

  constructor(
    @Inject(QUEUE) private readonly backend: QueueBackend,
    @Inject(ENV) private readonly env: Env,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly timers: JobTimers,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { OPERATOR_PORT: port, OPERATOR_HOST: host, OPERATOR_PASSWORD: password } = this.env;
    if (port === undefined || password === undefined) return;
    const { createOperatorServer } = await import('./operator-server.js');
    const queue = openQueue(DELIVERY_QUEUE, this.backend);
    queue.on('error', new QueueErrorLog(this.logger).report);
    const server = createOperatorServer({ queue, timers: this.timers, password, logger: this.logger });
    this.#close = () => Promise.all([server.close(), queue.close()]);
    await server.listen({ port, host });
    this.logger.info(`operator page at http://${host}:${port}/`);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#close();
  }
}
