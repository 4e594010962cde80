import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { INVOICE_ACTIONS } from '@billhook/domain/invoicing/invoice';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
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
import { useHolds } from '../../shared/session/signed-in.js';
import { useInvoiceActionError, type Requestable } from '../../shared/workspace/action-errors.js';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { RecordActions, tableActions, type RecordAction } from '../../shared/workspace/record-actions.js';
import { useChangeRecord, useRefreshRecords } from '../../shared/workspace/records.js';
import { PdfButton } from '../documents/pdf-button.js';
import { useAnsweringLink } from '../documents/use-answering-link.js';
import { useErrorPlaces } from '../documents/use-error-places.js';
import type { InvoiceDialogName } from './invoice-dialogs.js';

const SendDialog = lazy(() => import('../documents/send-dialog.js').then((file) => ({ default: file.SendDialog })));
const InvoiceDialog = lazy(() => import('./invoice-dialogs.js').then((file) => ({ default: file.InvoiceDialog })));

/** Every action of the table has a button, except for the one of the private notes. */
type InvoiceButton = Exclude<Requestable<typeof INVOICE_ACTIONS>, 'annotate'>;

/** The actions that are possible now, and the others with the reason why not. */
export function InvoiceActions({ invoice }: { invoice: InvoiceView }) {
  const { t } = useTexts('invoices');
  const navigate = useNavigate();
  const placeOf = useErrorPlaces();
  const refresh = useRefreshRecords();
  const { id, version } = invoice;
  const draft = invoice.number === null;
  const mayWrite = useHolds('invoice.write');
  const mayPay = useHolds('payment.write');
  const actionError = useInvoiceActionError(invoice, {
    void: t('refused.void'),
    credit: t('refused.credit'),
    postpone: t('refused.postpone'),
  });
  const duplicate = useChangeRecord('invoices', id);
  const link = useAnsweringLink('invoices', id);
  /** Whether the client link can be shown. */
  const linked =
    invoice.publicUrl !== null &&
    invoice.availableActions.some(({ action, allowed }) => action === 'resend' && allowed);
  const [dialog, setDialog] = useState<{ readonly name: InvoiceDialogName | 'send'; readonly invoice: InvoiceView }>();
  // With the version on screen: the script of a dialog may arrive after a later one.
  const open = (name: InvoiceDialogName | 'send') => () => setDialog({ name, invoice });
  const close = () => setDialog(undefined);

  const actions = tableActions<InvoiceButton>(
    {
      send: { icon: IconSend, run: open('send') },
      pay: { icon: IconCash, run: () => void navigate({ to: '/payments/new', search: { invoiceId: id } }) },
      update: { icon: IconPencil, run: () => void navigate({ to: '/invoices/$id/edit', params: { id } }) },
      credit: {
        icon: IconReceiptRefund,
        run: () => void navigate({ to: '/credit-notes/new', search: { invoiceId: id } }),
      },
      postpone: { icon: IconCalendarPlus, run: open('postpone') },
      reject: { icon: IconThumbDown, run: open('reject') },
      reopen: { icon: IconArrowBackUp, run: open('reopen') },
      writeOff: { icon: IconEraser, run: open('writeOff') },
      duplicate: {
        icon: IconCopy,
        run: () =>
          duplicate.start([{ part: 'duplicate', version }], {
            onSuccess: (made) => {
              notify.done(t('duplicated'));
              void navigate({ to: '/invoices/$id', params: { id: made.id } });
            },
          }),
      },
      resend: { icon: IconSend, run: open('send') },
      void: { icon: IconBan, run: open('void'), danger: true },
      delete: { icon: IconTrash, run: open('delete'), danger: true },
    },
    (action) => t(`actions.${action === 'update' ? 'edit' : action}`),
    (action) =>
      action === 'pay' && !mayPay
        ? t('workspace:actions.noPermission', { permission: 'payment.write' })
        : actionError(action),
  );

  // The client has neither received an email nor opened the document: the link is the next step.
  const isLinkNext = linked && invoice.delivery === null && invoice.viewedAt === null;
  const payable = { ...actions.pay, primary: !isLinkNext && actions.pay.refused === undefined };

  const main: RecordAction[] = draft
    ? [{ ...actions.send, primary: true }, actions.update]
    : invoice.status === 'Rejected'
      ? [{ ...actions.reopen, primary: true }, actions.credit]
      : invoice.status === 'WrittenOff'
        ? [actions.reopen, actions.resend]
        : isLinkNext
          ? [{ ...link.action, primary: true }, payable]
          : [payable, linked ? link.action : actions.resend];
  const more = draft ? [actions.duplicate, actions.delete] : Object.values(actions).filter(({ key }) => key !== 'send');

  return (
    <div>
      <RecordActions main={mayWrite ? main : []} more={mayWrite ? more : []}>
        <PdfButton resource="invoices" id={id} draft={draft} />
      </RecordActions>
      {link.error && <ChangeError error={link.error} onReload={() => void refresh().then(() => link.reset())} />}
      {link.dialog}
      {duplicate.error && (
        <ChangeError error={duplicate.error} onReload={() => void refresh().then(() => duplicate.clear())} />
      )}
      <Suspense>
        {dialog?.name === 'send' && (
          <SendDialog resource="invoices" document={dialog.invoice} placeOf={placeOf} onClose={close} />
        )}
        {dialog && dialog.name !== 'send' && (
          <InvoiceDialog name={dialog.name} invoice={dialog.invoice} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}
