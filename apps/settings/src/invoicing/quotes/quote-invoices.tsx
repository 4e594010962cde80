import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { parseDecimal, round } from '@billhook/domain/shared/decimal';
import { useTexts } from '@billhook/ui/use-texts';
import { Progress, Stack, Text } from '@mantine/core';
import { useHolds } from '../../shared/session/signed-in.js';
import { Nothing, Section } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { Money, useAmounts } from '../../shared/workspace/money.js';
import { RecordStatus } from '../../shared/workspace/record-status.js';
import { useRecord } from '../../shared/workspace/records.js';
import { useDocumentName } from '../../shared/workspace/use-document-name.js';

/** The invoiced percentage of the quote as a whole number, for the bar only. */
function share(invoiced: string, total: string): number {
  const [part, whole] = [parseDecimal(invoiced, 6), parseDecimal(total, 6)];
  if (!part || !whole || whole.units === 0n) return 0;
  return Number((round(part, 6).units * 100n) / round(whole, 6).units);
}

/** The invoiced part of a quote, and its invoices. */
export function QuoteInvoices({ quote }: { quote: QuoteView }) {
  const { t } = useTexts('quotes');
  const amounts = useAmounts();
  const mayRead = useHolds('invoice.read');
  const { currency, invoicedTotal, remaining, totals, invoiceIds } = quote;
  const said = t('invoicing.progress', {
    invoiced: amounts.amount(invoicedTotal, currency),
    total: amounts.amount(totals.gross, currency),
  });
  return (
    <Section title={t('invoicing.title')}>
      <Stack gap="sm">
        <Progress value={share(invoicedTotal, totals.gross)} aria-label={said} size="lg" />
        <Text size="sm">{said}</Text>
        <div className="dc-row">
          <span>{t('invoicing.remaining')}</span>
          <Money amount={remaining} currency={currency} strong />
        </div>
        {invoiceIds.length === 0 ? (
          <Nothing>{t('invoicing.none')}</Nothing>
        ) : (
          invoiceIds.map((id) =>
            mayRead ? <InvoiceRow key={id} id={id} client={quote.client?.name} /> : <Text key={id}>#{id}</Text>,
          )
        )}
      </Stack>
    </Section>
  );
}

function InvoiceRow({ id, client }: { id: number; client: string | undefined }) {
  const nameOf = useDocumentName();
  const invoice = useRecord('invoices', id).data;
  return (
    <div className="dc-row">
      <PageLink to="/invoices/$id" params={{ id }}>
        {invoice ? nameOf(invoice.number, client) : `#${id}`}
      </PageLink>
      {invoice && (
        <>
          <RecordStatus kind="invoice" status={invoice.status} />
          <Money amount={invoice.totals.gross} currency={invoice.currency} />
        </>
      )}
    </div>
  );
}
