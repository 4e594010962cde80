import './documents.css';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { TaxBreakdownRow, Totals } from '@billhook/domain/invoicing/totals/totals';
import { isZeroText, negatedText } from '@billhook/domain/shared/decimal';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { Money, useAmounts } from '../../shared/workspace/money.js';

export interface TotalRow {
  /** The components of the amount, as text. */
  readonly parts?: readonly string[];
  readonly label: string;
  readonly amount: string;
  readonly strong?: boolean;
}

type Adjusted = Pick<InvoiceView, 'allowances' | 'charges'>;

interface DocumentTotalsProps {
  readonly totals: Totals;
  readonly currency: string;
  /** The components of the sums of allowances and of charges. */
  readonly adjusted?: Adjusted;
  /** The amounts below the amount due: paid, credited, outstanding. */
  readonly further?: readonly TotalRow[];
}

/** From the sum of the lines to the amount due. Steps without an effect are left out. */
export function DocumentTotals({ totals, currency, adjusted, further = [] }: DocumentTotalsProps) {
  const { t } = useTexts('documents');
  const changed = !isZeroText(totals.allowances) || !isZeroText(totals.charges);
  const named = useNamedAdjustments(currency);
  const rounded = !isZeroText(totals.rounding);
  const rows: TotalRow[] = [
    ...(changed ? [{ label: t('totals.lineNet'), amount: totals.lineNet }] : []),
    ...(isZeroText(totals.allowances)
      ? []
      : [
          {
            label: t('totals.allowances'),
            amount: negatedText(totals.allowances),
            parts: named(adjusted?.allowances, 'allowance'),
          },
        ]),
    ...(isZeroText(totals.charges)
      ? []
      : [{ label: t('totals.charges'), amount: totals.charges, parts: named(adjusted?.charges, 'charge') }]),
    { label: t('totals.net'), amount: totals.net },
    { label: t('totals.tax'), amount: totals.tax },
    { label: t('totals.gross'), amount: totals.gross, strong: !rounded },
    ...(rounded
      ? [
          { label: t('totals.rounding'), amount: totals.rounding },
          { label: t('totals.due'), amount: totals.due, strong: true },
        ]
      : []),
    ...further,
  ];
  return (
    <dl className="dc-totals">
      {rows.map(({ label, amount, strong, parts }) => (
        <div key={label} data-strong={strong || undefined}>
          <dt>
            {label}
            {parts?.map((part, index) => (
              <Text key={index} size="xs" className="bh-anywhere">
                {part}
              </Text>
            ))}
          </dt>
          <dd>
            <Money amount={amount} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** "Loyalty, −5%" or "Shipping, €12.00", for each allowance or charge of the document. */
function useNamedAdjustments(currency: string) {
  const { t } = useTexts('documents');
  const amounts = useAmounts();
  return (adjustments: Adjusted['allowances'] = [], kind: 'allowance' | 'charge'): string[] =>
    adjustments.map(({ amount = '0', percent, reason }) => {
      const worth = percent === undefined ? amounts.amount(amount, currency) : amounts.percent(percent);
      return `${reason ?? t(`totals.${kind}`)}, ${kind === 'allowance' ? '−' : ''}${worth}`;
    });
}

/** VAT by category and rate, as in EN 16931. */
export function TaxBreakdown({ rows, currency }: { rows: readonly TaxBreakdownRow[]; currency: string }) {
  const { t } = useTexts('documents');
  const amounts = useAmounts();
  if (rows.length === 0) return null;
  return (
    <table className="dc-vat">
      <caption>{t('vat.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('vat.group')}</th>
          <th scope="col">{t('vat.taxable')}</th>
          <th scope="col">{t('words:vat')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ category, rate, taxable, tax, exemptionReason }) => (
          <tr key={`${category} ${rate}`}>
            <th scope="row">
              {category === 'S' ? amounts.percent(rate ?? '0') : t(`category.long.${category}`)}
              {exemptionReason && (
                <Text size="xs" c="dimmed" className="bh-anywhere">
                  {exemptionReason}
                </Text>
              )}
            </th>
            <td>
              <Money amount={taxable} currency={currency} />
            </td>
            <td>
              <Money amount={tax} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
