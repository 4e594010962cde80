import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import type { LineBody, LineView } from '@billhook/contract/invoicing/document-line';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { currentUnit } from '@billhook/domain/invoicing/codes/unit-codes';
import { remainderResult, remainingCredit, settleCredit } from '@billhook/domain/invoicing/credit-note';
import {
  computeTotals,
  type TaxBreakdownRow,
  type Totals,
  type TotalsResult,
} from '@billhook/domain/invoicing/totals/totals';
import {
  compare,
  decimalOrThrow,
  divideRounded,
  formatDecimal,
  isZero,
  multiply,
  negate,
  parseDecimal,
  subtract,
  type Decimal,
} from '@billhook/domain/shared/decimal';

/** The typed quantities to credit, by the ids of the invoice's lines; absent lines are not credited. */
export type ChosenLines = Readonly<Record<number, string>>;

/** The members of an invoice from which a credit note is computed. */
export type Creditable = Pick<
  InvoiceView,
  'currency' | 'pricesIncludeTax' | 'lines' | 'totals' | 'taxBreakdown' | 'balance'
>;

/** The amounts that were credited before. */
export type PreviewedCredit = Pick<CreditNoteView, 'totals' | 'taxBreakdown'>;

export type CreditPreviewError = 'empty' | 'quantity' | 'over' | 'negative';

export interface CreditPreview {
  readonly totals: Totals;
  readonly taxBreakdown: readonly TaxBreakdownRow[];
  /** The reduction of the outstanding amount, and the part that becomes credit of the client. */
  readonly allocation: { readonly invoice: string; readonly released: string };
}

/** The typed part of a line's quantity; undefined if it is not a number, exceeds the line or has the other sign. */
export function partOf(typed: string, line: Pick<LineView, 'quantity'>): Decimal | undefined {
  const value = parseDecimal(typed, 4);
  const whole = decimalOrThrow(line.quantity);
  if (!value || isZero(value)) return undefined;
  const [part, most] = whole.units < 0n ? [negate(value), negate(whole)] : [value, whole];
  return part.units > 0n && compare(part, most) <= 0 ? value : undefined;
}

type Adjustment = NonNullable<LineBody['discount']>;

/** A line of the credit note: the line of the invoice, with its amounts in proportion to the quantity. */
function lineBody(line: LineView, part: Decimal, currency: string): LineBody {
  const digits = currencyDigits(currency);
  const share = (adjustment: Adjustment): Adjustment => {
    if (adjustment.amount === undefined) return adjustment;
    const product = multiply(decimalOrThrow(adjustment.amount), part);
    return {
      ...adjustment,
      amount: formatDecimal(divideRounded(product, decimalOrThrow(line.quantity), digits), digits),
    };
  };
  const { discount, description, taxRate, exemptionReason, servicePeriod, sellerItemId, buyerItemId } = line;
  return {
    name: line.name,
    quantity: formatDecimal(part, part.scale),
    unit: currentUnit(line.unit),
    unitPrice: line.unitPrice,
    priceBaseQuantity: line.priceBaseQuantity,
    allowances: line.allowances.map(share),
    charges: line.charges.map(share),
    taxCategory: line.taxCategory,
    ...(description !== null && { description }),
    ...(discount !== null && { discount: share(discount) }),
    ...(taxRate !== null && { taxRate }),
    ...(exemptionReason !== null && { exemptionReason }),
    ...(servicePeriod !== null && { servicePeriod }),
    ...(sellerItemId !== null && { sellerItemId }),
    ...(buyerItemId !== null && { buyerItemId }),
  };
}

/** The selected lines in the format of the API; undefined if a quantity is wrong or none is selected. */
export function chosenBodies(invoice: Creditable, chosen: ChosenLines): LineBody[] | undefined {
  const bodies: LineBody[] = [];
  for (const line of invoice.lines) {
    const typed = chosen[line.id];
    if (typed === undefined) continue;
    const part = partOf(typed, line);
    if (!part) return undefined;
    bodies.push(lineBody(line, part, invoice.currency));
  }
  return bodies.length > 0 ? bodies : undefined;
}

/**
 * The amounts of a credit note, computed like the API: for all that remains, or for selected lines.
 * @param credited all credit notes of the invoice
 */
export function previewCredit(
  invoice: Creditable,
  credited: readonly PreviewedCredit[],
  chosen: ChosenLines | undefined,
): CreditPreview | CreditPreviewError {
  const { currency } = invoice;
  const remaining = remainingCredit(
    invoice.taxBreakdown,
    credited.map(({ taxBreakdown }) => taxBreakdown),
    currency,
  );
  const open = credited.reduce(
    (rest, { totals }) => subtract(rest, decimalOrThrow(totals.due)),
    decimalOrThrow(invoice.totals.due),
  );
  if (chosen === undefined) {
    if (credited.length === 0) return preview(invoice, invoice, decimalOrThrow(invoice.totals.due));
    return preview(invoice, remainderResult(remaining, currency), open);
  }
  if (Object.keys(chosen).length === 0) return 'empty';
  const lines = chosenBodies(invoice, chosen);
  if (!lines) return 'quantity';
  const document = { currency, pricesIncludeTax: invoice.pricesIncludeTax, lines };
  const outcome = settleCredit(computeTotals(document), remaining, currency, {
    document,
    invoiced: invoice.taxBreakdown,
  });
  if ('errors' in outcome) return 'over';
  const { result } = outcome;
  if (remainingCredit(remaining, [result.taxBreakdown], currency).length === 0) return preview(invoice, result, open);
  const gross = decimalOrThrow(result.totals.gross);
  if (gross.units < 0n) return 'negative';
  if (compare(gross, decimalOrThrow(remainderResult(remaining, currency).totals.gross)) > 0) return 'over';
  return preview(invoice, result, compare(gross, open) > 0 ? open : gross);
}

/** The last credit note of an invoice takes over its cash rounding. */
function preview(
  invoice: Creditable,
  { totals, taxBreakdown }: Pick<TotalsResult, 'totals' | 'taxBreakdown'>,
  due: Decimal,
): CreditPreview {
  const digits = currencyDigits(invoice.currency);
  const text = (value: Decimal) => formatDecimal(value, digits);
  const balance = decimalOrThrow(invoice.balance);
  const taken = compare(due, balance) > 0 ? balance : due;
  return {
    totals: { ...totals, rounding: text(subtract(due, decimalOrThrow(totals.gross))), due: text(due) },
    taxBreakdown,
    allocation: { invoice: text(taken), released: text(subtract(due, taken)) },
  };
}
