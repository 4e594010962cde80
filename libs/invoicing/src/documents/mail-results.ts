import { NO_EVENT } from '@billhook/db/outbox';
import type { Tx } from '@billhook/db/unit-of-work';
import { actorLabel } from '@billhook/domain/shared/actor-label';
import type { MailResult } from '@billhook/mail/mail-result.rules';
import type { DocumentMail } from '@billhook/mail/mail.entity';
import { CreditNotesRepository } from '../credit-notes/credit-notes.repository.js';
import type { DocumentRow, Documents } from '../document-base/document.repository.js';
import { InvoicesRepository } from '../invoices/invoices.repository.js';
import { QuotesRepository } from '../quotes/quotes.repository.js';
import { changeOf, type ChangeAuthor } from '../records/change.js';
import type { RecordContext } from '../records/record.repository.js';

const ACTIONS = { Sent: 'mailed', Failed: 'mailFailed' } as const;

/**
 * Writes the result of an email to its record: `delivery` and a line of the timeline, without an event. The result of an email that
 * is not the latest one of the record adds only a line.
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

  /** Call it in the transaction that records the result. */
  async record(tx: Tx, mail: DocumentMail, result: MailResult): Promise<void> {
    const { companyId, resource, recordId: id } = mail;
    if (result.status === 'Pending') return;
    const action = ACTIONS[result.status];
    const details = { mailId: mail.id, to: mail.recipients.join(', ') };
    const author: ChangeAuthor = { by: actorLabel('system'), at: result.at, reason: result.error, details };
    const take = async <Row extends DocumentRow>(documents: Documents<Row>) => {
      const row = await documents.lock(tx, companyId, { id });
      const delivery = deliveryAfter(row, mail, result);
      if (!delivery) return documents.note(tx, row, action, author);
      await documents.write(tx, row, { ...row, delivery }, changeOf(action, NO_EVENT, author));
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

/** The new `delivery` of the document; null if the document has sent a newer email. */
function deliveryAfter({ delivery }: DocumentRow, mail: DocumentMail, result: MailResult): DocumentRow['delivery'] {
  if (result.status === 'Pending' || delivery?.mailId !== mail.id) return null;
  return { ...delivery, status: result.status, error: result.error, at: result.at.toISOString() };
}
