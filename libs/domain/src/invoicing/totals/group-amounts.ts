import { formatDecimal, ofMinorUnits, round } from '../../shared/decimal.js';
import { readDecimal, taxGroupKey, type TaxCategory } from './totals-input.js';

/** Net and VAT of a (category, rate), in minor units. */
export interface Money {
  readonly taxable: bigint;
  readonly tax: bigint;
}

export const NOTHING: Money = { taxable: 0n, tax: 0n };
export const grossUnits = ({ taxable, tax }: Money): bigint => taxable + tax;
export const isNothing = ({ taxable, tax }: Money): boolean => taxable === 0n && tax === 0n;

/** Net and VAT of a row, with the currency's digits. */
export interface MoneyText {
  readonly taxable: string;
  readonly tax: string;
}

/** A row of money of one (category, rate). */
export interface GroupRow {
  readonly category: TaxCategory;
  readonly rate: string | null;
}

export const keyOf = ({ category, rate }: GroupRow): string => taxGroupKey(category, rate);

/**
 * Parses an amount into minor units.
 * @throws RangeError, with `what` in its message, for a text that is not a decimal of at most `digits` decimals
 */
export function readUnits(text: string, digits: number, what: string): bigint {
  return round(readDecimal(text, digits, what), digits).units;
}

export const writeUnits = (units: bigint, digits: number): string => formatDecimal(ofMinorUnits(units, digits), digits);

export const readMoney = (row: MoneyText, digits: number): Money => ({
  taxable: readUnits(row.taxable, digits, 'taxable'),
  tax: readUnits(row.tax, digits, 'tax'),
});

export const writeMoney = ({ taxable, tax }: Money, digits: number): { taxable: string; tax: string } => ({
  taxable: writeUnits(taxable, digits),
  tax: writeUnits(tax, digits),
});

/** The sum of the rows of each group. */
export function moneyByGroup(rows: readonly (GroupRow & MoneyText)[], digits: number): ReadonlyMap<string, Money> {
  const byGroup = new Map<string, Money>();
  for (const row of rows) {
    const [sum, money] = [byGroup.get(keyOf(row)) ?? NOTHING, readMoney(row, digits)];
    byGroup.set(keyOf(row), { taxable: sum.taxable + money.taxable, tax: sum.tax + money.tax });
  }
  return byGroup;
}

/** Whether `part` is between zero and `whole`, of either sign. */
export function isPartOf(part: bigint, whole: bigint): boolean {
  return whole < 0n ? part <= 0n && part >= whole : part >= 0n && part <= whole;
}

/** `value`, limited to the range between zero and `whole`. */
export function clampToPart(value: bigint, whole: bigint): bigint {
  if (isPartOf(value, whole)) return value;
  return value < 0n === whole < 0n ? whole : 0n;
}

/**
 * Fits a part with a given net to what remains: the whole remaining net takes all remaining VAT, a smaller part at most that.
 * @returns null if the part exceeds what remains
 */
export function fitNet(part: Money, left: Money): Money | null {
  if (!isPartOf(part.taxable, left.taxable)) return null;
  if (part.taxable === left.taxable) return left;
  return { taxable: part.taxable, tax: clampToPart(part.tax, left.tax) };
}

/**
 * Fits a part with a given gross to what remains. Moves cents between net and VAT if one of them exceeds what remains,
 * because the rounded net of a part can be a cent more than the net of the whole.
 * @returns null if the part exceeds what remains
 */
export function fitGross(part: Money, left: Money): Money | null {
  const gross = grossUnits(part);
  if (!isPartOf(gross, grossUnits(left))) return null;
  if (gross === grossUnits(left)) return left;
  const tax = clampToPart(gross - clampToPart(part.taxable, left.taxable), left.tax);
  return { taxable: gross - tax, tax };
}
