import type { PublicDocumentView, PublicLine } from '@billhook/contract/invoicing/public-document';
import { isZeroText, negatedText } from '@billhook/domain/shared/decimal';
import { useTexts } from '@billhook/ui/use-texts';
import { useDocumentFormat } from './use-document-format.js';

/** The content of a row of the lines. */
export interface PublicLineRow {
  readonly name: string;
  /** Below the name, one paragraph each. */
  readonly details: readonly string[];
  readonly quantity: string;
  readonly price: string;
  readonly rate: string;
  readonly amount: string;
}

type Adjustment = PublicLine['allowances'][number];

/** A row per line, then one per allowance and charge of the document. */
export function useLineRows(document: PublicDocumentView): PublicLineRow[] {
  const { t } = useTexts('document');
  const format = useDocumentFormat();
  const { currency, pricesIncludeTax, totals } = document;

  const rate = (taxRate: string | null | undefined) =>
    taxRate === null ? t('lines.noRate') : taxRate === undefined ? '' : format.percent(taxRate);
  const signed = (decimal: string, isMinus: boolean) => (isMinus ? negatedText(decimal) : decimal);

  /** "Discount (loyalty) −10%" */
  const adjustment = ({ amount = '0', percent, reason }: Adjustment, word: string, isMinus: boolean) => {
    const value =
      percent === undefined ? format.number(signed(amount, isMinus)) : format.percent(signed(percent, isMinus));
    const plus = isMinus || isZeroText(percent ?? amount) ? '' : '+';
    return `${word}${reason ? ` (${reason})` : ''} ${plus}${value}`;
  };

  const line = (line: PublicLine): PublicLineRow => ({
    name: line.name,
    details: [
      line.description ?? '',
      line.servicePeriod ? format.period(line.servicePeriod) : '',
      line.sellerItemId ? t('lines.item', { id: line.sellerItemId }) : '',
      line.buyerItemId ? t('lines.buyerItem', { id: line.buyerItemId }) : '',
      ...(line.discount ? [adjustment(line.discount, t('lines.discount'), true)] : []),
      ...line.allowances.map((each) => adjustment(each, t('lines.allowance'), true)),
      ...line.charges.map((each) => adjustment(each, t('lines.charge'), false)),
      /^1(\.0*)?$/.test(line.priceBaseQuantity)
        ? ''
        : t('lines.per', { quantity: format.quantity(line.priceBaseQuantity, line.unit) }),
    ].filter(Boolean),
    quantity: format.quantity(line.quantity, line.unit),
    price: format.unitPrice(line.unitPrice, currency),
    rate: rate(line.taxRate),
    amount: format.number(pricesIncludeTax ? line.gross : line.net),
  });

  /** A percentage of the document is calculated and rounded per VAT group: its amount is in the totals, for all groups together. */
  const ofDocument = (list: PublicDocumentView['allowances'], word: string, total: string, isMinus: boolean) =>
    list.map(({ amount, percent, reason, taxRate }): PublicLineRow => {
      const known = amount ?? (list.length === 1 && !pricesIncludeTax ? total : undefined);
      return {
        name: reason ?? word,
        details: reason ? [word] : [],
        quantity: '',
        price: percent === undefined ? '' : format.percent(signed(percent, isMinus)),
        rate: rate(taxRate),
        amount: known === undefined ? '' : format.number(signed(known, isMinus)),
      };
    });

  return [
    ...document.lines.map(line),
    ...ofDocument(document.allowances, t('lines.allowance'), totals.allowances, true),
    ...ofDocument(document.charges, t('lines.charge'), totals.charges, false),
  ];
}
