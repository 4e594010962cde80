import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { StatusBadge } from '@billhook/ui/components/status-badge';
import { useTexts } from '@billhook/ui/use-texts';
import { IconAlertTriangle, IconArchive, IconHourglass, IconReceiptRefund } from '@tabler/icons-react';
import { RecordStatus } from './record-status.js';
import { undelivered } from './undelivered.js';

type ShownInvoice = Pick<InvoiceView, 'status' | 'settledBy' | 'delivery' | 'viewedAt'>;

const UNDELIVERED = {
  Kept: { tone: 'warning', icon: IconArchive },
  Pending: { tone: 'info', icon: IconHourglass },
  Failed: { tone: 'negative', icon: IconAlertTriangle },
} as const;

function UndeliveredBadge({ mail }: { mail: keyof typeof UNDELIVERED }) {
  const { t } = useTexts('workspace');
  return <StatusBadge {...UNDELIVERED[mail]}>{t(`undelivered.${mail}`)}</StatusBadge>;
}

/** The status of an invoice, or that credit notes settled it or its email did not reach the client. */
export function InvoiceStatusBadge({ invoice }: { invoice: ShownInvoice }) {
  const { t } = useTexts('workspace');
  const { settledBy: by } = invoice;
  const mail = undelivered(invoice);
  if (mail) return <UndeliveredBadge mail={mail} />;
  if (by !== 'Credit' && by !== 'Both') return <RecordStatus kind="invoice" status={invoice.status} />;
  return (
    <StatusBadge tone="positive" icon={IconReceiptRefund}>
      {t(by === 'Credit' ? 'settled.byCredit' : 'settled.byBoth')}
    </StatusBadge>
  );
}

/** The status of a quote, or that its email did not reach the client. */
export function QuoteStatusBadge({ quote }: { quote: Pick<QuoteView, 'status' | 'delivery' | 'viewedAt'> }) {
  const mail = undelivered(quote);
  return mail ? <UndeliveredBadge mail={mail} /> : <RecordStatus kind="quote" status={quote.status} />;
}
