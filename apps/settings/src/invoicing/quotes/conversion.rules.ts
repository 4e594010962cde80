import type { ConvertQuote, QuoteView } from '@billhook/contract/invoicing/quote';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { adjustmentsOfLines } from '@billhook/domain/invoicing/totals/chosen-lines';
import { percentOf, sumShares } from '@billhook/domain/invoicing/totals/shares';
import { computeTotals, type LineInput } from '@billhook/domain/invoicing/totals/totals';
import { compare, decimalOrThrow, formatDecimal, isZero, parseDecimal } from '@billhook/domain/shared/decimal';

export type ConversionMode = ConvertQuote['mode'];

/** The choice in the dialog; members of other modes are ignored. */
export interface Conversion {
  readonly mode: ConversionMode;
  readonly percent: string;
  readonly amount: string;
  readonly lineIds: readonly number[];
}

const isAbove = (text: string, scale: number): boolean => {
  const value = parseDecimal(text, scale);
  return value !== undefined && value.units > 0n;
};

type QuoteLineView = QuoteView['lines'][number];

/** The members of a line that the totals need. */
function lineInput(line: QuoteLineView): LineInput {
  const { quantity, unitPrice, priceBaseQuantity, discount, allowances, charges, taxCategory, taxRate } = line;
  return {
    quantity,
    unitPrice,
    priceBaseQuantity,
    allowances,
    charges,
    taxCategory,
    ...(discount && { discount }),
    ...(taxRate !== null && { taxRate }),
  };
}

/**
 * The total of the invoice of a part, VAT included, by the rules of the server.
 * @returns undefined as long as the choice is incomplete
 */
export function conversionAmount(quote: QuoteView, choice: Conversion): string | undefined {
  const { currency, totals, remaining, pricesIncludeTax } = quote;
  switch (choice.mode) {
    case 'Whole':
      return totals.gross;
    case 'Remaining':
      return remaining;
    case 'Percent':
      return isAbove(choice.percent, 4) ? percentOf(totals.gross, choice.percent, currency) : undefined;
    case 'Amount': {
      const digits = currencyDigits(currency);
      return isAbove(choice.amount, digits) ? formatDecimal(decimalOrThrow(choice.amount), digits) : undefined;
    }
    case 'Lines': {
      const chosen = new Set(quote.lines.flatMap(({ id }, at) => (choice.lineIds.includes(id) ? [at] : [])));
      if (chosen.size === 0) return undefined;
      const { allowances, charges } = quote;
      const whole = { currency, pricesIncludeTax, lines: quote.lines.map(lineInput), allowances, charges };
      const lines = whole.lines.filter((_, at) => chosen.has(at));
      const { taxBreakdown } = computeTotals({ ...whole, lines, ...adjustmentsOfLines(whole, chosen) });
      return sumShares(taxBreakdown, currency);
    }
  }
}

/** Whether it exceeds what remains, which the server rejects. */
export const isTooMuch = (quote: QuoteView, amount: string): boolean =>
  compare(decimalOrThrow(amount), decimalOrThrow(quote.remaining)) > 0;

/** Whether no part of the quote is invoiced yet. */
export const isUntouched = (quote: QuoteView): boolean =>
  isZero(decimalOrThrow(quote.invoicedTotal)) && quote.invoiceIds.length === 0;

/** The body of the conversion. */
export function conversionBody({ mode, percent, amount, lineIds }: Conversion): ConvertQuote {
  switch (mode) {
    case 'Percent':
      return { mode, percent };
    case 'Amount':
      return { mode, amount };
    case 'Lines':
      return { mode, lineIds: [...lineIds] };
    case 'Whole':
    case 'Remaining':
      return { mode };
  }
}
