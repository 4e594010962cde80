import { insertRow, selectColumns, updateRow } from '@billhook/db/row';
import type { Tx } from '@billhook/db/unit-of-work';
import { retryFault } from '@billhook/domain/invoicing/mail';
import { Problem } from '@billhook/domain/shared/problems';
import type { Clock } from '@billhook/platform/clock';
import { Mail, type DocumentMail } from './mail.entity.js';

/** A mail to write. Subject, text and html are those of `composeMail`. */
export type NewMail = Pick<
  DocumentMail,
  | 'companyId'
  | 'resource'
  | 'recordId'
  | 'recipients'
  | 'replyTo'
  | 'fromName'
  | 'subject'
  | 'text'
  | 'html'
  | 'locale'
  | 'attachmentName'
  | 'createdBy'
>;

/** What is said of a mail that is kept. */
export const KEPT = 'Not sent: this installation has no mail server (SMTP_URL is not set).';

/** Writes mails in the transaction of the change that they tell of; the worker sends them. */
export class MailOutbox {
  /** @param sendsMail whether there is an SMTP_URL; without one mails are kept to be read, and none is sent */
  constructor(
    readonly sendsMail: boolean,
    private readonly clock: Clock,
  ) {}

  /**
   * Puts a mail into the outbox: Pending, or Kept where there is no mail server.
   * @throws RangeError without a recipient
   */
  async enqueue(tx: Tx, mail: NewMail): Promise<DocumentMail> {
    // Mail servers tell no capitals apart in practice, and nobody wants a mail twice.
    const recipients = [...new Map(mail.recipients.map((address) => [address.toLowerCase(), address])).values()];
    if (recipients.length === 0) throw new RangeError('an email needs a recipient');
    const now = this.clock.now();
    const row: Omit<DocumentMail, 'id'> = {
      ...mail,
      kind: 'Document',
      recipients,
      sealed: null,
      accepted: [],
      refused: [],
      status: this.sendsMail ? 'Pending' : 'Kept',
      attempts: 0,
      nextAttemptAt: this.sendsMail ? now : null,
      lastError: this.sendsMail ? null : KEPT,
      messageId: null,
      createdAt: now,
      sentAt: null,
      updatedAt: now,
    };
    return { ...row, id: await insertRow(tx, Mail, row) };
  }

  /**
   * Makes a mail due again, as if it had never been tried; who has it already does not get it twice.
   * @throws Problem not_found, also for another company's mail and for a notice; mail_not_retriable unless it failed or was kept, and can be sent now
   */
  async retry(tx: Tx, companyId: number, id: number): Promise<DocumentMail> {
    const [mail] = await tx.query<DocumentMail>({
      name: 'mail_lock',
      text: `SELECT ${selectColumns(tx.manager, Mail, 'm')} FROM mails m WHERE m.company_id = $1 AND m.id = $2
        AND m.kind = 'Document' FOR UPDATE`,
      values: [companyId, id],
    });
    if (!mail) throw new Problem('not_found', 'There is no such email.');
    const fault = retryFault(mail.status, this.sendsMail);
    if (fault !== undefined) {
      throw new Problem('mail_not_retriable', fault, { extensions: { currentStatus: mail.status } });
    }
    const now = this.clock.now();
    const due: DocumentMail = {
      ...mail,
      status: 'Pending',
      attempts: 0,
      refused: [],
      nextAttemptAt: now,
      lastError: null,
      updatedAt: now,
    };
    await updateRow(tx, Mail, due);
    return due;
  }
}
