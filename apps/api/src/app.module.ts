import type { Wake } from '@billhook/db/outbox';
import { NOTICES_PROVIDER } from '@billhook/mail/notices-provider';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { PlatformModule, type Platform } from '@billhook/platform/platform.module';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { AuditPagesModule } from './identity/audit/audit-pages.module.js';
import { AuthModule } from './identity/auth/auth.module.js';
import { ClientsModule } from './invoicing/clients/clients.module.js';
import { CompaniesModule } from './identity/companies/companies.module.js';
import { CreditNotesModule } from './invoicing/credit-notes/credit-notes.module.js';
import { KeyTrafficModule } from './identity/key-traffic/key-traffic.module.js';
import { EventTypesModule } from './webhooks/events/event-types.module.js';
import { EventsModule } from './webhooks/events/events.module.js';
import { HealthModule } from './health/health.module.js';
import { InvitationsModule } from './identity/invitations/invitations.module.js';
import { InvoicesModule } from './invoicing/invoices/invoices.module.js';
import { KeyPagesModule } from './identity/keys/key-pages.module.js';
import { KeysModule } from './identity/keys/keys.module.js';
import { WellKnownModule } from './health/well-known.module.js';
import { LeakedKeysModule } from './identity/keys/leaked-keys.module.js';
import { MailsModule } from './invoicing/mails/mails.module.js';
import { MemberPagesModule } from './identity/members/member-pages.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { PaymentsModule } from './invoicing/payments/payments.module.js';
import { PermissionsModule } from './identity/permissions/permissions.module.js';
import { DbModule } from './platform/db.module.js';
import { Paging } from './request/paging/paging.js';
import { RouteTable } from './request/routes/route-table.js';
import { PortalModule } from './webhooks/portal/portal.module.js';
import { PublicPageModule } from './invoicing/public-page/public-page.module.js';
import { QuotesModule } from './invoicing/quotes/quotes.module.js';
import { TaxRatesModule } from './invoicing/tax-rates/tax-rates.module.js';
import { SeriesModule } from './invoicing/series/series.module.js';
import { WebhooksModule } from './webhooks/webhooks/webhooks.module.js';

/** The list of features. */
const FEATURES = [
  AccessModule.with(AuthModule, KeysModule, PortalModule, PublicPageModule),
  AuditPagesModule,
  AuthModule,
  ClientsModule,
  CompaniesModule,
  CreditNotesModule,
  KeyTrafficModule,
  EventTypesModule,
  EventsModule,
  HealthModule,
  InvitationsModule,
  InvoicesModule,
  KeyPagesModule,
  KeysModule,
  LeakedKeysModule,
  WellKnownModule,
  MailsModule,
  MemberPagesModule,
  OpenApiModule,
  PaymentsModule,
  PermissionsModule,
  PortalModule,
  PublicPageModule,
  QuotesModule,
  SeriesModule,
  TaxRatesModule,
  WebhooksModule,
];

/** What every feature may inject, beside the platform. */
const SHARED: readonly Provider[] = [
  NOTICES_PROVIDER,
  { provide: Paging, inject: [AppSecrets], useFactory: (secrets: AppSecrets) => new Paging(secrets) },
  RouteTable,
];

@Module({})
export class AppModule {
  /** @param wake what a commit with an event calls: the queue's wake-up */
  static with(platform: Platform, wake: Wake): DynamicModule {
    return { module: AppModule, imports: [PlatformModule.with(platform, SHARED), DbModule.with(wake), ...FEATURES] };
  }
}
