import { useTexts } from '@billhook/ui/use-texts';
import { Radio, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useHolds } from '../../shared/session/signed-in.js';
import { useRecord } from '../../shared/workspace/records.js';
import { EmailFields, recipientError, recipientsOf } from '../documents/email-fields.js';
import type { CreditNoteValues } from './credit-values.js';

const CHANNELS = ['None', 'Email', 'Link'] as const;

interface ChannelFieldsProps {
  readonly form: UseFormReturnType<CreditNoteValues>;
  readonly clientId: number;
}

/** The delivery of a credit note, and the recipients of its email. */
export function ChannelFields({ form, clientId }: ChannelFieldsProps) {
  const { t } = useTexts('documents');
  const client = useRecord('clients', clientId, { enabled: useHolds('client.read') });
  const { channel, to } = form.values;
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
        <EmailFields
          to={to ?? recipientsOf(client.data, 'Invoice')}
          onTo={(recipients) => form.setFieldValue('to', recipients)}
          toError={recipientError(form.errors)}
          message={form.getInputProps('message')}
        />
      )}
    </>
  );
}
