import type { InvoiceView, RejectInvoice } from '@billhook/contract/invoice';
import type { CREDIT_REASON_CODES } from '@billhook/contract/credit-reason';
import { notify } from '@billhook/ui/notify';
import { DeleteDraftDialog } from '../documents/delete-draft-dialog.js';
import { useInvoicesTexts } from '../texts/invoices.js';
import { ReasonDialog } from '../workspace/reason-dialog.js';
import { useChangeRecord, useRefreshRecords } from '../workspace/records.js';

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
  const texts = {
    title: t('delete.title'),
    confirm: t('delete.confirm'),
    body: t('delete.body'),
    done: t('delete.done'),
  };
  return <DeleteDraftDialog resource="invoices" draft={invoice} texts={texts} onClose={onClose} />;
}
