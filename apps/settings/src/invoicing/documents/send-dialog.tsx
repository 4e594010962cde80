import type { InvoiceView, ValidationView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { asApiError } from '@billhook/ui/api-fetch';
import { Dialog } from '@billhook/ui/components/dialog';
import { notify } from '@billhook/ui/notify';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Group, List, Radio, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCalendar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useToday } from '../../shared/dates/use-today.js';
import { useHolds, useSignedIn } from '../../shared/session/signed-in.js';
import { ChangeError } from '../../shared/workspace/change-error.js';
import {
  recordKeys,
  sendChange,
  useChangeRecord,
  useRecord,
  useRefreshRecords,
} from '../../shared/workspace/records.js';
import { useErrorsByPath, useErrorTexts } from '../../shared/workspace/use-error-texts.js';
import { EmailFields, recipientError, recipientsOf } from './email-fields.js';

type Channel = 'Email' | 'Link' | 'None';

interface SendDialogProps {
  readonly resource: 'invoices' | 'quotes';
  readonly document: Pick<InvoiceView | QuoteView, 'id' | 'version' | 'clientId' | 'issueDate' | 'sentAt'>;
  /** Labels for the places of errors in the document. */
  readonly placeOf: (pointer: string) => string | undefined;
  readonly onClose: () => void;
  readonly onSent?: () => void;
}

/** Whether a send was rejected only because of its date. */
function isDateRefused(error: unknown): boolean {
  const fieldErrors = error ? asApiError(error).errors : [];
  return fieldErrors.length > 0 && fieldErrors.every(({ code }) => code === 'date_before_series');
}

/** The response of the API about a draft before it is sent. Only invoices are validated: quotes are offers, and may have any date. */
function useValidation(
  resource: 'invoices' | 'quotes',
  { id, version, sentAt }: SendDialogProps['document'],
): ValidationView | undefined {
  const { data } = useQuery({
    queryKey: [...recordKeys.part(resource, id, 'validate'), version],
    queryFn: () => sendChange<ValidationView>(resource, id, { part: 'validate' }),
    enabled: resource === 'invoices' && sentAt === null,
    staleTime: 0,
  });
  return data;
}

/** Likely mistakes, which do not keep the document from being sent. */
function WarningList({ warnings }: Pick<ValidationView, 'warnings'>) {
  const { t } = useTexts('documents');
  const words = useErrorTexts();
  if (warnings.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={20} />} title={t('send.warningsTitle')}>
      <List size="sm" spacing={4}>
        {warnings.map((warning) => (
          <List.Item key={`${warning.pointer} ${warning.code}`}>{words(warning)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Issues a draft and delivers it by email or link, or delivers an issued document again. */
export function SendDialog({ resource, document, placeOf, onClose, onSent }: SendDialogProps) {
  const { t } = useTexts('documents');
  const ui = useTexts('ui').t;
  const { id, version, clientId } = document;
  const errorsByPath = useErrorsByPath();
  const words = useErrorTexts();
  const format = useFormat();
  const again = document.sentAt !== null;
  const { sendsMail } = useSignedIn();
  const change = useChangeRecord(resource, id);
  const refresh = useRefreshRecords();
  const client = useRecord('clients', clientId, { enabled: useHolds('client.read') });
  const [channel, setChannel] = useState<Channel>(sendsMail ? 'Email' : 'Link');
  const [typed, setTyped] = useState<string[]>();
  const [message, setMessage] = useState('');
  const today = useToday();
  const validation = useValidation(resource, document);
  // The last number of the series has a later date than the draft.
  const isLate =
    isDateRefused(change.error) || (validation?.faults.some(({ code }) => code === 'date_before_series') ?? false);
  const to = typed ?? recipientsOf(client.data, resource === 'invoices' ? 'Invoice' : 'Quote');
  const fieldErrors = errorsByPath(change.error);
  const toError = recipientError(fieldErrors);
  const missing =
    change.error && asApiError(change.error).code === 'recipient_missing' ? words(asApiError(change.error)) : undefined;

  const send = () => {
    const mail =
      channel === 'Email' ? { ...(to.length > 0 && { to }), ...(message.trim() && { message: message.trim() }) } : {};
    change.start([{ part: 'send', version, body: { channel, ...mail, ...(isLate && { issueDate: today }) } }], {
      onSuccess: () => {
        const kept = channel === 'Email' && !sendsMail;
        notify.done(
          t(again ? (kept ? 'send.keptAgain' : 'send.doneAgain') : `send.${kept ? 'kept' : 'done'}.${resource}`),
        );
        onClose();
        onSent?.();
      },
    });
  };
  const channels = again ? (['Email', 'Link'] as const) : (['Email', 'Link', 'None'] as const);

  return (
    <Dialog opened onClose={onClose} title={t(again ? 'send.again' : `send.title.${resource}`)} size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack gap="md">
          {!again && <Text size="sm">{t(`send.effect.${resource}`)}</Text>}
          {isLate && (
            <Alert color="blue" icon={<IconCalendar size={20} />} title={t('send.lateTitle')}>
              {t('send.lateBody', { date: format.day(document.issueDate) })}
            </Alert>
          )}
          <WarningList warnings={validation?.warnings ?? []} />
          <Radio.Group
            label={t('send.how')}
            value={channel}
            onChange={(value) => setChannel(channels.find((each) => each === value) ?? 'Email')}
          >
            <Stack gap="xs" mt={6}>
              {channels.map((each) => (
                <Radio
                  key={each}
                  value={each}
                  label={t(`send.channel.${each}`)}
                  description={t(`send.channelHint.${each}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          {channel === 'Email' && (
            <EmailFields
              to={to}
              onTo={setTyped}
              toError={toError ?? missing}
              message={{
                value: message,
                error: fieldErrors['message'],
                onChange: (event) => setMessage(event.currentTarget.value),
              }}
            />
          )}
          {change.error && !toError && !missing && !isDateRefused(change.error) && (
            <ChangeError
              error={change.error}
              placeOf={placeOf}
              onReload={() => void refresh().then(() => change.clear())}
            />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {ui('cancel')}
            </Button>
            <Button type="submit" loading={change.pending}>
              {isLate
                ? t('send.submitToday', { date: format.day(today) })
                : t(again ? 'send.submitAgain' : 'send.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
