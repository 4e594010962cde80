import { UPKEEP_QUEUE } from '@billhook/delivery/queue';
import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { DeliveryModule } from '../delivery/delivery.module.js';
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
    { provide: UPKEEP_JOBS, inject: [], useFactory: (...jobs: UpkeepJob[]) => jobs },
  ],
})
export class UpkeepModule {}
