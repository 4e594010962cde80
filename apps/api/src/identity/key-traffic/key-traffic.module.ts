import { KeyTrafficRepository } from '@billhook/identity/key-traffic/key-traffic.repository';
import { Module } from '@nestjs/common';
import { HostCounts, PermissionUses, RequestCounts, KeyRequestCounterService } from './key-request-counter.service.js';
import { KeyTrafficController } from './key-traffic.controller.js';
import { KeyTrafficService } from './key-traffic.service.js';

/** The requests of each key. */
@Module({
  controllers: [KeyTrafficController],
  providers: [
    KeyRequestCounterService,
    KeyTrafficService,
    KeyTrafficRepository,
    RequestCounts,
    HostCounts,
    PermissionUses,
  ],
  exports: [KeyTrafficService],
})
export class KeyTrafficModule {}
