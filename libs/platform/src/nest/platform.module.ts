import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { AppSecrets } from '../app-secrets.js';
import { CLOCK, type Clock } from '../clock.js';
import { COMPANY_TIME, CompanyClock } from '../company-time.js';
import { ENV, type Env } from '../env.js';
import { LOGGER, type Logger } from '../logger.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { TracingModule } from '../tracing/tracing.module.js';

/** The objects that the main file of a server creates before its application. */
export interface Platform {
  readonly env: Env;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Settings, clock, logger and application secrets for all modules of a server. */
@Module({})
export class PlatformModule {
  /** @param more additional providers of this server for all modules */
  static with({ env, clock, logger }: Platform, more: readonly Provider[] = []): DynamicModule {
    const providers: Provider[] = [
      { provide: ENV, useValue: env },
      { provide: CLOCK, useValue: clock },
      { provide: COMPANY_TIME, useValue: new CompanyClock(clock) },
      { provide: LOGGER, useValue: logger },
      { provide: AppSecrets, useValue: new AppSecrets(env.APP_SECRETS) },
      ...more,
    ];
    const exported = providers.map((provider) => (typeof provider === 'function' ? provider : provider.provide));
    return {
      module: PlatformModule,
      global: true,
      imports: [MetricsModule, TracingModule],
      providers,
      exports: exported,
    };
  }
}
