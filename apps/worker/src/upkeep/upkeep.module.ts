import { Database } from '@billhook/db/database';
import { Outbox } from '@billhook/db/outbox';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { DeliveryEngine } from '@billhook/delivery/engine';
import { UPKEEP_QUEUE } from '@billhook/delivery/queue';
import { systemClock } from '@billhook/platform/clock';
import type { Logger } from '@billhook/platform/logger';
import { InvoicesRepository } from '@billhook/records/invoices/invoices.repository';
import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { LOGGER } from '../platform/tokens.js';
import { OverdueJob } from './overdue.job.js';
import { Sweep } from './sweep.js';
import { UPKEEP_JOBS, type UpkeepJob } from './upkeep.job.js';
import { UpkeepProcessor } from './upkeep.processor.js';
import { UpkeepSchedules } from './upkeep.schedules.js';

/** What comes round. A further job is a class that implements UpkeepJob: a provider here, and named in `inject`. */
@Module({
  imports: [DeliveryModule, BullModule.registerQueue({ name: UPKEEP_QUEUE })],
  providers: [
    Sweep,
    UpkeepProcessor,
    UpkeepSchedules,
    {
      provide: OverdueJob,
      inject: [DataSource, Database, UnitOfWork, DeliveryEngine, LOGGER],
      useFactory: (source: DataSource, db: Database, uow: UnitOfWork, engine: DeliveryEngine, logger: Logger) => {
        const outbox = new Outbox(() => void engine.poke());
        return new OverdueJob(uow, new InvoicesRepository(source, db, outbox), systemClock, logger);
      },
    },
    { provide: UPKEEP_JOBS, inject: [OverdueJob], useFactory: (...jobs: UpkeepJob[]) => jobs },
  ],
})
export class UpkeepModule {}
