import type { PaymentView } from '@billhook/contract/invoicing/payment';
import { apiSend, query } from '@billhook/ui/api-fetch';
import { closeAndNotify } from '@billhook/ui/notify';
import { useAction } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { ReasonDialog } from '../../shared/workspace/reason-dialog.js';
import { recordPath, useRefreshRecords } from '../../shared/workspace/records.js';
import { useAsOpened } from '../../shared/workspace/use-as-opened.js';

/** Deletes a payment with a reason. The payment stays readable, and so does its page. */
export function DeletePaymentDialog({ payment: opened, onClose }: { payment: PaymentView; onClose: () => void }) {
  const { t } = useTexts('payments');
  const refresh = useRefreshRecords();
  const [payment, reload] = useAsOpened('payments', opened);
  const remove = useAction(
    (reason: string) =>
      apiSend(recordPath('payments', payment.id) + query({ reason }), {
        method: 'DELETE',
        headers: { 'if-match': `"${payment.version}"` },
      }),
    refresh,
  );
  const refund = payment.kind === 'Refund';
  return (
    <ReasonDialog
      title={t(refund ? 'delete.titleRefund' : 'delete.title')}
      confirmLabel={t('delete.confirm')}
      danger
      required
      action={remove}
      onConfirm={({ text = '' }) => remove.start([text], closeAndNotify(onClose, t('delete.done')))}
      onClose={onClose}
      onReload={reload}
    >
      {t(refund ? 'delete.bodyRefund' : 'delete.body')}
    </ReasonDialog>
  );
}
