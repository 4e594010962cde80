import type { ReadRunner } from '@billhook/db/statement';
import type { DocumentMail } from '@billhook/mail/mail.entity';
import { unmasked, type AnsweringLinks } from './answering-links.repository.js';

type Bodies = Pick<DocumentMail, 'text' | 'html'>;

/**
 * The bodies of an email as they are sent: with the answering link of its document, which the stored ones leave out. One whose link was
 * revoked before it was sent keeps the mask, which opens nothing. Undefined while its link cannot be read.
 */
export function mailBodies(
  links: AnsweringLinks,
  runner: ReadRunner,
): (mail: DocumentMail) => Promise<Bodies | undefined> {
  return async ({ companyId, resource, recordId, text, html }) => {
    const link = await links.linkOf(runner, { companyId, resource, recordId });
    switch (link.status) {
      case 'None':
        return { text, html };
      case 'Live':
        return { text: unmasked(text, link.token), html: unmasked(html, link.token) };
      case 'Unreadable':
        return undefined;
    }
  };
}
