import { formatShortest, parseDecimal, ZERO, type Decimal } from '../shared/decimal.js';

/** VAT categories of EN 16931: standard, zero rated, exempt, reverse charge, intra-community, export, outside scope. */
export type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';

/** Exactly one of `amount` (at most the currency's digits) and `percent` (up to 4 decimals). */
export interface AdjustmentInput {
  amount?: string;
  percent?: string;
  reason?: string;
}

/** A `percent` without `taxCategory` is of the whole, spread over all (category, rate) groups of the lines. */
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
  /** Then unit prices and every amount of lines, allowances and charges include VAT. */
  pricesIncludeTax?: boolean;
  lines: LineInput[];
  allowances?: DocumentAdjustmentInput[];
  charges?: DocumentAdjustmentInput[];
  roundingIncrement?: string;
  prepaid?: string;
  /** Amounts of a share, so that all shares of a quote add up to it. */
  fitted?: FittedAmounts;
}

/**
 * Amounts that take the place of the computed ones, where a share was fitted to what was left of its quote. Each applies
 * only while the document still amounts to what it was fitted for.
 */
export interface FittedAmounts {
  readonly groups: readonly FittedGroup[];
  /** What is due of this gross, in this increment; null where rounding to the nearest multiple is right. */
  readonly cash: { readonly gross: string; readonly roundingIncrement: string; readonly due: string } | null;
}

export interface FittedGroup {
  readonly category: TaxCategory;
  readonly rate: string | null;
  readonly taxable: string;
  readonly tax: string;
}

export const QUANTITY_SCALE = 4;
/** The official samples use 9, Stripe takes 12. */
export const UNIT_PRICE_SCALE = 12;
export const RATE_SCALE = 4;

/** @throws RangeError, naming `what`, for anything else than a decimal with at most `scale` decimals */
export function readDecimal(text: string, scale: number, what: string): Decimal {
  const value = parseDecimal(text, scale);
  if (!value) throw new RangeError(`${what} is not a decimal with at most ${scale} decimals: ${text}`);
  return value;
}

/** @throws RangeError unless there is exactly one of amount and percent, and a decimal */
export function readAdjustment(
  adjustment: AdjustmentInput,
  digits: number,
): { amount: Decimal } | { percent: Decimal } {
  const { amount, percent } = adjustment;
  if (amount !== undefined && percent === undefined) return { amount: readDecimal(amount, digits, 'amount') };
  if (percent !== undefined && amount === undefined) return { percent: readDecimal(percent, RATE_SCALE, 'percent') };
  throw new RangeError('an allowance or charge has exactly one of amount and percent');
}

/** The rate in percent; zero for category O, which has none. @throws RangeError when another category has none */
export function readRate(category: TaxCategory, rate: string | null | undefined): Decimal {
  if (category === 'O') return ZERO;
  if (rate === undefined || rate === null) throw new RangeError(`category ${category} has a tax rate`);
  return readDecimal(rate, RATE_SCALE, 'taxRate');
}

/** The same key for all writings of one (category, rate): `25` and `25.00` are one group. */
export function taxGroupKey(category: TaxCategory, rate: string | null | undefined): string {
  return category === 'O' ? 'O' : `${category} ${formatShortest(readRate(category, rate))}`;
}
