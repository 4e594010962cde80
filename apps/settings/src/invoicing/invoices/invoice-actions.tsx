import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { notify } from '@billhook/ui/notify';
import { Group } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBan,
  IconCalendarPlus,
  IconCash,
  IconCopy,
  IconEraser,
  IconPencil,
  IconReceiptRefund,
  IconSend,
  IconThumbDown,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { PdfButton } from '../documents/document-links.js';
import { useFaultPlaces } from '../documents/fault-places.js';
import { useHolds } from '../../identity/session/queries.js';
import { useInvoicesTexts } from '../../shared/texts/invoices.js';
import { useWorkspaceTexts } from '../../shared/texts/workspace.js';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { RecordActions, type RecordAction } from '../../shared/workspace/record-actions.js';
import { useChangeRecord, useRefreshRecords } from '../../shared/workspace/records.js';
import { useInvoiceRefusal } from '../../shared/workspace/refusals.js';
import type { InvoiceDialogName } from './invoice-dialogs.js';

const SendDialog = lazy(() => import('../documents/send-dialog.js').then((file) => ({ default: file.SendDialog })));
const InvoiceDialog = lazy(() => import('./invoice-dialogs.js').then((file) => ({ default: file.InvoiceDialog })));

/** What one may do with an invoice now; what one may not, with the reason. */
export function InvoiceActions({ invoice }: { invoice: InvoiceView }) {
  const { t } = useInvoicesTexts();
  const workspace = useWorkspaceTexts().t;
  const navigate = useNavigate();
  const placeOf = useFaultPlaces();
  const refresh = useRefreshRecords();
  const { id } = invoice;
  const draft = invoice.number === null;
  const mayWrite = useHolds('invoice.write');
  const mayPay = useHolds('payment.write');
  const refusal = useInvoiceRefusal(invoice, {
    void: t('refused.void'),
    credit: t('refused.credit'),
    postpone: t('refused.postpone'),
  });
  const duplicate = useChangeRecord('invoices', id);
  const [dialog, setDialog] = useState<InvoiceDialogName | 'send'>();
  const close = () => setDialog(undefined);

  const actions = {
    send: {
      key: 'send',
      label: t('actions.send'),
      icon: IconSend,
      run: () => setDialog('send'),
      refused: refusal('send'),
    },
    resend: {
      key: 'resend',
      label: t('actions.resend'),
      icon: IconSend,
      run: () => setDialog('send'),
      refused: refusal('resend'),
    },
    edit: {
      key: 'edit',
      label: t('actions.edit'),
      icon: IconPencil,
      run: () => void navigate({ to: '/invoices/$id/edit', params: { id } }),
      refused: refusal('update'),
    },
    pay: {
      key: 'pay',
      label: t('actions.pay'),
      icon: IconCash,
      run: () => void navigate({ to: '/payments/new', search: { invoiceId: id } }),
      refused: mayPay ? refusal('pay') : workspace('actions.noPermission', { permission: 'payment.write' }),
    },
    credit: {
      key: 'credit',
      label: t('actions.credit'),
      icon: IconReceiptRefund,
      run: () => void navigate({ to: '/credit-notes/new', search: { invoiceId: id } }),
      refused: refusal('credit'),
    },
    reject: {
      key: 'reject',
      label: t('actions.reject'),
      icon: IconThumbDown,
      run: () => setDialog('reject'),
      refused: refusal('reject'),
    },
    reopen: {
      key: 'reopen',
      label: t('actions.reopen'),
      icon: IconArrowBackUp,
      run: () => setDialog('reopen'),
      refused: refusal('reopen'),
    },
    postpone: {
      key: 'postpone',
      label: t('actions.postpone'),
      icon: IconCalendarPlus,
      run: () => setDialog('postpone'),
      refused: refusal('postpone'),
    },
    writeOff: {
      key: 'writeOff',
      label: t('actions.writeOff'),
      icon: IconEraser,
      run: () => setDialog('writeOff'),
      refused: refusal('writeOff'),
    },
    duplicate: {
      key: 'duplicate',
      label: t('actions.duplicate'),
      icon: IconCopy,
      run: () =>
        duplicate.mutate(
          { part: 'duplicate' },
          {
            onSuccess: (made) => {
              notify.done(t('duplicated'));
              void navigate({ to: '/invoices/$id', params: { id: made.id } });
            },
          },
        ),
      refused: refusal('duplicate'),
    },
    void: {
      key: 'void',
      label: t('actions.void'),
      icon: IconBan,
      run: () => setDialog('void'),
      refused: refusal('void'),
      danger: true,
    },
    delete: {
      key: 'delete',
      label: t('actions.delete'),
      icon: IconTrash,
      run: () => setDialog('delete'),
      refused: refusal('delete'),
      danger: true,
    },
  } satisfies Record<string, RecordAction>;

  const main = draft
    ? [{ ...actions.send, primary: true }, actions.edit]
    : invoice.status === 'Rejected'
      ? [{ ...actions.reopen, primary: true }, actions.credit]
      : invoice.status === 'WrittenOff'
        ? [actions.reopen, actions.resend]
        : [{ ...actions.pay, primary: actions.pay.refused === undefined }, actions.resend];
  const shown = main.map(({ key }) => key);
  const more = [
    ...(draft ? [] : [actions.pay, actions.edit, actions.credit, actions.postpone]),
    ...(draft ? [] : [actions.reject, actions.reopen, actions.writeOff]),
    actions.duplicate,
    ...(draft ? [actions.delete] : [actions.resend, actions.void, actions.delete]),
  ].filter(({ key }) => !shown.includes(key));

  return (
    <div>
      <Group gap="sm">
        {mayWrite && <RecordActions main={main} />}
        <PdfButton resource="invoices" id={id} draft={draft} />
        {mayWrite && <RecordActions main={[]} more={more} />}
      </Group>
      {duplicate.error && <ChangeError error={duplicate.error} onReload={() => void refresh()} />}
      <Suspense>
        {dialog === 'send' && <SendDialog resource="invoices" document={invoice} placeOf={placeOf} onClose={close} />}
        {dialog && dialog !== 'send' && <InvoiceDialog name={dialog} invoice={invoice} onClose={close} />}
      </Suspense>
    </div>
  );
}
