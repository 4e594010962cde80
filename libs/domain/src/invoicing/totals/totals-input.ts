import { formatShortest, parseDecimal, ZERO, type Decimal } from '../../shared/decimal.js';

/** VAT categories of EN 16931: standard, zero rated, exempt, reverse charge, intra-community, export, outside scope. */
export type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';

/** Exactly one of `amount` (at most the currency's digits) and `percent` (up to 4 decimals). */
export interface AdjustmentInput {
  amount?: string;
  percent?: string;
  reason?: string;
}

/** A `percent` without `taxCategory` applies to the whole document and is split over the groups of the lines. */
export interface DocumentAdjustmentInput extends AdjustmentInput {
  taxCategory?: TaxCategory;
  taxRate?: string;
}

export interface LineInput {
  quantity: string;
  unitPrice: string;
  priceBaseQuantity?: string;
  discount?: AdjustmentInput;
  allowances?: AdjustmentInput[];
  charges?: AdjustmentInput[];
  taxCategory: TaxCategory;
  /** Absent only for category O. */
  taxRate?: string;
  exemptionReason?: string;
}

export interface TotalsInput {
  currency: string;
  /** If true, unit prices and all amounts of lines, allowances and charges include VAT. */
  pricesIncludeTax?: boolean;
  lines: LineInput[];
  allowances?: DocumentAdjustmentInput[];
  charges?: DocumentAdjustmentInput[];
  roundingIncrement?: string;
  prepaid?: string;
  /** The amounts of a share, with which all shares of a quote add up to it. */
  fitted?: FittedAmounts;
}

/**
 * Amounts that replace the calculated ones after a share was fitted to the rest of its quote. Each applies only while the document has
 * the amount that it was fitted to.
 */
export interface FittedAmounts {
  readonly groups: readonly FittedGroup[];
  /** The payable amount for this gross and increment; null if rounding to the nearest multiple is correct. */
  readonly cash: { readonly gross: string; readonly roundingIncrement: string; readonly due: string } | null;
}

export interface FittedGroup {
  readonly category: TaxCategory;
  readonly rate: string | null;
  readonly taxable: string;
  readonly tax: string;
}

export const QUANTITY_SCALE = 4;
/** The official samples use 9 decimals, Stripe accepts 12. */
export const UNIT_PRICE_SCALE = 12;
export const RATE_SCALE = 4;

/** @throws RangeError, with `what` in its message, for a text that is not a decimal of at most `scale` decimals */
export function readDecimal(text: string, scale: number, what: string): Decimal {
  const value = parseDecimal(text, scale);
  if (!value) throw new RangeError(`${what} is not a decimal with at most ${scale} decimals: ${text}`);
  return value;
}

/** @throws RangeError unless exactly one of amount and percent is present and is a decimal */
export function readAdjustment(
  adjustment: AdjustmentInput,
  digits: number,
): { amount: Decimal } | { percent: Decimal } {
  const { amount, percent } = adjustment;
  if (amount !== undefined && percent === undefined) return { amount: readDecimal(amount, digits, 'amount') };
  if (percent !== undefined && amount === undefined) return { percent: readDecimal(percent, RATE_SCALE, 'percent') };
  throw new RangeError('an allowance or charge has exactly one of amount and percent');
}

/**
 * The rate in percent; zero for category O, which has none.
 * @throws RangeError if another category has none
 */
export function readRate(category: TaxCategory, rate: string | null | undefined): Decimal {
  if (category === 'O') return ZERO;
  if (rate === undefined || rate === null) throw new RangeError(`category ${category} has a tax rate`);
  return readDecimal(rate, RATE_SCALE, 'taxRate');
}

/** One key for each (category, rate): `25` and `25.00` are one group. */
export function taxGroupKey(category: TaxCategory, rate: string | null | undefined): string {
  return category === 'O' ? 'O' : `${category} ${formatShortest(readRate(category, rate))}`;
}
