import { ClientsRepository } from '@billhook/invoicing/clients/clients.repository';
import { CreditNotesRepository } from '@billhook/invoicing/credit-notes/credit-notes.repository';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { PaymentsRepository } from '@billhook/invoicing/payments/payments.repository';
import { QuotesRepository } from '@billhook/invoicing/quotes/quotes.repository';
import { Module } from '@nestjs/common';
import { provideRepository } from '../../platform/db.module.js';
import { Expander } from './expander.service.js';

/**
 * What records are answered along with. It reads the repositories of all of them itself: a record and what it refers to point at each other,
 * and through the services the features would, too.
 */
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
