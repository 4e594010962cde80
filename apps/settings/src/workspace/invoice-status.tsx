import type { InvoiceView } from '@billhook/contract/invoice';
import { isZeroText } from '@billhook/domain/decimal';
import { StatusBadge } from '@billhook/ui/components/status-badge';
import { IconReceiptRefund } from '@tabler/icons-react';
import { useWorkspaceTexts } from '../texts/workspace.js';
import { RecordStatus } from './record-status.js';

type Settled = Pick<InvoiceView, 'status' | 'amountPaid' | 'amountCredited'>;

/** The status of an invoice. Paid says that nothing is open any more; where a credit note made it so, that is said instead. */
export function InvoiceStatusBadge({ invoice }: { invoice: Settled }) {
  const { t } = useWorkspaceTexts();
  const { status, amountPaid, amountCredited } = invoice;
  if (status !== 'Paid' || isZeroText(amountCredited)) return <RecordStatus kind="invoice" status={status} />;
  return (
    <StatusBadge tone="positive" icon={IconReceiptRefund}>
      {t(isZeroText(amountPaid) ? 'settled.byCredit' : 'settled.byBoth')}
    </StatusBadge>
  );
}
