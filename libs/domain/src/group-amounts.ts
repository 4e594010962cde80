import { formatDecimal, ofMinorUnits, round } from './decimal.js';
import { readDecimal, taxGroupKey, type TaxCategory } from './totals-input.js';

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

/** Adds up `amount` of all rows of each group. */
export function unitsByGroup<T extends GroupRow>(
  rows: readonly T[],
  amount: (row: T) => bigint,
): ReadonlyMap<string, bigint> {
  const units = new Map<string, bigint>();
  for (const row of rows) units.set(keyOf(row), (units.get(keyOf(row)) ?? 0n) + amount(row));
  return units;
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
