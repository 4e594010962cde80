import { SeriesAuditRepository } from '@billhook/invoicing/series/series-gaps.repository';
import { SeriesRepository } from '@billhook/invoicing/series/series.repository';
import { Module } from '@nestjs/common';
import { AuditModule } from '../../identity/audit/audit.module.js';
import { SeriesSettingsController, SeriesController } from './series.controller.js';
import { SeriesService } from './series.service.js';

@Module({
  imports: [AuditModule],
  controllers: [SeriesController, SeriesSettingsController],
  providers: [SeriesService, SeriesRepository, SeriesAuditRepository],
})
export class SeriesModule {}
