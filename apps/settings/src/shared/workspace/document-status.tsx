import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { StatusBadge } from '@billhook/ui/components/status-badge';
import { useTexts } from '@billhook/ui/use-texts';
import { IconArchive, IconReceiptRefund } from '@tabler/icons-react';
import { RecordStatus } from './record-status.js';

type Delivered = Pick<InvoiceView | QuoteView, 'status' | 'delivery' | 'viewedAt'>;
type ShownInvoice = Pick<InvoiceView, 'status' | 'settledBy' | 'delivery' | 'viewedAt'>;

/** Whether an issued document was not delivered: its email was kept, because the installation sends none, and no link was opened. */
const isUndelivered = ({ status, delivery, viewedAt }: Delivered): boolean =>
  status === 'Sent' && delivery?.status === 'Kept' && viewedAt === null;

function UndeliveredBadge() {
  const { t } = useTexts('workspace');
  return (
    <StatusBadge tone="warning" icon={IconArchive}>
      {t('undelivered')}
    </StatusBadge>
  );
}

/** The status of an invoice, or that credit notes settled it or its email was not sent. */
export function InvoiceStatusBadge({ invoice }: { invoice: ShownInvoice }) {
  const { t } = useTexts('workspace');
  const { settledBy: by } = invoice;
  if (isUndelivered(invoice)) return <UndeliveredBadge />;
  if (by !== 'Credit' && by !== 'Both') return <RecordStatus kind="invoice" status={invoice.status} />;
  return (
    <StatusBadge tone="positive" icon={IconReceiptRefund}>
      {t(by === 'Credit' ? 'settled.byCredit' : 'settled.byBoth')}
    </StatusBadge>
  );
}

/** The status of a quote, or that its email was not sent. */
export function QuoteStatusBadge({ quote }: { quote: Pick<QuoteView, 'status' | 'delivery' | 'viewedAt'> }) {
  return isUndelivered(quote) ? <UndeliveredBadge /> : <RecordStatus kind="quote" status={quote.status} />;
}
