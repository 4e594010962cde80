import type { ClientView } from '@billhook/contract/invoicing/client';
import { useTexts } from '@billhook/ui/use-texts';
import { TagsInput, Textarea, type TextareaProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { NoMailWarning } from '../mails/no-mail-warning.js';

/** The default recipients of the API: the contacts that receive such documents, otherwise the email address of the client. */
export function recipientsOf(client: ClientView | undefined, receives: 'Invoice' | 'Quote'): string[] {
  const contacts = client?.contacts.flatMap((contact) =>
    contact.email && contact.receives.includes(receives) ? [contact.email] : [],
  );
  if (contacts && contacts.length > 0) return contacts;
  return client?.email ? [client.email] : [];
}

/** The first error of the recipients: of the list, or of one address. */
export const recipientError = (errors: Readonly<Record<string, ReactNode>>): ReactNode =>
  Object.entries(errors).find(([path]) => path === 'to' || path.startsWith('to.'))?.[1];

interface EmailFieldsProps {
  readonly to: string[];
  readonly onTo: (to: string[]) => void;
  readonly toError: ReactNode;
  readonly message: TextareaProps;
}

/** The recipients and the message of the email with a document. */
export function EmailFields({ to, onTo, toError, message }: EmailFieldsProps) {
  const { t } = useTexts('documents');
  return (
    <>
      <NoMailWarning />
      <TagsInput
        label={t('handOver.to')}
        description={t('send.toHint')}
        value={to}
        onChange={onTo}
        maxTags={20}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        error={toError}
      />
      <Textarea label={t('send.message')} autosize minRows={3} maxRows={10} maxLength={2000} {...message} />
    </>
  );
}
