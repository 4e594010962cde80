import type { Wake } from '@billhook/db/outbox';
import { NOTICES_PROVIDER } from '@billhook/mail/notices-provider';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { PlatformModule, type Platform } from '@billhook/platform/nest/platform.module';
import { EgressGuard } from '@billhook/webhooks/attempts/egress-guard';
import { GuardedFetch } from '@billhook/webhooks/attempts/guarded-fetch';
import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { AccountModule } from './identity/account/account.module.js';
import { ApplicationsModule } from './identity/applications/applications.module.js';
import { AuditModule } from './identity/audit/audit.module.js';
import { AuthModule } from './identity/auth/auth.module.js';
import { CompaniesModule } from './identity/companies/companies.module.js';
import { CompanyApplicationsModule } from './identity/company-applications/company-applications.module.js';
import { CompanyKeysModule } from './identity/company-keys/company-keys.module.js';
import { ConsentModule } from './identity/consent/consent.module.js';
import { DeparturesModule } from './identity/departures/departures.module.js';
import { GrantRevocationService } from './identity/grants/grant-revocation.service.js';
import { GRANTS_ENDED_EFFECTS, type GrantsEndedEffect } from './identity/grants/grants-ended.effect.js';
import { GrantsModule } from './identity/grants/grants.module.js';
import { InvitationsModule } from './identity/invitations/invitations.module.js';
import { KeyPolicyModule } from './identity/key-policy/key-policy.module.js';
import { KeyTrafficModule } from './identity/key-traffic/key-traffic.module.js';
import { KeyRevocationService } from './identity/keys/key-revocation.service.js';
import { KeysModule } from './identity/keys/keys.module.js';
import { LeakedKeysModule } from './identity/leaked-keys/leaked-keys.module.js';
import { MEMBER_LEFT_EFFECTS, type MemberLeftEffect } from './identity/members/member-left.effect.js';
import { MembersModule } from './identity/members/members.module.js';
import { OAuthModule } from './identity/oauth/oauth.module.js';
import { OutboundFetch } from './identity/oauth/outbound-fetch.js';
import { PermissionsModule } from './identity/permissions/permissions.module.js';
import { RequestLogModule } from './identity/request-log/request-log.module.js';
import { SESSIONS_ENDED_EFFECTS, type SessionsEndedEffect } from './identity/sessions/sessions-ended.effect.js';
import { SessionsModule } from './identity/sessions/sessions.module.js';
import { SessionsService } from './identity/sessions/sessions.service.js';
import { ArchivesModule } from './installation/archives/archives.module.js';
import { CompanyDeletionsModule } from './installation/company-deletions/company-deletions.module.js';
import { CompanyExportsModule } from './installation/company-exports/company-exports.module.js';
import { HealthModule } from './installation/health/health.module.js';
import { ImportsModule } from './installation/imports/imports.module.js';
import { SetUpModule } from './installation/set-up/set-up.module.js';
import { ClientsModule } from './invoicing/clients/clients.module.js';
import { CreditNotesModule } from './invoicing/credit-notes/credit-notes.module.js';
import { DocumentChainModule } from './invoicing/document-chain/document-chain.module.js';
import { InvoicesModule } from './invoicing/invoices/invoices.module.js';
import { MailsModule } from './invoicing/mails/mails.module.js';
import { PaymentsModule } from './invoicing/payments/payments.module.js';
import { PublicPageModule } from './invoicing/public-page/public-page.module.js';
import { QuotesModule } from './invoicing/quotes/quotes.module.js';
import { SeriesModule } from './invoicing/series/series.module.js';
import { TaxRatesModule } from './invoicing/tax-rates/tax-rates.module.js';
import { TotalsModule } from './invoicing/totals/totals.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { DbModule } from './platform/db.module.js';
import { PagingService } from './request/paging/paging.service.js';
import { RouteTable } from './request/routes/route-table.js';
import { ShutdownDelay } from './request/shutdown-delay.hooks.js';
import { WebhookDeliveriesModule } from './webhooks/deliveries/deliveries.module.js';
import { EgressModule } from './webhooks/egress.module.js';
import { EndpointDisablingEffect } from './webhooks/endpoints/endpoint-disabling.effect.js';
import { WebhookEndpointsModule } from './webhooks/endpoints/endpoints.module.js';
import { EventsModule } from './webhooks/events/events.module.js';
import { PortalClosingEffect } from './webhooks/portal/portal-closing.effect.js';
import { PortalModule } from './webhooks/portal/portal.module.js';
import { WebhookRunsModule } from './webhooks/runs/runs.module.js';

/** Binds the effects that a lower feature declares to the higher ones that implement them, in the order in which they run. */
@Global()
@Module({
  imports: [GrantsModule, KeysModule, PortalModule, SessionsModule, WebhookEndpointsModule],
  providers: [
    {
      provide: MEMBER_LEFT_EFFECTS,
      useFactory: (...effects: MemberLeftEffect[]) => effects,
      inject: [SessionsService, KeyRevocationService, GrantRevocationService],
    },
    {
      provide: SESSIONS_ENDED_EFFECTS,
      useFactory: (...effects: SessionsEndedEffect[]) => effects,
      inject: [PortalClosingEffect],
    },
    {
      provide: GRANTS_ENDED_EFFECTS,
      useFactory: (...effects: GrantsEndedEffect[]) => effects,
      inject: [EndpointDisablingEffect],
    },
  ],
  exports: [MEMBER_LEFT_EFFECTS, SESSIONS_ENDED_EFFECTS, GRANTS_ENDED_EFFECTS],
})
class EffectsModule {}

/** Gives the OAuth server the guard of webhooks for what it fetches from strangers. */
@Global()
@Module({
  imports: [EgressModule],
  providers: [
    {
      provide: OutboundFetch,
      inject: [EgressGuard],
      useFactory: (guard: EgressGuard) => new GuardedFetch(guard),
    },
  ],
  exports: [OutboundFetch],
})
class OutboundModule {}

/** The list of features. */
const FEATURES = [
  AccessModule.with(AuthModule, GrantsModule, KeysModule, PortalModule, PublicPageModule),
  AccountModule,
  ApplicationsModule,
  ArchivesModule,
  AuditModule,
  AuthModule,
  ClientsModule,
  CompaniesModule,
  CompanyApplicationsModule,
  CompanyDeletionsModule,
  CompanyExportsModule,
  CompanyKeysModule,
  ConsentModule,
  CreditNotesModule,
  EffectsModule,
  KeyPolicyModule,
  KeyTrafficModule,
  EventsModule,
  GrantsModule,
  HealthModule,
  ImportsModule,
  InvitationsModule,
  InvoicesModule,
  KeysModule,
  LeakedKeysModule,
  MailsModule,
  McpModule,
  MembersModule,
  DeparturesModule,
  OAuthModule,
  OpenApiModule,
  OutboundModule,
  PaymentsModule,
  PermissionsModule,
  PortalModule,
  PublicPageModule,
  RequestLogModule,
  QuotesModule,
  DocumentChainModule,
  SeriesModule,
  TotalsModule,
  SessionsModule,
  SetUpModule,
  TaxRatesModule,
  WebhookEndpointsModule,
  WebhookDeliveriesModule,
  WebhookRunsModule,
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
  /** @param wake what a commit with an event calls: the queue's wake-up */
  static with(platform: Platform, wake: Wake): DynamicModule {
    return { module: AppModule, imports: [PlatformModule.with(platform, SHARED), DbModule.with(wake), ...FEATURES] };
  }
}
