import { insertRow } from '@billhook/db/row';
import type { Tx } from '@billhook/db/unit-of-work';
import { actorLabel } from '@billhook/domain/shared/actor-label';
import type { DocumentLocale } from '@billhook/domain/shared/format-amount';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import { reasonToKeepNotice } from './kept-mail.js';
import { Mail } from './mail.entity.js';
import { sealBodies } from './sealed-bodies.js';
import { composeNotice, PRODUCT } from './templates/compose-notice.js';
import { holdsSecret, type Notice } from './templates/notice.js';

export interface NewNotice {
  /** The company of the key or member; null for a notice about an account. */
  readonly companyId: number | null;
  /** The address of one person: each recipient gets a separate notice. */
  readonly to: string;
  readonly locale: DocumentLocale;
  readonly notice: Notice;
}

/** Writes notices to people in the transaction of the change that causes them; the worker sends them. */
export class Notices {
  /** @param sendsMail whether there is an SMTP_URL */
  constructor(
    readonly sendsMail: boolean,
    private readonly secrets: AppSecrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a notice to the outbox. A link that signs its reader in is stored encrypted until the notice is sent and then deleted;
   * without a mail server it is not stored.
   * @returns whether it will be sent; if not, the caller passes the link on
   * @throws RangeError when the link is not an http address
   */
  async enqueue(tx: Tx, { companyId, to, locale, notice }: NewNotice): Promise<boolean> {
    const kept = await reasonToKeepNotice(tx, this.sendsMail, companyId);
    const sends = kept === undefined;
    const now = this.clock.now();
    const secret = holdsSecret(notice);
    const shown = composeNotice(notice, locale);
    const { subject, text, html } = secret ? composeNotice(notice, locale, 'removed') : shown;
    const row: Omit<Mail, 'id'> = {
      ...{ companyId, kind: 'Notice', resource: null, recordId: null, attachmentName: null },
      ...{ recipients: [to], accepted: [], refused: [], replyTo: null, fromName: PRODUCT },
      ...{ subject, text, html, locale, createdBy: actorLabel('system') },
      sealed:
        secret && sends
          ? sealBodies(this.secrets, { text: shown.text, html: shown.html, until: notice.expiresAt })
          : null,
      status: sends ? 'Pending' : 'Kept',
      nextAttemptAt: sends ? now : null,
      lastError: kept ?? null,
      ...{ attempts: 0, messageId: null, createdAt: now, sentAt: null, updatedAt: now },
    };
    await insertRow(tx, Mail, row);
    return sends;
  }
}
