import { ClientsRepository } from '@billhook/invoicing/clients/clients.repository';
import { CreditNotesRepository } from '@billhook/invoicing/credit-notes/credit-notes.repository';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { PaymentsRepository } from '@billhook/invoicing/payments/payments.repository';
import { QuotesRepository } from '@billhook/invoicing/quotes/quotes.repository';
import { Module } from '@nestjs/common';
import { provideRepository } from '../../platform/db.module.js';
import { Expander } from './expander.service.js';

/** Expands records. It uses the repositories, because services that expand each other would import each other. */
@Module({
  providers: [
    Expander,
    provideRepository(ClientsRepository),
    provideRepository(QuotesRepository),
    provideRepository(InvoicesRepository),
    provideRepository(PaymentsRepository),
    provideRepository(CreditNotesRepository),
  ],
  exports: [Expander],
})
export class ExpandModule {}
