import { EgressGuard } from '@billhook/delivery/egress-guard';
import type { Env } from '@billhook/platform/env';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { ENV } from '../platform/tokens.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { WebhookEndpointsController } from './webhook-endpoints.controller.js';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.js';
import { WebhookEndpointsService } from './webhook-endpoints.service.js';

@Module({
  imports: [AuditModule],
  controllers: [WebhookEndpointsController, WebhookDeliveriesController],
  providers: [
    WebhookEndpointsService,
    WebhookEndpointsRepository,
    WebhookDeliveriesService,
    WebhookDeliveriesRepository,
    {
      provide: EgressGuard,
      inject: [ENV],
      useFactory: (env: Env) =>
        new EgressGuard({ allowHttp: env.WEBHOOK_ALLOW_HTTP, allowedCidrs: env.WEBHOOK_ALLOWED_CIDRS }),
    },
  ],
})
export class WebhooksModule {}
