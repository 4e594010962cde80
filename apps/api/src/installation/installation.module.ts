import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { ServedArchivesRepository } from '@billhook/installation/archives/served-archives.repository';
import { CompanyDeletionsRepository } from '@billhook/installation/company-deletions/company-deletions.repository';
import { CompanyExportsRepository } from '@billhook/installation/company-exports/company-exports.repository';
import { SandboxAdvancesRepository } from '@billhook/installation/sandbox-clock/sandbox-advances.repository';
import { WaitingDocumentsQueries } from '@billhook/invoicing/documents/waiting-documents.queries';
import { Module } from '@nestjs/common';
import { AuthModule } from '../identity/auth.module.js';
import { KeysModule } from '../identity/keys.module.js';
import { MembersModule } from '../identity/members.module.js';
import { ClientsModule } from '../invoicing/clients.module.js';
import { InvoicesModule } from '../invoicing/invoices.module.js';
import { InvoicingModule } from '../invoicing/invoicing.module.js';
import { PaymentsModule } from '../invoicing/payments.module.js';
import { QuotesModule } from '../invoicing/quotes.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { ArchivesService } from './archives/archives.service.js';
import { CompanyCreationsService } from './company-creations/company-creations.service.js';
import { CompanyDeletionsController } from './company-deletions/company-deletions.controller.js';
import { CompanyDeletionsService } from './company-deletions/company-deletions.service.js';
import { CompanyExportsController } from './company-exports/company-exports.controller.js';
import { CompanyExportsService } from './company-exports/company-exports.service.js';
import { HealthController, SecurityTxtController } from './health/health.controller.js';
import { HealthService } from './health/health.service.js';
import { HomeController } from './home/home.controller.js';
import { HomeService } from './home/home.service.js';
import { SandboxClockController } from './sandbox-clock/sandbox-clock.controller.js';
import { SandboxClockService } from './sandbox-clock/sandbox-clock.service.js';
import { SandboxExamplesService } from './sandboxes/sandbox-examples.service.js';
import { SandboxResetService } from './sandboxes/sandbox-reset.service.js';
import { SandboxController, SandboxesController } from './sandboxes/sandboxes.controller.js';
import { SandboxesService } from './sandboxes/sandboxes.service.js';
import { SetUpController } from './set-up/set-up.controller.js';
import { SetUpService } from './set-up/set-up.service.js';

/** Set-up, exports, deletions and sandboxes of companies, the home page, health and archives. */
@Module({
  imports: [
    ...[AuthModule, MembersModule, ClientsModule, InvoicesModule, QuotesModule, PaymentsModule],
    ...[InvoicingModule, KeysModule, WebhooksModule],
  ],
  controllers: [
    ...[SetUpController, CompanyExportsController, CompanyDeletionsController, HealthController],
    ...[SecurityTxtController, SandboxesController, SandboxController, SandboxClockController, HomeController],
  ],
  providers: [
    ...[SetUpService, CompaniesRepository, CompanyExportsService, CompanyExportsRepository],
    ...[CompanyDeletionsService, CompanyDeletionsRepository, HealthService, ArchivesService],
    ...[ServedArchivesRepository, SandboxesService, SandboxResetService],
    ...[
      CompanyCreationsService,
      SandboxExamplesService,
      SandboxClockService,
      SandboxAdvancesRepository,
      HomeService,
      WaitingDocumentsQueries,
    ],
  ],
})
export class InstallationModule {}
