import { NO_EVENT } from '@billhook/db/outbox';
import type { Tx } from '@billhook/db/unit-of-work';
import type { MailResult } from '@billhook/mail/judge';
import type { DocumentMail } from '@billhook/mail/mail.entity';
import type { Change } from '../records/change.js';
import { CreditNotesRepository } from '../credit-notes/credit-notes.repository.js';
import type { DocumentColumns, DocumentExtras } from './document.columns.js';
import type { Documents } from './document.repository.js';
import { InvoicesRepository } from '../invoices/invoices.repository.js';
import { QuotesRepository } from '../quotes/quotes.repository.js';
import type { RecordContext } from '../records/record.repository.js';

const ACTIONS = { Sent: 'mailed', Failed: 'mailFailed' } as const;

/**
 * Takes up on the record what became of its mail: `delivery` and a line of the timeline. Nothing is told to the world: the mail changes
 * nothing that an integration acts on. An older mail than the one that the record names leaves only its line.
 */
export class MailResults {
  private readonly invoices: InvoicesRepository;
  private readonly quotes: QuotesRepository;
  private readonly notes: CreditNotesRepository;

  constructor(context: RecordContext) {
    this.invoices = new InvoicesRepository(context);
    this.quotes = new QuotesRepository(context);
    this.notes = new CreditNotesRepository(context);
  }

  /** In the transaction that records the result. */
  async record(tx: Tx, mail: DocumentMail, result: MailResult): Promise<void> {
    const { companyId, resource, recordId: id } = mail;
    if (result.status === 'Pending') return;
    const change: Change = {
      action: ACTIONS[result.status],
      event: NO_EVENT,
      by: 'system',
      at: result.at,
      reason: result.error,
      details: { mailId: mail.id, to: mail.recipients.join(', ') },
    };
    const take = async <Row extends DocumentColumns & DocumentExtras>(documents: Documents<Row>) => {
      const row = await documents.lock(tx, companyId, { id });
      await documents.write(tx, delivered(row, mail, result), change);
    };
    switch (resource) {
      case 'invoice':
        return take(this.invoices);
      case 'quote':
        return take(this.quotes);
      case 'credit_note':
        return take(this.notes);
    }
  }
}

function delivered<Row extends DocumentColumns>(row: Row, mail: DocumentMail, result: MailResult): Row {
  const { delivery } = row;
  if (result.status === 'Pending' || delivery?.mailId !== mail.id) return row;
  const next = { ...delivery, status: result.status, error: result.error, at: result.at.toISOString() };
  return { ...row, delivery: next, version: row.version + 1, updatedAt: result.at };
}
