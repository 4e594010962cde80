import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { SeriesAuditRepository } from './series-audit.repository.js';
import { SeriesSettingsController } from './series-settings.controller.js';
import { SeriesController } from './series.controller.js';
import { SeriesRepository } from './series.repository.js';
import { SeriesService } from './series.service.js';

@Module({
  imports: [AuditModule],
  controllers: [SeriesController, SeriesSettingsController],
  providers: [SeriesService, SeriesRepository, SeriesAuditRepository],
})
export class SeriesModule {}
