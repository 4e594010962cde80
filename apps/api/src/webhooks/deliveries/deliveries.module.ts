import { WebhookDeliveriesRepository } from '@billhook/webhooks/deliveries/deliveries.repository';
import { WebhookEndpointsRepository } from '@billhook/webhooks/endpoints/endpoints.repository';
import { Module } from '@nestjs/common';
import { AuditModule } from '../../identity/audit/audit.module.js';
import { WebhookDeliveriesController } from './deliveries.controller.js';
import { WebhookDeliveriesService } from './deliveries.service.js';

@Module({
  imports: [AuditModule],
  controllers: [WebhookDeliveriesController],
  providers: [WebhookDeliveriesService, WebhookDeliveriesRepository, WebhookEndpointsRepository],
  exports: [WebhookDeliveriesService, WebhookDeliveriesRepository],
})
export class WebhookDeliveriesModule {}
