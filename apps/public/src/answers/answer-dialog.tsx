import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import { Dialog } from '@billhook/ui/components/dialog';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { useAction } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { sendAnswer, type DocumentAnswer } from '../document/document-api.js';
import { useDocumentFormat } from '../document/use-document-format.js';
import { AcceptForm } from './accept-form.js';
import { ANSWER_FORM } from './answer-form.js';
import { ReasonForm } from './reason-form.js';

export { answerTexts } from '../texts/answer-texts.js';

interface AnswerDialogProps {
  readonly token: string;
  readonly document: PublicDocumentView;
  readonly action: DocumentAnswer['action'];
  readonly onTaken: (document: PublicDocumentView) => void;
  readonly onReload: () => void;
  readonly onClose: () => void;
}

/** Collects the input for an answer, and states its consequence. */
export function AnswerDialog({ token, document, action, onTaken, onReload, onClose }: AnswerDialogProps) {
  const { t } = useTexts('answers');
  const format = useDocumentFormat();
  const send = useAction(sendAnswer);
  const { number, totals, currency } = document;
  const seller = document.seller.name;

  const answer = async (given: DocumentAnswer) => {
    const result = await send.run(token, given);
    if (result.ok) onTaken(result.value);
    // The link was revoked while the page was open: the document is no longer shown.
    else if (result.error.status === 401) onReload();
  };
  const form = { seller, onAnswer: (given: DocumentAnswer) => void answer(given) };
  return (
    <Dialog opened onClose={onClose} title={t(`${action}.title`)}>
      <Stack gap="md">
        <Text size="sm">{t(`${action}.body`, { number, seller, amount: format.money(totals.due, currency) })}</Text>
        {action === 'accept' ? <AcceptForm {...form} /> : <ReasonForm key={action} action={action} {...form} />}
        {send.error && <Refused isLate={send.error.status === 409} onReload={onReload} />}
        <DialogButtons onCancel={onClose}>
          <Button
            type="submit"
            form={ANSWER_FORM}
            loading={send.pending}
            disabled={send.error?.status === 409}
            {...(action === 'reject' && { color: 'red.9' })}
          >
            {t(`${action}.confirm`)}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}

/** @param isLate another answer or the expiry came first: the document no longer accepts this one */
function Refused({ isLate, onReload }: { isLate: boolean; onReload: () => void }) {
  const { t } = useTexts('answers');
  const page = useTexts('document');
  return (
    <Alert
      role="alert"
      color="red"
      icon={<IconAlertTriangle size={20} />}
      title={t(isLate ? 'answerLate' : 'answerFailed')}
    >
      {isLate ? (
        <Button variant="default" size="xs" onClick={onReload}>
          {t('showNow')}
        </Button>
      ) : (
        <Text size="sm">{page.t('failed.body')}</Text>
      )}
    </Alert>
  );
}
