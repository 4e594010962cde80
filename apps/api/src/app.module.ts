import type { Wake } from '@billhook/db/outbox';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { AuditPagesModule } from './audit/audit-pages.module.js';
import { AuthModule } from './auth/auth.module.js';
import { ClientsModule } from './clients/clients.module.js';
import { CompaniesModule } from './companies/companies.module.js';
import { CreditNotesModule } from './credit-notes/credit-notes.module.js';
import { DeprecationsModule } from './deprecations/deprecations.module.js';
import { KeyTrafficModule } from './key-traffic/key-traffic.module.js';
import { EventTypesModule } from './event-types/event-types.module.js';
import { EventsModule } from './events/events.module.js';
import { HealthModule } from './health/health.module.js';
import { InvitationsModule } from './invitations/invitations.module.js';
import { InvoicesModule } from './invoices/invoices.module.js';
import { KeyPagesModule } from './keys/key-pages.module.js';
import { KeysModule } from './keys/keys.module.js';
import { WellKnownModule } from './well-known/well-known.module.js';
import { LeakedKeysModule } from './leaked-keys/leaked-keys.module.js';
import { MailsModule } from './mails/mails.module.js';
import { MemberPagesModule } from './members/member-pages.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { PermissionsModule } from './permissions/permissions.module.js';
import { DbModule } from './platform/db.module.js';
import { PlatformModule, type Platform } from './platform/platform.module.js';
import { PortalModule } from './portal/portal.module.js';
import { PublicPageModule } from './public-page/public-page.module.js';
import { QuotesModule } from './quotes/quotes.module.js';
import { TaxRatesModule } from './tax-rates/tax-rates.module.js';
import { SeriesModule } from './series/series.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** The list of features. */
const FEATURES = [
  AccessModule,
  AuditPagesModule,
  AuthModule,
  ClientsModule,
  CompaniesModule,
  CreditNotesModule,
  DeprecationsModule,
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

@Module({})
export class AppModule {
  /** @param wake what a commit with an event calls: the queue's wake-up */
  static with(platform: Platform, wake: Wake): DynamicModule {
    return { module: AppModule, imports: [PlatformModule.with(platform), DbModule.with(wake), ...FEATURES] };
  }
}
