import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { SnapshotsRepository } from '@billhook/installation/snapshots/snapshots.repository';
import { Module } from '@nestjs/common';
import { IncludedRequests } from '../../access/rate-limits/included-requests.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { IncludedDownloads } from './included-downloads.js';
import { SnapshotPartsController, SnapshotsController } from './snapshots.controller.js';
import { SnapshotsService } from './snapshots.service.js';

@Module({
  imports: [WebhooksModule],
  controllers: [SnapshotsController, SnapshotPartsController],
  providers: [
    ...[SnapshotsService, SnapshotsRepository, CompaniesRepository],
    { provide: IncludedRequests, useClass: IncludedDownloads },
  ],
  exports: [IncludedRequests],
})
export class SnapshotsModule {}
