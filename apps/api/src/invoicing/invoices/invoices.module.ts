import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { Module } from '@nestjs/common';
import { CompaniesModule } from '../../identity/companies/companies.module.js';
import { provideRepository } from '../../platform/db.module.js';
import { BatchesService } from '../../request/writes/batches.service.js';
import { ClientsModule } from '../clients/clients.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { ExpandModule } from '../expand/expand.module.js';
import { TaxRatesModule } from '../tax-rates/tax-rates.module.js';
import { InvoicesActionsController } from './invoice-actions.controller.js';
import { InvoiceActionsService } from './invoice-actions.service.js';
import { InvoiceFollowers } from './invoice-followers.service.js';
import { InvoicesBatchController, InvoicesController } from './invoices.controller.js';
import { InvoicesService } from './invoices.service.js';

@Module({
  imports: [ClientsModule, CompaniesModule, DocumentsModule, ExpandModule, TaxRatesModule],
  controllers: [InvoicesController, InvoicesActionsController, InvoicesBatchController],
  providers: [
    InvoicesService,
    InvoiceActionsService,
    InvoiceFollowers,
    BatchesService,
    provideRepository(InvoicesRepository),
  ],
  exports: [InvoicesService, InvoiceActionsService, InvoiceFollowers],
})
export class InvoicesModule {}
