import type { ClientView } from '@billhook/contract/invoicing/client';
import { useTexts } from '@billhook/ui/use-texts';
import { Radio, Stack, TagsInput, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { NoMailWarning } from '../mails/no-mail-warning.js';
import { useHolds } from '../../shared/session/signed-in.js';
import { useRecord } from '../../shared/workspace/records.js';
import type { CreditNoteValues } from './credit-values.js';

const CHANNELS = ['None', 'Email', 'Link'] as const;

/** Whom the API would write to by itself: the contacts that receive invoices, else the client's own address. */
function recipientsOf(client: ClientView | undefined): string[] {
  const contacts = client?.contacts.flatMap(({ email, receives }) =>
    email && receives.includes('Invoice') ? [email] : [],
  );
  if (contacts && contacts.length > 0) return contacts;
  return client?.email ? [client.email] : [];
}

interface ChannelFieldsProps {
  readonly form: UseFormReturnType<CreditNoteValues>;
  readonly clientId: number;
}

/** How the credit note reaches the client, and whom a mail goes to. */
export function ChannelFields({ form, clientId }: ChannelFieldsProps) {
  const { t } = useTexts('documents');
  const client = useRecord('clients', clientId, { enabled: useHolds('client.read') });
  const { channel, to } = form.values;
  const toError = Object.entries(form.errors).find(([path]) => path === 'to' || path.startsWith('to.'))?.[1];
  return (
    <>
      <Radio.Group aria-label={t('send.how')} {...form.getInputProps('channel')}>
        <Stack gap="xs">
          {CHANNELS.map((each) => (
            <Radio key={each} value={each} label={t(`send.channel.${each}`)} description={t(`send.noteHint.${each}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {channel === 'Email' && (
        <>
          <NoMailWarning />
          <TagsInput
            label={t('send.to')}
            description={t('send.toHint')}
            value={to ?? recipientsOf(client.data)}
            onChange={(recipients) => form.setFieldValue('to', recipients)}
            maxTags={20}
            splitChars={[',', ';', ' ']}
            acceptValueOnBlur
            error={toError}
          />
          <Textarea
            label={t('send.message')}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={2000}
            {...form.getInputProps('message')}
          />
        </>
      )}
    </>
  );
}
