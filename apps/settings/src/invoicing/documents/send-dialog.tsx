import type { InvoiceView, ValidationView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { asApiError } from '@billhook/ui/api-fetch';
import { Dialog } from '@billhook/ui/components/dialog';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { notify } from '@billhook/ui/notify';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Radio, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCalendar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useToday } from '../../shared/dates/use-today.js';
import { useHolds, useSignedIn } from '../../shared/session/signed-in.js';
import { withLaterTexts } from '../../shared/texts/with-later-texts.js';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { recordKeys, sendChange, useChangeRecord, useRecord } from '../../shared/workspace/records.js';
import { useAsOpened } from '../../shared/workspace/use-as-opened.js';
import { useErrorsByPath, useErrorTexts } from '../../shared/workspace/use-error-texts.js';
import { partyRepair, type PartyRepair } from '../repairs/party-repair.js';
import { ProblemList } from '../repairs/problem-list.js';
import { usePartyRepair } from '../repairs/use-party-repair.js';
import { EmailFields, recipientError, recipientsOf } from './email-fields.js';
import { SentByLink } from './sent-by-link.js';
import { useAnsweringLink } from './use-answering-link.js';

const MailPreviewDialog = lazy(() =>
  withLaterTexts(import('../mails/mail-preview-dialog.js')).then((file) => ({ default: file.MailPreviewDialog })),
);

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
    queryFn: () => sendChange<ValidationView>(resource, id, { part: 'validate', isRead: true }),
    enabled: resource === 'invoices' && sentAt === null,
    staleTime: 0,
  });
  return data;
}

interface ValidationNoticeProps {
  readonly validation: ValidationView | undefined;
  readonly onRepair: (repair: PartyRepair) => void;
}

/** What keeps the document from being sent and can be repaired here, and likely mistakes, which do not keep it from being sent. */
function ValidationNotice({ validation, onRepair }: ValidationNoticeProps) {
  const { t } = useTexts('documents');
  const missing = validation?.faults.filter(partyRepair) ?? [];
  const warnings = validation?.warnings ?? [];
  return (
    <>
      {missing.length > 0 && (
        <Alert color="red" icon={<IconAlertTriangle size={20} />} title={t('send.missingTitle')}>
          <ProblemList problems={missing} onRepair={onRepair} />
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle size={20} />} title={t('send.warningsTitle')}>
          <ProblemList problems={warnings} onRepair={onRepair} />
        </Alert>
      )}
    </>
  );
}

/** Issues a draft and delivers it by email or link, or delivers an issued document again. */
export function SendDialog({ resource, document: opened, placeOf, onClose, onSent }: SendDialogProps) {
  const { t } = useTexts('documents');
  const [document, reload] = useAsOpened(resource, opened);
  const { id, version, clientId } = document;
  const errorsByPath = useErrorsByPath();
  const words = useErrorTexts();
  const format = useFormat();
  const again = document.sentAt !== null;
  const { sendsMail } = useSignedIn();
  const change = useChangeRecord(resource, id);
  const link = useAnsweringLink(resource, id);
  const client = useRecord('clients', clientId, { enabled: useHolds('client.read') });
  const [channel, setChannel] = useState<Channel>(sendsMail ? 'Email' : 'Link');
  const [typed, setTyped] = useState<string[]>();
  const [message, setMessage] = useState('');
  const [sent, setSent] = useState(false);
  const [previewed, setPreviewed] = useState(false);
  const { repair, dialog } = usePartyRepair(client.data);
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

  const date = isLate ? { issueDate: today } : {};
  const mail = { ...(to.length > 0 && { to }), ...(message.trim() && { message: message.trim() }) };
  const send = () => {
    change.start([{ part: 'send', version, body: { channel, ...(channel === 'Email' && mail), ...date } }], {
      onSuccess: () => {
        onSent?.();
        if (channel === 'Link') return link.copyNext(onClose, () => setSent(true));
        const kept = channel === 'Email' && !sendsMail;
        // The page of the document shows that it was sent, but not that it was sent again.
        if (kept) notify.done(t(again ? 'send.keptAgain' : `send.kept.${resource}`));
        else if (again) notify.done(t('send.doneAgain'));
        onClose();
      },
    });
  };
  if (sent) {
    return (
      <Dialog opened onClose={onClose} title={t(`send.done.${resource}`)}>
        <SentByLink resource={resource} id={id} onClose={onClose} />
      </Dialog>
    );
  }
  const channels = again ? (['Email', 'Link'] as const) : (['Email', 'Link', 'None'] as const);

  return (
    <>
      <Dialog
        opened
        onClose={onClose}
        // Escape closes the preview alone.
        closeOnEscape={!previewed}
        title={t(again ? 'send.again' : `send.title.${resource}`)}
        size="lg"
      >
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
            <ValidationNotice validation={validation} onRepair={repair} />
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
              <>
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
                <Button
                  variant="default"
                  size="xs"
                  style={{ alignSelf: 'flex-start' }}
                  onClick={() => setPreviewed(true)}
                >
                  {t('send.preview')}
                </Button>
              </>
            )}
            {change.error && !toError && !missing && !isDateRefused(change.error) && (
              <ChangeError error={change.error} placeOf={placeOf} onReload={() => void reload().then(change.clear)} />
            )}
            <DialogButtons onCancel={onClose}>
              <Button type="submit" loading={change.pending || link.pending}>
                {isLate ? t('send.submitToday', { date: format.day(today) }) : t(again ? 'send.again' : 'send.submit')}
              </Button>
            </DialogButtons>
          </Stack>
        </form>
      </Dialog>
      {dialog}
      <Suspense>
        {previewed && (
          <MailPreviewDialog
            resource={resource}
            document={document}
            body={{ ...mail, ...date }}
            placeOf={placeOf}
            onClose={() => setPreviewed(false)}
          />
        )}
      </Suspense>
    </>
  );
}
