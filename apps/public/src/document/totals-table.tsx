import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import { isZeroText, negatedText } from '@billhook/domain/shared/decimal';
import { useTexts } from '@billhook/ui/use-texts';
import { noLongerDue } from './settlement.js';
import { useDocumentFormat } from './use-document-format.js';

interface PublicTotalRow {
  readonly label: string;
  readonly amount: string;
  readonly emphasis?: 'strong' | 'due';
}

/** The sums, in order of calculation. */
function useTotalRows(document: PublicDocumentView) {
  const { kind, totals, taxBreakdown, amountPaid, amountCredited, balance } = document;
  const { t } = useTexts('document');
  const format = useDocumentFormat();
  const unlessZero = (label: string, amount: string | null, shown = amount): PublicTotalRow[] =>
    amount && shown && !isZeroText(amount) ? [{ label, amount: shown }] : [];
  const dropped = noLongerDue(document);
  const minus = (amount: string | null) => amount && negatedText(amount);

  const [only, second] = taxBreakdown;
  const tax = only?.rate && !second ? `${t('totals.tax')} ${format.percent(only.rate)}` : t('totals.tax');
  const isAdjusted = !isZeroText(totals.allowances) || !isZeroText(totals.charges);
  const sums: PublicTotalRow[] = [
    ...(isAdjusted ? [{ label: t('totals.lineNet'), amount: totals.lineNet }] : []),
    ...unlessZero(t('totals.allowances'), totals.allowances, negatedText(totals.allowances)),
    ...unlessZero(t('totals.charges'), totals.charges),
    { label: t('totals.net'), amount: totals.net },
    { label: tax, amount: totals.tax },
  ];
  const after: PublicTotalRow[] = [
    ...unlessZero(t('totals.rounding'), totals.rounding),
    ...unlessZero(t('totals.paid'), amountPaid, minus(amountPaid)),
    ...unlessZero(t('totals.credited'), amountCredited, minus(amountCredited)),
    ...unlessZero(t('totals.noLongerDue'), dropped, negatedText(dropped)),
  ];
  const gross: PublicTotalRow = { label: t('totals.gross'), amount: totals.gross, emphasis: 'strong' };
  const last = { Invoice: t('totals.due'), Quote: t('totals.gross'), CreditNote: t('totals.credit') }[kind];
  const due: PublicTotalRow = { label: last, amount: balance ?? totals.due, emphasis: 'due' };
  return [...sums, ...(kind === 'Invoice' || after.length > 0 ? [gross] : []), ...after, due];
}

export function TotalsTable({ document }: { document: PublicDocumentView }) {
  const { t } = useTexts('document');
  const format = useDocumentFormat();
  return (
    <table className="pd-totals" aria-label={t('totals.title')}>
      <tbody>
        {useTotalRows(document).map(({ label, amount, emphasis }, index) => (
          <tr key={index} data-emphasis={emphasis}>
            <th scope="row">{label}</th>
            <td>{format.money(amount, document.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
