import { CreditNotesRepository } from '@billhook/invoicing/credit-notes/credit-notes.repository';
import { Module } from '@nestjs/common';
import { CompaniesModule } from '../../identity/companies/companies.module.js';
import { provideRepository } from '../../platform/db.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { ExpandModule } from '../expand/expand.module.js';
import { InvoicesVoidController } from '../invoices/invoice-actions.controller.js';
import { InvoiceVoiding } from '../invoices/invoice-voiding.effect.js';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { CreditNotesActionsController } from './credit-note-actions.controller.js';
import { CreditNotesController } from './credit-notes.controller.js';
import { CreditNotesService } from './credit-notes.service.js';

@Module({
  imports: [ClientsModule, CompaniesModule, DocumentsModule, ExpandModule, InvoicesModule, PaymentsModule],
  controllers: [CreditNotesController, CreditNotesActionsController, InvoicesVoidController],
  providers: [
    CreditNotesService,
    { provide: InvoiceVoiding, useExisting: CreditNotesService },
    provideRepository(CreditNotesRepository),
  ],
  exports: [CreditNotesService],
})
export class CreditNotesModule {}
