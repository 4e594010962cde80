import { WebhookEndpointPresenter } from '@billhook/webhooks/endpoints/endpoint.presenter';
import { WebhookEndpointsRepository } from '@billhook/webhooks/endpoints/endpoints.repository';
import { EventHistoryRepository } from '@billhook/webhooks/events/event-history.repository';
import { Module } from '@nestjs/common';
import { AuditModule } from '../../identity/audit/audit.module.js';
import { WebhookDeliveriesModule } from '../deliveries/deliveries.module.js';
import { EgressModule } from '../egress.module.js';
import { EventsModule } from '../events/events.module.js';
import { WebhookDiagnosisController } from './diagnosis.controller.js';
import { WebhookDiagnosisService } from './diagnosis.service.js';
import { EndpointDisablingEffect } from './endpoint-disabling.effect.js';
import { WebhookPreviewController } from './endpoint-preview.controller.js';
import { WebhookPreviewService } from './endpoint-preview.service.js';
import { WebhookSecretsController } from './endpoint-secrets.controller.js';
import { WebhookSecretsService } from './endpoint-secrets.service.js';
import { WebhookStatsService } from './endpoint-stats.service.js';
import { WebhookTestsService } from './endpoint-tests.service.js';
import { EndpointUrlGuard } from './endpoint-url.guard.js';
import { WebhookEndpointsController } from './endpoints.controller.js';
import { WebhookEndpointsService } from './endpoints.service.js';
import { WebhookProgressController } from './webhook-progress.controller.js';

@Module({
  imports: [AuditModule, EgressModule, EventsModule, WebhookDeliveriesModule],
  controllers: [
    ...[WebhookEndpointsController, WebhookSecretsController, WebhookPreviewController],
    ...[WebhookDiagnosisController, WebhookProgressController],
  ],
  providers: [
    ...[WebhookEndpointsService, WebhookEndpointsRepository, WebhookEndpointPresenter, EndpointUrlGuard],
    ...[WebhookSecretsService, WebhookTestsService, WebhookStatsService, WebhookDiagnosisService],
    ...[WebhookPreviewService, EventHistoryRepository, EndpointDisablingEffect],
  ],
  exports: [EndpointDisablingEffect],
})
export class WebhookEndpointsModule {}
