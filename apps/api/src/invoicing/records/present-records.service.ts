import type { RecordName } from '@billhook/domain/shared/resources';
import { ClientsRepository } from '@billhook/invoicing/clients/clients.repository';
import { CreditNotesRepository } from '@billhook/invoicing/credit-notes/credit-notes.repository';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { PaymentsRepository } from '@billhook/invoicing/payments/payments.repository';
import { QuotesRepository } from '@billhook/invoicing/quotes/quotes.repository';
import type { Presented } from '@billhook/invoicing/records/locked-records';
import { Injectable } from '@nestjs/common';

/** A record as its GET returns it, with the times of its newest changes. */
export interface PresentRecord {
  readonly data: Presented;
  /** Newest first. */
  readonly changedAt: readonly Date[];
}

/** Reads records of any kind. */
@Injectable()
export class PresentRecords {
  private readonly read: Readonly<Record<RecordName, (companyId: number, id: number) => Promise<PresentRecord>>>;

  constructor(
    client: ClientsRepository,
    quote: QuotesRepository,
    invoice: InvoicesRepository,
    credit_note: CreditNotesRepository,
    payment: PaymentsRepository,
  ) {
    this.read = {
      client: (...of) => client.present(...of),
      quote: (...of) => quote.present(...of),
      invoice: (...of) => invoice.present(...of),
      credit_note: (...of) => credit_note.present(...of),
      payment: (...of) => payment.present(...of),
    };
  }

  /** @throws Problem not_found, also for another company's record */
  get(resource: RecordName, companyId: number, id: number): Promise<PresentRecord> {
    return this.read[resource](companyId, id);
  }
}
