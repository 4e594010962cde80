import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ENV, type Env } from '../env.js';
import { LOGGER, type Logger } from '../logger.js';
import { listenOnOwnPort } from '../own-port.js';
import { CLOSE_MS, stopStep } from '../stop-step.js';
import { VERSION } from '../version.js';
import { METER, NO_METER, type Meter } from './meter.js';
import type { MetricsServer } from './metrics-server.js';

/** The meter of a process, served on `METRICS_PORT` from its start to its end. Without the setting, nothing is loaded or counted. */
@Global()
@Module({ providers: [{ provide: METER, inject: [ENV], useFactory: createMeter }], exports: [METER] })
export class MetricsModule implements OnModuleInit, OnApplicationShutdown {
  #server: MetricsServer | undefined;

  constructor(
    @Inject(METER) private readonly meter: Meter,
    @Inject(ENV) private readonly env: Env,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Before a worker delivers or the API listens: a port that is in use must not end a process that works already. */
  async onModuleInit(): Promise<void> {
    const { METRICS_PORT: port, METRICS_HOST: host } = this.env;
    if (port === undefined) return;
    const { PrometheusMeter } = await import('./prometheus-meter.js');
    const { MetricsServer } = await import('./metrics-server.js');
    if (!(this.meter instanceof PrometheusMeter)) return;
    const server = new MetricsServer(this.meter);
    this.#server = server;
    await listenOnOwnPort({ setting: 'METRICS_PORT', port, host }, (address) => server.listen(address));
    this.logger.info(`metrics at http://${host}:${port}/metrics`);
  }

  async onApplicationShutdown(): Promise<void> {
    const { logger } = this;
    await stopStep({ what: 'the metrics', ms: CLOSE_MS, logger }, async () => this.#server?.close());
  }
}

async function createMeter(env: Env): Promise<Meter> {
  if (env.METRICS_PORT === undefined) return NO_METER;
  const { PrometheusMeter } = await import('./prometheus-meter.js');
  const meter = new PrometheusMeter();
  const labels = { version: VERSION, node: process.versions.node };
  meter.read(['billhook_build_info'], () => ({ billhook_build_info: [{ labels, value: 1 }] }));
  return meter;
}
