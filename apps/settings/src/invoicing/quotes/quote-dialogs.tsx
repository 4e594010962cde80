import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { DECLINE_CODES } from '@billhook/domain/invoicing/answer-codes';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { closeAndNotify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Text, TextInput } from '@mantine/core';
import { IconClockX } from '@tabler/icons-react';
import { useState } from 'react';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { ReasonDialog } from '../../shared/workspace/reason-dialog.js';
import { useChangeRecord } from '../../shared/workspace/records.js';
import { useAsOpened } from '../../shared/workspace/use-as-opened.js';
import { DeleteDraftDialog } from '../documents/delete-draft-dialog.js';

export type QuoteDialogName = 'accept' | 'decline' | 'delete';

interface QuoteDialogProps {
  readonly quote: QuoteView;
  readonly onClose: () => void;
}

/** Asks for confirmation of an action on a quote. */
export function QuoteDialog({ name, ...props }: QuoteDialogProps & { readonly name: QuoteDialogName }) {
  if (name === 'delete') return <DeleteDraftDialog resource="quotes" draft={props.quote} onClose={props.onClose} />;
  const Named = { accept: AcceptDialog, decline: DeclineDialog }[name];
  return <Named {...props} />;
}

function AcceptDialog({ quote: opened, onClose }: QuoteDialogProps) {
  const { t } = useTexts('quotes');
  const [quote, reload] = useAsOpened('quotes', opened);
  const change = useChangeRecord('quotes', quote.id);
  const [by, setBy] = useState('');
  const [po, setPo] = useState('');
  const [missing, setMissing] = useState(false);
  const expired = quote.status === 'Expired';
  const confirm = () => {
    if (!by.trim()) return setMissing(true);
    const poNumber = po.trim() || undefined;
    change.start(
      [{ part: 'accept', version: quote.version, body: { by: by.trim(), poNumber, allowExpired: expired } }],
      closeAndNotify(onClose, t('accept.done')),
    );
  };
  return (
    <ConfirmDialog
      title={t('accept.title', { number: quote.number ?? '' })}
      confirmLabel={t('accept.confirm')}
      action={{ pending: change.pending }}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">{t('accept.body')}</Text>
      {expired && (
        <Alert color="yellow" icon={<IconClockX size={20} />}>
          {t('accept.expired')}
        </Alert>
      )}
      <TextInput
        data-autofocus
        label={t('accept.by')}
        description={t('accept.byHint')}
        maxLength={120}
        autoComplete="off"
        value={by}
        error={missing && t('accept.byMissing')}
        onChange={(event) => {
          setBy(event.currentTarget.value);
          setMissing(false);
        }}
      />
      <TextInput
        label={t('accept.po')}
        description={t('accept.poHint')}
        maxLength={100}
        autoComplete="off"
        value={po}
        onChange={(event) => setPo(event.currentTarget.value)}
      />
      {change.error && <ChangeError error={change.error} onReload={() => void reload().then(change.clear)} />}
    </ConfirmDialog>
  );
}

function DeclineDialog({ quote: opened, onClose }: QuoteDialogProps) {
  const { t } = useTexts('quotes');
  const [quote, reload] = useAsOpened('quotes', opened);
  const change = useChangeRecord('quotes', quote.id);
  return (
    <ReasonDialog
      title={t('decline.title', { number: quote.number ?? '' })}
      confirmLabel={t('decline.confirm')}
      action={change}
      codes={DECLINE_CODES.map((value) => ({ value, label: t(`decline.codes.${value}`) }))}
      onClose={onClose}
      onReload={reload}
      onConfirm={(reason) =>
        change.start(
          [{ part: 'decline', version: quote.version, body: reason }],
          closeAndNotify(onClose, t('decline.done')),
        )
      }
    >
      {t('decline.body')}
    </ReasonDialog>
  );
}
