import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { useTexts } from '@billhook/ui/use-texts';
import type { ReactNode } from 'react';
import { Nothing, Section } from '../../shared/workspace/detail.js';
import { DocumentLines } from './document-lines.js';
import { DocumentTotals, TaxBreakdown, type TotalRow } from './document-totals.js';

interface DocumentLinesSectionProps {
  readonly document: InvoiceView | QuoteView;
  readonly further?: readonly TotalRow[];
  readonly actions?: ReactNode;
}

/** The line items of an invoice or a quote, with their VAT and sums. */
export function DocumentLinesSection({ document, further = [], actions }: DocumentLinesSectionProps) {
  const { t } = useTexts('documents');
  const { lines, currency, pricesIncludeTax, taxBreakdown, totals } = document;
  return (
    <Section title={t('words:lineItems')} flush actions={actions}>
      {lines.length === 0 ? (
        <div className="bh-pad">
          <Nothing>{t('noLines')}</Nothing>
        </div>
      ) : (
        <DocumentLines lines={lines} currency={currency} pricesIncludeTax={pricesIncludeTax} />
      )}
      <div className="dc-sums">
        <TaxBreakdown rows={taxBreakdown} currency={currency} />
        <DocumentTotals totals={totals} adjusted={document} currency={currency} further={further} />
      </div>
    </Section>
  );
}
