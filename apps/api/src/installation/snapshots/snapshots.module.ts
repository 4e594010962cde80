import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { SnapshotsRepository } from '@billhook/installation/snapshots/snapshots.repository';
import { Module } from '@nestjs/common';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { SnapshotPartsController, SnapshotsController } from './snapshots.controller.js';
import { SnapshotsService } from './snapshots.service.js';

@Module({
  imports: [WebhooksModule],
  controllers: [SnapshotsController, SnapshotPartsController],
  providers: [SnapshotsService, SnapshotsRepository, CompaniesRepository],
})
export class SnapshotsModule {}
