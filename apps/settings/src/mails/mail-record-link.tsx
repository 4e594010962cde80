import type { MailView } from '@billhook/contract/mail';
import { useMailTexts } from '../texts/mails.js';
import { PageLink } from '../workspace/links.js';

/** The record that a mail is about. Its number stands in the subject; the mail itself keeps the id. */
export function MailRecordLink({ mail }: { mail: Pick<MailView, 'resource' | 'recordId'> }) {
  const { t } = useMailTexts();
  const { resource, recordId: id } = mail;
  const text = t(`recordOf.${resource}`, { id });
  switch (resource) {
    case 'invoice':
      return (
        <PageLink to="/invoices/$id" params={{ id }}>
          {text}
        </PageLink>
      );
    case 'quote':
      return (
        <PageLink to="/quotes/$id" params={{ id }}>
          {text}
        </PageLink>
      );
    case 'credit_note':
      return (
        <PageLink to="/credit-notes/$id" params={{ id }}>
          {text}
        </PageLink>
      );
  }
}
