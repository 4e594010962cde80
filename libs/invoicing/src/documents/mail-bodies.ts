import type { ReadRunner } from '@billhook/db/statement';
import type { DocumentMail } from '@billhook/mail/mail.entity';
import { unmasked, type AnsweringLinks } from './answering-links.repository.js';

type Bodies = Pick<DocumentMail, 'text' | 'html'>;

/**
 * The bodies of an email with the client link, which the stored bodies leave out. If the link was revoked before sending, the mask
 * stays, which opens nothing. Undefined while the link cannot be decrypted.
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
