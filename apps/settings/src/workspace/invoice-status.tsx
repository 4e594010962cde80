import type { InvoiceView } from '@billhook/contract/invoice';
import { settledBy } from '@billhook/domain/invoice';
import { StatusBadge } from '@billhook/ui/components/status-badge';
import { IconReceiptRefund } from '@tabler/icons-react';
import { useWorkspaceTexts } from '../texts/workspace.js';
import { RecordStatus } from './record-status.js';

type Settled = Pick<InvoiceView, 'status' | 'amountPaid' | 'amountCredited'>;

/** The status of an invoice. Paid says that nothing is open any more; where a credit note made it so, that is said instead. */
export function InvoiceStatusBadge({ invoice }: { invoice: Settled }) {
  const { t } = useWorkspaceTexts();
  const by = settledBy(invoice);
  if (by !== 'credit' && by !== 'both') return <RecordStatus kind="invoice" status={invoice.status} />;
  return (
    <StatusBadge tone="positive" icon={IconReceiptRefund}>
      {t(by === 'credit' ? 'settled.byCredit' : 'settled.byBoth')}
    </StatusBadge>
  );
}
