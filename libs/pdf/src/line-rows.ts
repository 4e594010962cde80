import type { PrintedLine, PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { unitName } from '@billhook/domain/invoicing/codes/unit-names';
import { decimalOrThrow, formatDecimal, isZeroText, negatedText, subtract } from '@billhook/domain/shared/decimal';
import { formatNumber, formatPercent, formatQuantity, formatUnitPrice } from '@billhook/domain/shared/format-amount';
import { formatPeriod } from './format.js';
import { isolated } from './paragraph.js';
import { TEXTS } from './texts.js';

/** The texts of a row in the table of line items. */
export interface PdfLineRow {
  readonly name: string;
  /** Paragraphs below the name. */
  readonly details: readonly string[];
  readonly quantity: string;
  readonly unit: string;
  readonly unitPrice: string;
  /** The base quantity below the price, if it is not one. */
  readonly per: string;
  readonly rate: string;
  readonly amount: string;
}

/** A row for each line item, then one for each allowance and charge of the document. */
export function lineRows(source: PrintedDocument): PdfLineRow[] {
  return [
    ...source.lines.map((line) => lineRow(line, source)),
    ...adjustmentRows(source, 'allowance', source.allowances, source.totals.allowances),
    ...adjustmentRows(source, 'charge', source.charges, source.totals.charges),
  ];
}

function lineRow(line: PrintedLine, source: PrintedDocument): PdfLineRow {
  const { locale, currency, pricesIncludeTax } = source;
  const texts = TEXTS[locale];
  const digits = currencyDigits(currency);
  const unit = unitName(line.quantity, line.unit, locale);
  const base = line.priceBaseQuantity;
  const adjustments = (list: readonly PrintedLine['allowances'][number][], word: string, minus: boolean) =>
    list.map((adjustment) => adjustmentText(adjustment, word, minus, source));
  return {
    name: line.name,
    details: [
      line.description ?? '',
      line.servicePeriod ? formatPeriod(line.servicePeriod, locale) : '',
      line.sellerItemId ? texts.item(isolated(line.sellerItemId)) : '',
      line.buyerItemId ? texts.buyerItem(isolated(line.buyerItemId)) : '',
      ...adjustments(line.discount ? [line.discount] : [], texts.discount, true),
      ...adjustments(line.allowances, texts.allowance, true),
      ...adjustments(line.charges, texts.charge, false),
    ].filter(Boolean),
    quantity: formatQuantity(line.quantity, locale),
    unit,
    unitPrice: formatUnitPrice(line.unitPrice, digits, locale),
    per: /^1(\.0*)?$/.test(base)
      ? ''
      : texts.per(`${formatQuantity(base, locale)} ${unitName(base, line.unit, locale)}`),
    rate: rateText(line.taxRate, locale),
    amount: formatNumber(pricesIncludeTax ? line.gross : line.net, locale),
  };
}

/** "Discount (loyalty) −10%". */
function adjustmentText(
  adjustment: PrintedLine['allowances'][number],
  word: string,
  minus: boolean,
  source: PrintedDocument,
): string {
  const { amount, percent, reason } = adjustment;
  const { locale } = source;
  const signed = (decimal: string) => (minus ? negatedText(decimal) : decimal);
  const value =
    percent !== undefined ? formatPercent(signed(percent), locale) : formatNumber(signed(amount ?? '0'), locale);
  const plus = minus || isZeroText(percent ?? amount ?? '0') ? '' : '+';
  return `${word}${reason ? ` (${isolated(reason)})` : ''} ${plus}${value}`;
}

/** @param total the total of all of that kind, without VAT */
function adjustmentRows(
  source: PrintedDocument,
  kind: 'allowance' | 'charge',
  adjustments: PrintedDocument['allowances'],
  total: string,
): PdfLineRow[] {
  const { locale } = source;
  const texts = TEXTS[locale];
  const signed = (decimal: string) => (kind === 'allowance' ? negatedText(decimal) : decimal);
  const rest = source.pricesIncludeTax ? undefined : restOf(total, adjustments);
  return adjustments.map(({ amount = rest, percent, reason, taxRate }) => ({
    name: reason ?? texts[kind],
    details: reason ? [texts[kind]] : [],
    quantity: '',
    unit: '',
    unitPrice: percent === undefined ? '' : formatPercent(signed(percent), locale),
    per: '',
    rate: taxRate === undefined ? '' : rateText(taxRate, locale),
    amount: amount === undefined ? '' : formatNumber(signed(amount), locale),
  }));
}

/**
 * The amount of the only percentage among them: the total without the others. A percentage alone does not
 * give it, because it is computed and rounded in each VAT group; with two percentages, neither amount is known.
 */
function restOf(total: string, adjustments: readonly PrintedLine['allowances'][number][]): string | undefined {
  const whole = decimalOrThrow(total);
  const amounts = adjustments.flatMap(({ amount }) => amount ?? []);
  if (amounts.length !== adjustments.length - 1) return undefined;
  const rest = amounts.reduce((left, amount) => subtract(left, decimalOrThrow(amount)), whole);
  return formatDecimal(rest, whole.scale);
}

/** A line item outside the scope of VAT has no rate, which is not the same as 0 %. */
export function rateText(rate: string | null, locale: PrintedDocument['locale']): string {
  return rate === null ? '–' : formatPercent(rate, locale);
}
