import type { InvoiceView, RejectInvoice } from '@billhook/contract/invoice';
import type { CREDIT_REASON_CODES } from '@billhook/contract/credit-reason';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { notify } from '@billhook/ui/notify';
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useInvoicesTexts } from '../texts/invoices.js';
import { ChangeError } from '../workspace/change-error.js';
import { ReasonDialog } from '../workspace/reason-dialog.js';
import { useChangeRecord, useDeleteRecord, useRefreshRecords } from '../workspace/records.js';

export type InvoiceDialogName = 'reject' | 'reopen' | 'void' | 'delete';

// The most usual first. The schemas of the contract would bring their validator along.
const REJECTIONS: readonly RejectInvoice['code'][] = ['WrongAmount', 'WrongClient', 'NotOrdered', 'Duplicate', 'Other'];
const VOIDS: readonly (typeof CREDIT_REASON_CODES)[number][] = ['Cancellation', 'Error', 'Return', 'Discount', 'Other'];

interface InvoiceDialogProps {
  readonly name: InvoiceDialogName;
  readonly invoice: InvoiceView;
  readonly onClose: () => void;
}

/** The question before what happens to an invoice, with the reason that its timeline keeps. */
export function InvoiceDialog({ name, invoice, onClose }: InvoiceDialogProps) {
  if (name === 'delete') return <DeleteDialog invoice={invoice} onClose={onClose} />;
  return <LifeDialog name={name} invoice={invoice} onClose={onClose} />;
}

function LifeDialog({ name, invoice, onClose }: InvoiceDialogProps & { readonly name: 'reject' | 'reopen' | 'void' }) {
  const { t } = useInvoicesTexts();
  const change = useChangeRecord('invoices', invoice.id);
  const refresh = useRefreshRecords();
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
      pending={change.isPending}
      error={change.error}
      {...(codes && { codes })}
      onReload={() => void refresh().then(() => change.reset())}
      onClose={onClose}
      onConfirm={({ code, text }) =>
        change.mutate(
          { part: name, version: invoice.version, body: codes ? { code, text } : { reason: text } },
          {
            onSuccess: () => {
              notify.done(t(`${name}.done`));
              onClose();
            },
          },
        )
      }
    >
      {t(`${name}.body`)}
    </ReasonDialog>
  );
}

function DeleteDialog({ invoice, onClose }: Omit<InvoiceDialogProps, 'name'>) {
  const { t } = useInvoicesTexts();
  const navigate = useNavigate();
  const remove = useDeleteRecord('invoices', invoice.id);
  const refresh = useRefreshRecords();
  return (
    <ConfirmDialog
      title={t('delete.title')}
      confirmLabel={t('delete.confirm')}
      danger
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { version: invoice.version },
          {
            onSuccess: () => {
              notify.done(t('delete.done'));
              void navigate({ to: '/invoices' });
            },
          },
        )
      }
    >
      <Text size="sm">{t('delete.body')}</Text>
      {remove.error && <ChangeError error={remove.error} onReload={() => void refresh().then(() => remove.reset())} />}
    </ConfirmDialog>
  );
}
