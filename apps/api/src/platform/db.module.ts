import { CellMoveRow } from '@billhook/db/cell-move.entity';
import { CellRow } from '@billhook/db/cell.entity';
import { createDataSource, databaseOptions } from '@billhook/db/data-source';
import { Database } from '@billhook/db/database';
import { databaseProviders } from '@billhook/db/database-providers';
import { IdempotencyRecord } from '@billhook/db/idempotency-record.entity';
import { Installation } from '@billhook/db/installation.entity';
import { WAKE, Outbox, type Wake } from '@billhook/db/outbox';
import { PrimaryHistory } from '@billhook/db/primary-history.entity';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { IDENTITY_ENTITIES } from '@billhook/identity/identity-entities';
import { INSTALLATION_ENTITIES } from '@billhook/installation/installation-entities';
import { REPLICATED_CHANGES } from '@billhook/invoicing/changes/replicated-changes.sql';
import { INVOICING_ENTITIES } from '@billhook/invoicing/invoicing-entities';
import { recordContext } from '@billhook/invoicing/record-context';
import type { RecordContext } from '@billhook/invoicing/records/record.repository';
import { Mail } from '@billhook/mail/mail.entity';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { ENV, type Env } from '@billhook/platform/env';
import { WEBHOOKS_ENTITIES } from '@billhook/webhooks/webhooks-entities';
import { type DynamicModule, type FactoryProvider, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Every table. The conformance test compares them with what the migrations create. */
const ENTITIES = [
  ...[CellMoveRow, CellRow, IdempotencyRecord, Installation, Mail, PrimaryHistory],
  ...[...IDENTITY_ENTITIES, ...INVOICING_ENTITIES, ...WEBHOOKS_ENTITIES, ...INSTALLATION_ENTITIES],
];

/** The data source and what writes through it. */
@Module({})
export class DbModule implements OnApplicationShutdown {
  constructor(private readonly db: Database) {}

  onApplicationShutdown(): Promise<void> {
    return this.db.close();
  }

  /** @param wake what a commit with an event calls */
  static with(wake: Wake): DynamicModule {
    return {
      module: DbModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [ENV],
          useFactory: (env: Env) => createDataSource(databaseOptions(env, 'billhook-api'), ENTITIES).options,
        }),
      ],
      providers: [
        ...databaseProviders(DataSource, REPLICATED_CHANGES),
        { provide: WAKE, useValue: wake },
        { provide: Outbox, useValue: new Outbox(wake) },
      ],
      exports: [Database, UnitOfWork, Outbox, WAKE],
    };
  }
}

/** A repository of the records, built from what every one of them takes. */
export function provideRepository<T>(repository: new (context: RecordContext) => T): FactoryProvider<T> {
  return {
    provide: repository,
    useFactory: (source: DataSource, db: Database, outbox: Outbox, env: Env, secrets: AppSecrets) =>
      new repository(recordContext({ source, db, outbox, publicUrl: env.PUBLIC_URL, secrets })),
    inject: [DataSource, Database, Outbox, ENV, AppSecrets],
  };
}
