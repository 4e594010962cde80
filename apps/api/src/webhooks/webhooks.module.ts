import { ChangeLogRepository } from '@billhook/invoicing/changes/change-log.repository';
import { ENV, type Env } from '@billhook/platform/env';
import { EgressGuard, egressRules } from '@billhook/webhooks/attempts/egress-guard';
import { WebhookDeliveriesRepository } from '@billhook/webhooks/deliveries/deliveries.repository';
import { WebhookEndpointPresenter } from '@billhook/webhooks/endpoints/endpoint.presenter';
import { WebhookEndpointsRepository } from '@billhook/webhooks/endpoints/endpoints.repository';
import { EventHistoryRepository } from '@billhook/webhooks/events/event-history.repository';
import { EventLogRepository } from '@billhook/webhooks/events/event-log.repository';
import { EventsRepository } from '@billhook/webhooks/events/events.repository';
import { StreamPlacesRepository } from '@billhook/webhooks/events/stream-slots.repository';
import { PortalRepository } from '@billhook/webhooks/portal/portal.repository';
import { WebhookRunsRepository } from '@billhook/webhooks/runs/runs.repository';
import { Module } from '@nestjs/common';
import { PortalLookup } from '../access/lookups.js';
import { AuthModule } from '../identity/auth.module.js';
import { KeysModule } from '../identity/keys.module.js';
import { MembersModule } from '../identity/members.module.js';
import { RecordsModule } from '../invoicing/records.module.js';
import { ChangeLog } from './changes/change-log.service.js';
import { ChangesController, ScreenChangesController } from './changes/changes.controller.js';
import { ChangesService, ChangeStreams } from './changes/changes.service.js';
import { ScreenLog, ScreenStreams } from './changes/screen-streams.service.js';
import { WebhookDeliveriesController } from './deliveries/deliveries.controller.js';
import { WebhookDeliveriesService } from './deliveries/deliveries.service.js';
import { WebhookCertificationService } from './endpoints/certification.service.js';
import { WebhookDiagnosisService } from './endpoints/diagnosis.service.js';
import { EndpointGrantsEffect } from './endpoints/endpoint-grants.effect.js';
import { WebhookPreviewService } from './endpoints/endpoint-preview.service.js';
import { WebhookSecretsService } from './endpoints/endpoint-secrets.service.js';
import { WebhookStatsService } from './endpoints/endpoint-stats.service.js';
import { WebhookTestsService } from './endpoints/endpoint-tests.service.js';
import {
  WebhookCertificationController,
  WebhookDiagnosisController,
  WebhookPreviewController,
  WebhookSecretsController,
  WebhookProgressController,
} from './endpoints/endpoint-tools.controller.js';
import { EndpointUrlGuard } from './endpoints/endpoint-url.guard.js';
import { WebhookEndpointsController } from './endpoints/endpoints.controller.js';
import { WebhookEndpointsService } from './endpoints/endpoints.service.js';
import { EventPlacesService } from './events/event-cursors.service.js';
import { EventStreams } from './events/event-streams.service.js';
import { EventsController, PortalEventsController, EventTypesController } from './events/events.controller.js';
import { EventsService } from './events/events.service.js';
import { PortalClosingEffect } from './portal/portal-closing.effect.js';
import { PortalLinksController, PortalController } from './portal/portal.controller.js';
import { PortalService } from './portal/portal.service.js';
import { WebhookRunsController } from './runs/runs.controller.js';
import { WebhookRunsService } from './runs/runs.service.js';

/** Events, endpoints, deliveries, runs and the portal. */
@Module({
  imports: [AuthModule, KeysModule, MembersModule, RecordsModule],
  controllers: [
    ...[ChangesController, ScreenChangesController, EventsController, PortalEventsController, EventTypesController],
    WebhookDeliveriesController,
    ...[WebhookEndpointsController, WebhookSecretsController, WebhookPreviewController],
    ...[WebhookDiagnosisController, WebhookProgressController, WebhookRunsController, PortalController],
    ...[PortalLinksController, WebhookCertificationController],
  ],
  providers: [
    ...[EventsRepository, EventLogRepository, EventPlacesService, EventsService, EventStreams],
    ...[ChangeLogRepository, ChangeLog, ChangesService, ChangeStreams, ScreenLog, ScreenStreams],
    ...[StreamPlacesRepository, WebhookDeliveriesService, WebhookDeliveriesRepository],
    ...[WebhookEndpointsRepository, WebhookEndpointsService, WebhookEndpointPresenter, EndpointUrlGuard],
    ...[WebhookSecretsService, WebhookTestsService, WebhookStatsService, WebhookDiagnosisService],
    WebhookCertificationService,
    ...[WebhookPreviewService, EventHistoryRepository, EndpointGrantsEffect, WebhookRunsService],
    ...[WebhookRunsRepository, PortalService, PortalRepository, PortalClosingEffect],
    { provide: EgressGuard, inject: [ENV], useFactory: (env: Env) => new EgressGuard(egressRules(env)) },
    { provide: PortalLookup, useExisting: PortalService },
  ],
  exports: [ChangeLog, EgressGuard, PortalLookup, PortalClosingEffect, EndpointGrantsEffect, WebhookEndpointsService],
})
export class WebhooksModule {}
