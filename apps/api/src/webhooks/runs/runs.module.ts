import { WebhookEndpointsRepository } from '@billhook/webhooks/endpoints/endpoints.repository';
import { WebhookRunsRepository } from '@billhook/webhooks/runs/runs.repository';
import { Module } from '@nestjs/common';
import { AuditModule } from '../../identity/audit/audit.module.js';
import { WebhookRunsController } from './runs.controller.js';
import { WebhookRunsService } from './runs.service.js';

@Module({
  imports: [AuditModule],
  controllers: [WebhookRunsController],
  providers: [WebhookRunsService, WebhookRunsRepository, WebhookEndpointsRepository],
})
export class WebhookRunsModule {}
