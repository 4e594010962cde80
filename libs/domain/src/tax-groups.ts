import {
  add,
  divideRounded,
  formatShortest,
  HUNDRED,
  multiply,
  negate,
  ofMinorUnits,
  parseDecimal,
  round,
  roundQuotient,
  ZERO,
  type Decimal,
} from './decimal.js';
import { apportion, spread } from './largest-remainder.js';

/** VAT categories of EN 16931: standard, zero rated, exempt, reverse charge, intra-community, export, outside scope. */
export type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';

/** Exactly one of `amount` (the currency's digits) and `percent` (up to 4 decimals). */
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
}

export const QUANTITY_SCALE = 4;
export const UNIT_PRICE_SCALE = 6;
export const RATE_SCALE = 4;

/** What a group is made of: a line, or its share of a document allowance (negative) or charge. In minor units. */
export interface TaxGroupPart {
  readonly kind: 'line' | 'allowance' | 'charge';
  readonly index: number;
  /** As entered, so with VAT when prices include it. */
  readonly amount: bigint;
  readonly reason: string | undefined;
}

export interface TaxGroup {
  readonly category: TaxCategory;
  readonly rate: Decimal;
  readonly parts: TaxGroupPart[];
}

export const sumUnits = (values: readonly bigint[]): bigint => values.reduce((acc, value) => acc + value, 0n);

/** @throws RangeError, naming `what`, for anything else than a decimal with at most `scale` decimals */
export function readDecimal(text: string, scale: number, what: string): Decimal {
  const value = parseDecimal(text, scale);
  if (!value) throw new RangeError(`${what} is not a decimal with at most ${scale} decimals: ${text}`);
  return value;
}

function readAdjustment(adjustment: AdjustmentInput, digits: number): { amount: Decimal } | { percent: Decimal } {
  const { amount, percent } = adjustment;
  if (amount !== undefined && percent === undefined) return { amount: readDecimal(amount, digits, 'amount') };
  if (percent !== undefined && amount === undefined) return { percent: readDecimal(percent, RATE_SCALE, 'percent') };
  throw new RangeError('an allowance or charge has exactly one of amount and percent');
}

function readRate(category: TaxCategory, rate: string | undefined): Decimal {
  if (category === 'O') return ZERO;
  if (rate === undefined) throw new RangeError(`category ${category} has a tax rate`);
  return readDecimal(rate, RATE_SCALE, 'taxRate');
}

/** The same key for all writings of one (category, rate): `25` and `25.00` are one group. */
export function taxGroupKey(category: TaxCategory, rate: string | undefined): string {
  return category === 'O' ? 'O' : `${category} ${formatShortest(readRate(category, rate))}`;
}

/**
 * Rounded once, at the end: percentages are of quantity × price and do not compound, and nothing on the way is rounded.
 */
function lineAmount(line: LineInput, digits: number): bigint {
  const price = multiply(
    readDecimal(line.quantity, QUANTITY_SCALE, 'quantity'),
    readDecimal(line.unitPrice, UNIT_PRICE_SCALE, 'unitPrice'),
  );
  const base = readDecimal(line.priceBaseQuantity ?? '1', QUANTITY_SCALE, 'priceBaseQuantity');
  let percent = HUNDRED;
  let fixed = ZERO;
  const apply = (adjustment: AdjustmentInput, sign: (value: Decimal) => Decimal): void => {
    const parsed = readAdjustment(adjustment, digits);
    if ('amount' in parsed) fixed = add(fixed, sign(parsed.amount));
    else percent = add(percent, sign(parsed.percent));
  };
  if (line.discount) apply(line.discount, negate);
  for (const allowance of line.allowances ?? []) apply(allowance, negate);
  for (const charge of line.charges ?? []) apply(charge, (value) => value);
  const denominator = multiply(base, HUNDRED);
  return divideRounded(add(multiply(price, percent), multiply(fixed, denominator)), denominator, digits).units;
}

/**
 * The (category, rate) groups of a document, the unit in which VAT is due, in order of appearance; document allowances and
 * charges lie in them as the shares that each group bears. `digits` are the currency's.
 */
export function taxGroups(document: TotalsInput, digits: number): TaxGroup[] {
  const groups = new Map<string, TaxGroup>();
  const groupOf = (category: TaxCategory, rate: string | undefined): TaxGroup => {
    const key = taxGroupKey(category, rate);
    const group = groups.get(key) ?? { category, rate: readRate(category, rate), parts: [] };
    groups.set(key, group);
    return group;
  };
  for (const [index, line] of document.lines.entries()) {
    const amount = lineAmount(line, digits);
    groupOf(line.taxCategory, line.taxRate).parts.push({ kind: 'line', index, amount, reason: line.exemptionReason });
  }
  // Percentages are of the lines alone, and every group of the lines takes its share: both are fixed before the first one.
  const lineGroups = [...groups.values()];
  const bases = new Map(lineGroups.map((group) => [group, sumUnits(group.parts.map((part) => part.amount))]));

  const place = (adjustment: DocumentAdjustmentInput, kind: 'allowance' | 'charge', index: number): void => {
    const parsed = readAdjustment(adjustment, digits);
    const put = (group: TaxGroup, amount: bigint): void => {
      group.parts.push({ kind, index, amount: kind === 'allowance' ? -amount : amount, reason: adjustment.reason });
    };
    if (adjustment.taxCategory !== undefined) {
      const group = groupOf(adjustment.taxCategory, adjustment.taxRate);
      if ('amount' in parsed) put(group, round(parsed.amount, digits).units);
      else {
        const base = ofMinorUnits(bases.get(group) ?? 0n, digits);
        put(group, divideRounded(multiply(base, parsed.percent), HUNDRED, digits).units);
      }
      return;
    }
    const weights = lineGroups.map((group) => bases.get(group) ?? 0n);
    const shares =
      'amount' in parsed ? spread(round(parsed.amount, digits).units, weights) : percentOfEach(parsed.percent, weights);
    for (const [at, group] of lineGroups.entries()) put(group, shares[at] ?? 0n);
  };
  for (const [index, allowance] of (document.allowances ?? []).entries()) place(allowance, 'allowance', index);
  for (const [index, charge] of (document.charges ?? []).entries()) place(charge, 'charge', index);
  return [...groups.values()];
}

function percentOfEach(percent: Decimal, bases: readonly bigint[]): bigint[] {
  const denominator = 100n * 10n ** BigInt(percent.scale);
  const shares = bases.map((base) => base * percent.units);
  return apportion(roundQuotient(sumUnits(shares), denominator), shares, denominator);
}
