import { insertRow, selectColumns, updateRow } from '@billhook/db/row';
import type { Tx } from '@billhook/db/unit-of-work';
import { retryError } from '@billhook/domain/invoicing/mail';
import { Problem } from '@billhook/domain/shared/problems';
import type { Clock } from '@billhook/platform/clock';
import { isSandbox, reasonToKeep } from './kept-mail.js';
import { Mail, type DocumentMail } from './mail.entity.js';

/** An email to write. Subject, text and html come from `composeMail`. */
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

/** Writes emails in the transaction of the change that causes them; the worker sends them. */
export class MailOutbox {
  /** @param sendsMail whether SMTP_URL is set; without it, emails are stored as Kept and never sent */
  constructor(
    readonly sendsMail: boolean,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds an email to the outbox: Pending, or Kept without a mail server and in a sandbox.
   * @throws RangeError without a recipient
   */
  async enqueue(tx: Tx, mail: NewMail): Promise<DocumentMail> {
    // Mail servers ignore case in practice, and no recipient wants the same email twice.
    const recipients = [...new Map(mail.recipients.map((address) => [address.toLowerCase(), address])).values()];
    if (recipients.length === 0) throw new RangeError('an email needs a recipient');
    const kept = await reasonToKeep(tx, this.sendsMail, mail.companyId);
    const now = this.clock.now();
    const row: Omit<DocumentMail, 'id'> = {
      ...mail,
      kind: 'Document',
      recipients,
      sealed: null,
      accepted: [],
      refused: [],
      status: kept === undefined ? 'Pending' : 'Kept',
      attempts: 0,
      nextAttemptAt: kept === undefined ? now : null,
      lastError: kept ?? null,
      messageId: null,
      createdAt: now,
      sentAt: null,
      updatedAt: now,
    };
    return { ...row, id: await insertRow(tx, Mail, row) };
  }

  /**
   * Makes an email due again with all attempts; recipients who already have it do not get it again.
   * @throws Problem not_found, also for another company's email and for a notice; mail_not_retriable unless Failed or Kept and sendable
   */
  async retry(tx: Tx, companyId: number, id: number): Promise<DocumentMail> {
    const [mail] = await tx.query<DocumentMail>({
      name: 'mail_lock',
      text: `SELECT ${selectColumns(tx.entities, Mail, 'm')} FROM mails m WHERE m.company_id = $1 AND m.id = $2
        AND m.kind = 'Document' FOR UPDATE`,
      values: [companyId, id],
    });
    if (!mail) throw new Problem('not_found', 'There is no such email.');
    const error = retryError(mail.status, this.sendsMail, await isSandbox(tx, companyId));
    if (error !== undefined) {
      throw new Problem('mail_not_retriable', error, { extensions: { currentStatus: mail.status } });
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
