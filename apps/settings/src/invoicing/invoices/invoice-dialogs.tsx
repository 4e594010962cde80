import type { CREDIT_REASON_CODES } from '@billhook/contract/invoicing/credit-reason';
import type { InvoiceView, RejectInvoice } from '@billhook/contract/invoicing/invoice';
import { DateField } from '@billhook/ui/components/date-field';
import { closeAndNotify } from '@billhook/ui/notify';
import { isDate } from '@billhook/ui/typed-date';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useToday } from '../../shared/dates/use-today.js';
import { useAmounts } from '../../shared/workspace/money.js';
import { ReasonDialog } from '../../shared/workspace/reason-dialog.js';
import { useChangeRecord } from '../../shared/workspace/records.js';
import { useAsOpened } from '../../shared/workspace/use-as-opened.js';
import { DeleteDraftDialog } from '../documents/delete-draft-dialog.js';

export type InvoiceDialogName = 'reject' | 'reopen' | 'postpone' | 'writeOff' | 'void' | 'delete';

// The most frequent first. The schemas of the contract would load their validator as well.
const REJECTIONS: readonly RejectInvoice['code'][] = ['WrongAmount', 'WrongClient', 'NotOrdered', 'Duplicate', 'Other'];
const VOIDS: readonly (typeof CREDIT_REASON_CODES)[number][] = ['Cancellation', 'Error', 'Return', 'Discount', 'Other'];

interface InvoiceDialogProps {
  readonly name: InvoiceDialogName;
  readonly invoice: InvoiceView;
  readonly onClose: () => void;
}

/** Asks for confirmation of an action, with the reason for the timeline. */
export function InvoiceDialog({ name, invoice, onClose }: InvoiceDialogProps) {
  if (name === 'delete') return <DeleteDraftDialog resource="invoices" draft={invoice} onClose={onClose} />;
  if (name === 'postpone') return <PostponeDialog invoice={invoice} onClose={onClose} />;
  if (name === 'writeOff') return <WriteOffDialog invoice={invoice} onClose={onClose} />;
  return <LifeDialog name={name} invoice={invoice} onClose={onClose} />;
}

type LifeDialogProps = InvoiceDialogProps & { readonly name: 'reject' | 'reopen' | 'void' };

function LifeDialog({ name, invoice: opened, onClose }: LifeDialogProps) {
  const { t } = useTexts('invoices');
  const [invoice, reload] = useAsOpened('invoices', opened);
  const change = useChangeRecord('invoices', invoice.id);
  const codes = {
    reject: REJECTIONS.map((value) => ({ value, label: t(`reject.codes.${value}`) })),
    reopen: undefined,
    void: VOIDS.map((value) => ({ value, label: t(`void.codes.${value}`) })),
  }[name];
  return (
    <ReasonDialog<string>
      title={t(`${name}.title`, { number: invoice.number ?? '' })}
      confirmLabel={t(`${name}.confirm`)}
      danger={name === 'void'}
      action={change}
      {...(codes && { codes })}
      onClose={onClose}
      onReload={reload}
      onConfirm={({ code, text }) =>
        change.start(
          [{ part: name, version: invoice.version, body: codes ? { code, text } : { reason: text } }],
          closeAndNotify(onClose, t(`${name}.done`)),
        )
      }
    >
      {name === 'reopen' && invoice.status === 'WrittenOff' ? t('reopen.bodyWrittenOff') : t(`${name}.body`)}
    </ReasonDialog>
  );
}

type DialogProps = Omit<InvoiceDialogProps, 'name'>;

/** Runs an action that takes a date and a reason, and reports its success. */
function useDatedAction({ invoice: opened, onClose }: DialogProps, part: string, done: string) {
  const [invoice, reload] = useAsOpened('invoices', opened);
  const change = useChangeRecord('invoices', invoice.id);
  return {
    invoice,
    run: (body: object) => change.start([{ part, version: invoice.version, body }], closeAndNotify(onClose, done)),
    dialog: { required: true, action: change, onClose, onReload: reload },
  } as const;
}

function PostponeDialog(props: DialogProps) {
  const { t } = useTexts('invoices');
  const format = useFormat();
  const { invoice, run, dialog } = useDatedAction(props, 'postpone', t('postpone.done'));
  const [dueDate, setDueDate] = useState('');
  const [missing, setMissing] = useState(false);
  const { dueDate: before } = invoice;
  return (
    <ReasonDialog<string>
      {...dialog}
      title={t('postpone.title', { number: invoice.number ?? '' })}
      confirmLabel={t('postpone.confirm')}
      onConfirm={({ text }) => {
        if (!isDate(dueDate) || (before !== null && dueDate <= before)) return setMissing(true);
        run({ dueDate, reason: text });
      }}
    >
      <Stack gap="md">
        {t('postpone.body')}
        <DateField
          label={t('postpone.date')}
          value={dueDate}
          error={missing && t('postpone.missing', { date: before === null ? '' : format.day(before) })}
          onChange={(date) => {
            setDueDate(date);
            setMissing(false);
          }}
        />
      </Stack>
    </ReasonDialog>
  );
}

function WriteOffDialog(props: DialogProps) {
  const { t } = useTexts('invoices');
  const amounts = useAmounts();
  const today = useToday();
  const { invoice, run, dialog } = useDatedAction(props, 'write-off', t('writeOff.done'));
  const [date, setDate] = useState(today);
  return (
    <ReasonDialog<string>
      {...dialog}
      title={t('writeOff.title', { number: invoice.number ?? '' })}
      confirmLabel={t('writeOff.confirm')}
      onConfirm={({ text }) => run({ reason: text, ...(date && { date }) })}
    >
      <Stack gap="md">
        {t('writeOff.body', { amount: amounts.amount(invoice.balance, invoice.currency) })}
        <DateField label={t('writeOff.date')} value={date} max={today} onChange={setDate} />
      </Stack>
    </ReasonDialog>
  );
}
