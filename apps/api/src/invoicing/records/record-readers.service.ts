import type { RecordName } from '@billhook/domain/shared/resources';
import { ClientsRepository } from '@billhook/invoicing/clients/clients.repository';
import { CreditNotesRepository } from '@billhook/invoicing/credit-notes/credit-notes.repository';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { PaymentsRepository } from '@billhook/invoicing/payments/payments.repository';
import { QuotesRepository } from '@billhook/invoicing/quotes/quotes.repository';
import type { RecordReader } from '@billhook/invoicing/record-repositories';
import { Injectable } from '@nestjs/common';

/** The repositories that read records, by the kind of record. */
@Injectable()
export class RecordReaders {
  private readonly readers: Readonly<Record<RecordName, RecordReader>>;

  constructor(
    client: ClientsRepository,
    quote: QuotesRepository,
    invoice: InvoicesRepository,
    credit_note: CreditNotesRepository,
    payment: PaymentsRepository,
  ) {
    this.readers = { client, quote, invoice, credit_note, payment };
  }

  of(resource: RecordName): RecordReader {
    return this.readers[resource];
  }
}
