import { ENV, type Env } from '@billhook/platform/env';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { listenOnOwnPort } from '@billhook/platform/own-port';
import { CLOSE_MS, stopStep } from '@billhook/platform/stop-step';
import { DELIVERY_QUEUE, openQueue, type QueueBackend } from '@billhook/webhooks/engine/queue';
import { QueueErrorLog } from '@billhook/webhooks/engine/queue-error-log';
import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { QUEUE } from '../delivery/delivery.module.js';
import { JobTimers } from '../jobs/job-timers.service.js';
import { JobsModule } from '../jobs/jobs.module.js';

/** The operator page, on `OPERATOR_PORT`. Without the setting, nothing is loaded and no port is opened. */
@Module({ imports: [JobsModule] })
export class OperatorModule implements OnModuleInit, OnApplicationShutdown {
  #close: () => Promise<unknown> = () => Promise.resolve();

  constructor(
    @Inject(QUEUE) private readonly backend: QueueBackend,
    @Inject(ENV) private readonly env: Env,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly timers: JobTimers,
  ) {}

  /** Before the worker delivers: a port that is in use must not end a worker with deliveries in flight. */
  async onModuleInit(): Promise<void> {
    const { OPERATOR_PORT: port, OPERATOR_HOST: host, OPERATOR_PASSWORD: password } = this.env;
    if (port === undefined || password === undefined) return;
    const { createOperatorServer } = await import('./operator-server.js');
    const queue = openQueue(DELIVERY_QUEUE, this.backend);
    queue.on('error', new QueueErrorLog(this.logger).report);
    const server = createOperatorServer({ queue, timers: this.timers, password, logger: this.logger });
    this.#close = () => Promise.all([server.close(), queue.close()]);
    await listenOnOwnPort({ setting: 'OPERATOR_PORT', port, host }, (address) => server.listen(address));
    this.logger.info(`operator page at http://${host}:${port}/`);
  }

  /** After the deliveries: a connection to a frozen Redis does not close. */
  async onApplicationShutdown(): Promise<void> {
    const { logger } = this;
    await stopStep({ what: 'the operator page', ms: CLOSE_MS, logger }, this.#close);
  }
}
