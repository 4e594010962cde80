import { Database } from '@billhook/db/database';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { QueueFaultLog } from '@billhook/webhooks/engine/queue-fault-log';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Env } from '@billhook/platform/env';
import type { Logger } from '@billhook/platform/logger';
import { type DynamicModule, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENV, LOGGER } from './tokens.js';

export interface Platform {
  readonly env: Env;
  readonly logger: Logger;
  /** Connected. Its creator closes it, after the application. */
  readonly source: DataSource;
}

/** Settings, log, application secrets and the database: what everything may ask for. */
@Module({})
export class PlatformModule {
  static with({ env, logger, source }: Platform): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      providers: [
        { provide: ENV, useValue: env },
        { provide: LOGGER, useValue: logger },
        { provide: AppSecrets, useValue: new AppSecrets(env.APP_SECRETS) },
        { provide: DataSource, useValue: source },
        { provide: Database, useValue: new Database(source) },
        { provide: UnitOfWork, useValue: new UnitOfWork(source) },
        { provide: QueueFaultLog, useValue: new QueueFaultLog(logger) },
      ],
      exports: [ENV, LOGGER, AppSecrets, DataSource, Database, UnitOfWork, QueueFaultLog],
    };
  }
}
