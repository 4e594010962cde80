import { formatDecimal, ofMinorUnits, round } from '../shared/decimal.js';
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

/** An amount in minor units. @throws RangeError, naming `what`, for anything but a decimal of at most `digits` decimals */
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

/** Adds up the rows of each group. */
export function moneyByGroup(rows: readonly (GroupRow & MoneyText)[], digits: number): ReadonlyMap<string, Money> {
  const byGroup = new Map<string, Money>();
  for (const row of rows) {
    const [sum, money] = [byGroup.get(keyOf(row)) ?? NOTHING, readMoney(row, digits)];
    byGroup.set(keyOf(row), { taxable: sum.taxable + money.taxable, tax: sum.tax + money.tax });
  }
  return byGroup;
}

/** True when `part` lies between nothing and `whole`, whichever sign that has. */
export function isPartOf(part: bigint, whole: bigint): boolean {
  return whole < 0n ? part <= 0n && part >= whole : part >= 0n && part <= whole;
}

/** `value`, or the bound of `whole` and zero that it lies beyond. */
export function clampToPart(value: bigint, whole: bigint): bigint {
  if (isPartOf(value, whole)) return value;
  return value < 0n === whole < 0n ? whole : 0n;
}

/**
 * Fits a part of which the net is given to what is left: the whole rest of the net takes the rest of the VAT, a part its
 * own VAT but never more than the rest.
 * @returns null when the part is more than what is left
 */
export function fitNet(part: Money, left: Money): Money | null {
  if (!isPartOf(part.taxable, left.taxable)) return null;
  if (part.taxable === left.taxable) return left;
  return { taxable: part.taxable, tax: clampToPart(part.tax, left.tax) };
}

/**
 * Fits a part of which the gross is given to what is left: net and VAT keep to it and are moved where one of them would
 * exceed what is left, as parts of an amount with VAT may round to a net that is a cent more than the whole's.
 * @returns null when the part is more than what is left
 */
export function fitGross(part: Money, left: Money): Money | null {
  const gross = grossUnits(part);
  if (!isPartOf(gross, grossUnits(left))) return null;
  if (gross === grossUnits(left)) return left;
  const tax = clampToPart(gross - clampToPart(part.taxable, left.taxable), left.tax);
  return { taxable: gross - tax, tax };
}
