import type { MailView } from '@billhook/contract/invoicing/mail';
import { useTexts } from '@billhook/ui/use-texts';
import { PageLink } from '../../shared/workspace/links.js';

/** A link to the record of an email, with its number, or with its id if the number is unknown. */
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
