import type { QueueBackend } from '@billhook/webhooks/engine/queue';
import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Module } from '@nestjs/common';
import { DeliveryModule } from './delivery/delivery.module.js';
import { PlatformModule, type Platform } from './platform/platform.module.js';
import { RelayModule } from './relay/relay.module.js';
import { RunsModule } from './runs/runs.module.js';
import { UpkeepModule } from './upkeep/upkeep.module.js';

@Module({})
export class WorkerModule {
  /** @param queue opened before: BullMQ chooses its backend when the first queue is made */
  static with(platform: Platform, queue: QueueBackend): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.with(platform),
        BullModule.forRoot(queue.options),
        RelayModule,
        DeliveryModule,
        RunsModule,
        UpkeepModule,
      ],
    };
  }
}
