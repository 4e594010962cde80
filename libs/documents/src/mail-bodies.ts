import type { Runner } from '@billhook/db/statement';
import type { DocumentMail } from '@billhook/mail/mail.entity';
import { unmasked, type AnsweringLinks } from '@billhook/records/documents/answering-links';

type Bodies = Pick<DocumentMail, 'text' | 'html'>;

/**
 * The bodies of an email as they are sent: with the answering link of its document, which the stored ones leave out. One whose link was
 * revoked before it was sent keeps the mask, which opens nothing.
 */
export function mailBodies(links: AnsweringLinks, runner: Runner): (mail: DocumentMail) => Promise<Bodies> {
  return async ({ companyId, resource, recordId, text, html }) => {
    const token = await links.tokenOf(runner, { companyId, resource, recordId });
    return token === undefined ? { text, html } : { text: unmasked(text, token), html: unmasked(html, token) };
  };
}
