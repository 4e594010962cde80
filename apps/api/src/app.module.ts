import type { Wake } from '@billhook/db/outbox';
import { NOTICES_PROVIDER } from '@billhook/mail/notices-provider';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { PlatformModule, type Platform } from '@billhook/platform/nest/platform.module';
import { EgressGuard, GuardedFetch } from '@billhook/webhooks/attempts/egress-guard';
import { WAKE_SIGNALS, type WakeSignals } from '@billhook/webhooks/engine/wake-signal';
import { type DynamicModule, Global, Module, type Provider, type Type } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { AuthModule } from './identity/auth.module.js';
import { GrantChangesService } from './identity/grants/grant-changes.service.js';
import { GrantRevocationService } from './identity/grants/grant-revocation.service.js';
import { GRANTS_CHANGED_EFFECTS, type GrantsChangedEffect } from './identity/grants/grants-changed.effect.js';
import { KeysModule } from './identity/keys.module.js';
import { KeyRevocationService } from './identity/keys/key-revocation.service.js';
import { MembersModule } from './identity/members.module.js';
import { MEMBER_CHANGED_EFFECTS, type MemberChangedEffect } from './identity/members/member-changed.effect.js';
import { MEMBER_LEFT_EFFECTS, type MemberLeftEffect } from './identity/members/member-left.effect.js';
import { OAuthModule } from './identity/oauth.module.js';
import { OutboundFetch } from './identity/oauth/outbound-fetch.js';
import { PermissionsModule } from './identity/permissions.module.js';
import { RequestLogModule } from './identity/request-log/request-log.module.js';
import { SESSIONS_ENDED_EFFECTS, type SessionsEndedEffect } from './identity/sessions/sessions-ended.effect.js';
import { SessionsService } from './identity/sessions/sessions.service.js';
import { ImportsModule } from './installation/imports/imports.module.js';
import { InstallationModule } from './installation/installation.module.js';
import { SnapshotsModule } from './installation/snapshots/snapshots.module.js';
import { ClientsModule } from './invoicing/clients.module.js';
import { InvoicesModule } from './invoicing/invoices.module.js';
import { InvoicingModule } from './invoicing/invoicing.module.js';
import { PaymentsModule } from './invoicing/payments.module.js';
import { QuotesModule } from './invoicing/quotes.module.js';
import { RecordsModule } from './invoicing/records.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { OpenApiModule } from './openapi/openapi.controller.js';
import { DbModule } from './platform/db.module.js';
import { PagingService } from './request/paging/paging.service.js';
import { RouteTable } from './request/routes/route-table.js';
import { ShutdownDelay } from './request/shutdown-delay.hooks.js';
import { EndpointGrantsEffect } from './webhooks/endpoints/endpoint-grants.effect.js';
import { PortalClosingEffect } from './webhooks/portal/portal-closing.effect.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** The list of effects that a lower feature injects, in the order in which they run. */
const effects = <Effect>(provide: symbol, ...inject: readonly Type<Effect>[]): Provider => ({
  ...{ provide, inject: [...inject] },
  useFactory: (...bound: Effect[]) => bound,
});

/** Binds what a lower feature declares to the higher one that implements it. */
@Global()
@Module({
  imports: [AuthModule, KeysModule, OAuthModule, WebhooksModule],
  providers: [
    effects<MemberLeftEffect>(MEMBER_LEFT_EFFECTS, SessionsService, KeyRevocationService, GrantRevocationService),
    effects<MemberChangedEffect>(MEMBER_CHANGED_EFFECTS, GrantChangesService),
    effects<SessionsEndedEffect>(SESSIONS_ENDED_EFFECTS, PortalClosingEffect),
    effects<GrantsChangedEffect>(GRANTS_CHANGED_EFFECTS, EndpointGrantsEffect),
    // The OAuth server has the guard of webhooks for what it fetches from strangers.
    { provide: OutboundFetch, useFactory: (guard: EgressGuard) => new GuardedFetch(guard), inject: [EgressGuard] },
  ],
  exports: [
    ...[MEMBER_LEFT_EFFECTS, MEMBER_CHANGED_EFFECTS, SESSIONS_ENDED_EFFECTS, GRANTS_CHANGED_EFFECTS],
    OutboundFetch,
  ],
})
class EffectsModule {}

const FEATURES = [
  AccessModule.with(AuthModule, KeysModule, OAuthModule, InvoicingModule, WebhooksModule, SnapshotsModule),
  ...[EffectsModule, MembersModule, AuthModule, KeysModule, OAuthModule, PermissionsModule, RequestLogModule],
  ...[RecordsModule, ClientsModule, InvoicesModule, QuotesModule, PaymentsModule, InvoicingModule],
  ...[WebhooksModule, InstallationModule, ImportsModule, SnapshotsModule, OpenApiModule, McpModule],
];

/** The providers that every feature may inject, in addition to the platform. */
const SHARED: readonly Provider[] = [
  NOTICES_PROVIDER,
  { provide: PagingService, inject: [AppSecrets], useFactory: (secrets: AppSecrets) => new PagingService(secrets) },
  RouteTable,
  ShutdownDelay,
];

@Module({})
export class AppModule {
  /**
   * @param wake what a commit with an event calls: the queue's wake-up
   * @param signals what these calls send
   */
  static with(platform: Platform, wake: Wake, signals: WakeSignals | null = null): DynamicModule {
    const shared = [...SHARED, { provide: WAKE_SIGNALS, useValue: signals }];
    return { module: AppModule, imports: [PlatformModule.with(platform, shared), DbModule.with(wake), ...FEATURES] };
  }
}
