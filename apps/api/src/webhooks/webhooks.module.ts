import { EgressGuard } from '@billhook/webhooks/attempts/egress-guard';
import type { Env } from '@billhook/platform/env';
import { Module } from '@nestjs/common';
import { AuditModule } from '../identity/audit/audit.module.js';
import { EventsModule } from './events/events.module.js';
import { ENV } from '@billhook/platform/tokens';
import { EndpointDisablingEffect } from './endpoints/endpoint-disabling.effect.js';
import { EndpointUrlGuard } from './endpoints/endpoint-url.guard.js';
import { WebhookDeliveriesController } from './deliveries/webhook-deliveries.controller.js';
import { WebhookDeliveriesRepository } from '@billhook/webhooks/deliveries/webhook-deliveries.repository';
import { WebhookDeliveriesService } from './deliveries/webhook-deliveries.service.js';
import { WebhookDiagnosisController } from './endpoints/webhook-diagnosis.controller.js';
import { WebhookDiagnosisService } from './endpoints/webhook-diagnosis.service.js';
import { WebhookEndpointPresenter } from './endpoints/webhook-endpoint.presenter.js';
import { WebhookEndpointsController } from './endpoints/webhook-endpoints.controller.js';
import { WebhookEndpointsRepository } from '@billhook/webhooks/endpoints/webhook-endpoints.repository';
import { WebhookEndpointsService } from './endpoints/webhook-endpoints.service.js';
import { WebhookSecretsController } from './endpoints/webhook-secrets.controller.js';
import { WebhookPreviewController } from './endpoints/webhook-preview.controller.js';
import { WebhookPreviewService } from './endpoints/webhook-preview.service.js';
import { WebhookSecretsService } from './endpoints/webhook-secrets.service.js';
import { WebhookStatsService } from './endpoints/webhook-stats.service.js';
import { WebhookTestsService } from './endpoints/webhook-tests.service.js';
import { EventHistoryRepository } from '@billhook/webhooks/events/event-history.repository';
import { WebhookRunsController } from './runs/webhook-runs.controller.js';
import { WebhookRunsRepository } from '@billhook/webhooks/runs/webhook-runs.repository';
import { WebhookRunsService } from './runs/webhook-runs.service.js';

@Module({
  imports: [AuditModule, EventsModule],
  controllers: [
    WebhookEndpointsController,
    WebhookSecretsController,
    WebhookPreviewController,
    WebhookDeliveriesController,
    WebhookRunsController,
    WebhookDiagnosisController,
  ],
  providers: [
    EndpointDisablingEffect,
    EndpointUrlGuard,
    WebhookEndpointsService,
    WebhookEndpointsRepository,
    WebhookEndpointPresenter,
    WebhookSecretsService,
    WebhookTestsService,
    WebhookStatsService,
    WebhookPreviewService,
    EventHistoryRepository,
    WebhookDiagnosisService,
    WebhookDeliveriesService,
    WebhookDeliveriesRepository,
    WebhookRunsService,
    WebhookRunsRepository,
    {
      provide: EgressGuard,
      inject: [ENV],
      useFactory: (env: Env) =>
        new EgressGuard({
          allowHttp: env.WEBHOOK_ALLOW_HTTP,
          allowedCidrs: env.WEBHOOK_ALLOWED_CIDRS,
          dnsServers: env.WEBHOOK_DNS_SERVERS,
        }),
    },
  ],
  exports: [EgressGuard, EndpointDisablingEffect],
})
export class WebhooksModule {}
