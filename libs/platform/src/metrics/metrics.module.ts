import { Global, Inject, Module, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Env } from '../env.js';
import type { Logger } from '../logger.js';
import { ENV, LOGGER, METER } from '../tokens.js';
import { NO_METER, type Meter } from './meter.js';
import type { MetricsServer } from './metrics-server.js';

/** The meter of a process, served on `METRICS_PORT` from its start to its end. Without the setting, nothing is loaded or counted. */
@Global()
@Module({ providers: [{ provide: METER, inject: [ENV], useFactory: createMeter }], exports: [METER] })
export class MetricsModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #server: MetricsServer | undefined;

  constructor(
    @Inject(METER) private readonly meter: Meter,
    @Inject(ENV) private readonly env: Env,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { METRICS_PORT: port, METRICS_HOST: host } = this.env;
    if (port === undefined) return;
    const { PrometheusMeter } = await import('./prometheus-meter.js');
    const { MetricsServer } = await import('./metrics-server.js');
    if (!(this.meter instanceof PrometheusMeter)) return;
    this.#server = new MetricsServer(this.meter);
    await this.#server.listen(port, host);
    this.logger.info(`metrics at http://${host}:${port}/metrics`);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#server?.close();
  }
}

async function createMeter(env: Env): Promise<Meter> {
  if (env.METRICS_PORT === undefined) return NO_METER;
  const { PrometheusMeter } = await import('./prometheus-meter.js');
  return new PrometheusMeter();
}
