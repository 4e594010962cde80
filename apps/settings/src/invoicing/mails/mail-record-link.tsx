import type { MailView } from '@billhook/contract/invoicing/mail';
import { useTexts } from '@billhook/ui/use-texts';
import { PageLink } from '../../shared/workspace/links.js';

/** The record that a mail is about, by its number; by its id where the number is not known. */
export function MailRecordLink({
  mail,
}: {
  mail: Pick<MailView, 'resource' | 'recordId'> & Partial<Pick<MailView, 'number'>>;
}) {
  const { t } = useTexts('mails');
  const { resource, recordId: id, number } = mail;
  const text = number ?? t(`recordOf.${resource}`, { id });
  switch (resource) {
    case 'invoice':
      return (
        <PageLink to="/invoices/$id" params={{ id }} className="ws-number">
          {text}
        </PageLink>
      );
    case 'quote':
      return (
        <PageLink to="/quotes/$id" params={{ id }} className="ws-number">
          {text}
        </PageLink>
      );
    case 'credit_note':
      return (
        <PageLink to="/credit-notes/$id" params={{ id }} className="ws-number">
          {text}
        </PageLink>
      );
  }
}
