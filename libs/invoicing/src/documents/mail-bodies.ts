import type { ReadRunner } from '@billhook/db/statement';
import type { DocumentMail } from '@billhook/mail/mail.entity';
import { unmasked, type AnsweringLinks } from './answering-links.repository.js';
import { leadsToClientPage, withClientPage, type ClientLinks } from './client-links.repository.js';

type Bodies = Pick<DocumentMail, 'text' | 'html'>;

/**
 * The bodies of an email with the client link and the address of the page of its client, which the stored bodies leave out. If a link
 * was revoked before sending, or the company no longer links to the page, its mask stays, which opens nothing. Undefined while a link
 * cannot be decrypted.
 */
export function mailBodies(
  answering: AnsweringLinks,
  clients: ClientLinks,
  runner: ReadRunner,
): (mail: DocumentMail) => Promise<Bodies | undefined> {
  return async ({ companyId, resource, recordId, text, html }) => {
    const ref = { companyId, resource, recordId };
    const link = await answering.linkOf(runner, ref);
    const page = leadsToClientPage(text) ? await clients.ofDocument(runner, ref) : ({ status: 'None' } as const);
    if (link.status === 'Unreadable' || page.status === 'Unreadable') return undefined;
    const shown = (body: string): string => {
      const answered = link.status === 'Live' ? unmasked(body, link.token) : body;
      return page.status === 'Live' ? withClientPage(answered, page.token) : answered;
    };
    return { text: shown(text), html: shown(html) };
  };
}
