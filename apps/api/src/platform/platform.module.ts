import { Notices } from '@billhook/mail/notices';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import type { Logger } from '@billhook/platform/logger';
import { type DynamicModule, Module } from '@nestjs/common';
import { Paging } from '../request/paging/paging.js';
import { RouteTable } from '../request/routes/route-table.js';
import { CLOCK, ENV, LOGGER } from '@billhook/platform/tokens';

export interface Platform {
  readonly env: Env;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Settings, time, log and the application secrets: what everything may ask for. */
@Module({})
export class PlatformModule {
  static with({ env, clock, logger }: Platform): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      providers: [
        { provide: ENV, useValue: env },
        { provide: CLOCK, useValue: clock },
        { provide: LOGGER, useValue: logger },
        { provide: AppSecrets, useValue: new AppSecrets(env.APP_SECRETS) },
        { provide: Paging, useFactory: (secrets: AppSecrets) => new Paging(secrets), inject: [AppSecrets] },
        {
          provide: Notices,
          useFactory: (secrets: AppSecrets) => new Notices(env.SMTP_URL !== undefined, secrets, clock),
          inject: [AppSecrets],
        },
        RouteTable,
      ],
      exports: [ENV, CLOCK, LOGGER, AppSecrets, Paging, Notices, RouteTable],
    };
  }
}
