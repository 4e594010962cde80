import { Database } from '@billhook/db/database';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { RUNS_QUEUE } from '@billhook/webhooks/engine/queue';
import { Runs } from '@billhook/webhooks/runs/runs';
import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { RunsProcessor } from './runs.processor.js';
import { RunsSchedule } from './runs.schedule.js';

/** Long work on endpoints: sending again what failed, sending what was never sent. */
@Module({
  imports: [DeliveryModule, BullModule.registerQueue({ name: RUNS_QUEUE })],
  providers: [
    {
      provide: Runs,
      inject: [Database, UnitOfWork],
      useFactory: (db: Database, unitOfWork: UnitOfWork) => new Runs(db, unitOfWork),
    },
    RunsProcessor,
    RunsSchedule,
  ],
})
export class RunsModule {}
