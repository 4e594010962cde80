import type { ConvertQuote, QuoteView } from '@billhook/contract/invoicing/quote';
import { compare, decimalOrThrow, formatDecimal, isZero, parseDecimal } from '@billhook/domain/shared/decimal';
import { currencyDigits } from '@billhook/domain/invoicing/currency';
import { percentOf, sumShares } from '@billhook/domain/invoicing/shares';
import { computeTotals, type LineInput } from '@billhook/domain/invoicing/totals';

export type ConversionMode = ConvertQuote['mode'];

/** What was chosen; members of other modes are not looked at. */
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

type QuoteLine = QuoteView['lines'][number];

/** A line of a record as the sums take it. */
function lineInput(line: QuoteLine): LineInput {
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
 * What an invoice of that part would amount to, VAT included, by the rules that the server converts by.
 * @returns undefined as long as the choice is not complete
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
      const lines = quote.lines.filter(({ id }) => choice.lineIds.includes(id)).map(lineInput);
      if (lines.length === 0) return undefined;
      const { taxBreakdown } = computeTotals({ currency, pricesIncludeTax, lines });
      return sumShares(taxBreakdown, currency);
    }
  }
}

/** Whether that is more than what remains: the server refuses it. */
export const isTooMuch = (quote: QuoteView, amount: string): boolean =>
  compare(decimalOrThrow(amount), decimalOrThrow(quote.remaining)) > 0;

/** Whether nothing of the quote is invoiced yet. */
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
