import { databaseProviders } from '@billhook/db/database-providers';
import { REPLICATED_CHANGES } from '@billhook/invoicing/changes/replicated-changes.sql';
import { NOTICES_PROVIDER } from '@billhook/mail/notices-provider';
import { PlatformModule, type Platform } from '@billhook/platform/nest/platform.module';
import type { QueueBackend } from '@billhook/webhooks/engine/queue';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DeliveryModule, QUEUE } from './delivery/delivery.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { OperatorModule } from './operator/operator.module.js';

@Module({})
export class WorkerModule {
  /**
   * @param source connected; its owner closes it after the application
   * @param queue opened: BullMQ chooses its backend when the first queue is created
   */
  static with(platform: Platform, source: DataSource, queue: QueueBackend): DynamicModule {
    const shared: Provider[] = [
      { provide: DataSource, useValue: source },
      ...databaseProviders(DataSource, REPLICATED_CHANGES),
      NOTICES_PROVIDER,
      { provide: QUEUE, useValue: queue },
    ];
    return {
      module: WorkerModule,
      imports: [PlatformModule.with(platform, shared), DeliveryModule, JobsModule, OperatorModule],
    };
  }
}
