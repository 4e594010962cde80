import { decimalOrThrow, floorQuotient, isZero, type Decimal } from '../../shared/decimal.js';
import { multiplyFractions, percentFraction, roundHalfAway, wholeUnits } from '../../shared/fraction.js';
import { currencyDigits } from '../codes/currency.js';
import {
  fitGross,
  fitNet,
  grossUnits,
  isNothing,
  keyOf,
  moneyByGroup,
  NOTHING,
  readMoney,
  readUnits,
  writeMoney,
  writeUnits,
  type Money,
} from './group-amounts.js';
import { spread } from './largest-remainder.js';
import { cashRounding, netWithin } from './settlement.js';
import { sumUnits } from './tax-groups.js';
import { RATE_SCALE, readDecimal, readRate, type FittedAmounts, type TotalsInput } from './totals-input.js';
import { computeTotals, type TaxBreakdownRow } from './totals.js';

/** The amounts of one (category, rate) in a quote or its invoice. Negative if its lines take back more than they charge. */
export type GroupShare = TaxBreakdownRow;

const grossOfRow = (row: GroupShare, digits: number): bigint => grossUnits(readMoney(row, digits));

/**
 * The rest of `whole` after all of `taken`, exact for each group. Omits empty groups, so an empty list means nothing remains.
 * A group with more taken than it had gets the opposite sign.
 */
export function remainingShares(
  whole: readonly GroupShare[],
  taken: readonly (readonly GroupShare[])[],
  currency: string,
): GroupShare[] {
  const digits = currencyDigits(currency);
  const [all, less] = [moneyByGroup(whole, digits), moneyByGroup(taken.flat(), digits)];
  const rows = new Map<string, GroupShare>();
  for (const row of [...whole, ...taken.flat()]) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
  return [...rows].flatMap(([key, row]) => {
    const [had, gone] = [all.get(key) ?? NOTHING, less.get(key) ?? NOTHING];
    const left = { taxable: had.taxable - gone.taxable, tax: had.tax - gone.tax };
    return isNothing(left) ? [] : [{ ...row, ...writeMoney(left, digits) }];
  });
}

/**
 * Splits `total`, with VAT, over the remaining groups by largest remainder. No share exceeds the rest of its group in net or VAT.
 * Negative groups count with their sign: of 120.00 and -20.00, a total of 50.00 takes 60.00 and -10.00. Empty shares are omitted.
 * @param whole the original amounts
 * @throws RangeError if `total` has the opposite sign of the remaining sum, or exceeds it
 */
export function shareOf(
  whole: readonly GroupShare[],
  remaining: readonly GroupShare[],
  total: string,
  currency: string,
): GroupShare[] {
  const digits = currencyDigits(currency);
  const weights = remaining.map((row) => grossOfRow(row, digits));
  const sum = sumUnits(weights);
  const units = readUnits(total, digits, 'total');
  if (units === sum) return [...remaining];
  if (sum < 0n ? units > 0n || units < sum : units < 0n || units > sum) {
    throw new RangeError(`${total} is not between 0 and the remaining ${writeUnits(sum, digits)}`);
  }
  const shares = spread(units, weights);
  const all = moneyByGroup(whole, digits);
  return remaining.flatMap((row, at) => {
    const gross = shares[at] ?? 0n;
    if (gross === 0n) return [];
    const left = readMoney(row, digits);
    const had = all.get(keyOf(row)) ?? NOTHING;
    const taken = { taxable: had.taxable - left.taxable, tax: had.tax - left.tax };
    const taxable = netOfShare(gross, taken, readRate(row.category, row.rate));
    const cumulative = { taxable, tax: gross - taxable };
    return [{ ...row, ...writeMoney(fitGross(cumulative, left) ?? cumulative, digits) }];
  });
}

/**
 * The net of a share: the rounded net of the gross so far less the net taken, so rounding differences do not add up.
 * Corrects at most one minor unit of lines that were rounded differently.
 */
function netOfShare(gross: bigint, taken: Money, rate: Decimal): bigint {
  const soFar = roundHalfAway(netWithin(wholeUnits(grossUnits(taken) + gross), rate)).units;
  const { numerator, denominator } = netWithin(wholeUnits(gross), rate);
  // Within one unit of the exact net, numerator / denominator.
  const most = floorQuotient(numerator + denominator, denominator);
  const least = -floorQuotient(denominator - numerator, denominator);
  const net = soFar - taken.taxable;
  if (net > most) return most;
  return net < least ? least : net;
}

/**
 * Fits the breakdown of copied lines to the rest: a share that takes the rest of a group's net, or of its gross if prices include VAT,
 * also takes the rest of its VAT.
 * @returns null if a group exceeds its rest
 */
export function fitShares(
  taken: readonly GroupShare[],
  remaining: readonly GroupShare[],
  { currency, pricesIncludeTax }: Pick<TotalsInput, 'currency' | 'pricesIncludeTax'>,
): GroupShare[] | null {
  const digits = currencyDigits(currency);
  const left = moneyByGroup(remaining, digits);
  const fit = pricesIncludeTax ? fitGross : fitNet;
  const fitted: GroupShare[] = [];
  for (const row of taken) {
    const money = fit(readMoney(row, digits), left.get(keyOf(row)) ?? NOTHING);
    if (!money) return null;
    fitted.push({ ...row, ...writeMoney(money, digits) });
  }
  return fitted;
}

/** What was invoiced of a quote before, with VAT, and the payable part of it. */
export interface Invoiced {
  readonly gross: string;
  readonly due: string;
}

/**
 * The payable amount of a share. The payable amounts so far equal the rounded gross so far, so the last share takes the rest of the
 * cash rounding. Null without an increment, and if an edited draft left less than nothing.
 */
export function dueOfShare(
  shares: readonly GroupShare[],
  invoiced: readonly Invoiced[],
  { currency, roundingIncrement }: Pick<TotalsInput, 'currency' | 'roundingIncrement'>,
): string | null {
  if (roundingIncrement === undefined || isZero(decimalOrThrow(roundingIncrement))) return null;
  const digits = currencyDigits(currency);
  const read = (text: string): bigint => readUnits(text, digits, 'amount');
  const gross = read(sumShares(shares, currency)) + sumUnits(invoiced.map((each) => read(each.gross)));
  const before = sumUnits(invoiced.map(({ due }) => read(due)));
  const due = gross + cashRounding(gross, read(roundingIncrement)) - before;
  return due < 0n ? null : writeUnits(due, digits);
}

/**
 * The amounts that a document needs to equal `shares` and `due`; absent if its calculation already does.
 * @param due of `dueOfShare`
 */
export function fittedAmounts(
  document: TotalsInput,
  shares: readonly GroupShare[],
  due: string | null,
): FittedAmounts | undefined {
  const digits = currencyDigits(document.currency);
  const differs = (a: Money, b: Money): boolean => a.taxable !== b.taxable || a.tax !== b.tax;
  const natural = moneyByGroup(computeTotals(document).taxBreakdown, digits);
  const groups = shares.flatMap(({ category, rate, taxable, tax }) => {
    const row = { category, rate, taxable, tax };
    return differs(readMoney(row, digits), natural.get(keyOf(row)) ?? NOTHING) ? [row] : [];
  });
  const { totals } = computeTotals({ ...document, fitted: { groups, cash: null } });
  const { roundingIncrement } = document;
  const cash =
    due === null || roundingIncrement === undefined || due === totals.due
      ? null
      : { gross: totals.gross, roundingIncrement, due };
  return groups.length === 0 && cash === null ? undefined : { groups, cash };
}

/** `percent` (up to 4 decimals) of an amount, rounded half away from zero. */
export function percentOf(gross: string, percent: string, currency: string): string {
  const digits = currencyDigits(currency);
  const rate = percentFraction(readDecimal(percent, RATE_SCALE, 'percent'));
  const exact = multiplyFractions(wholeUnits(readUnits(gross, digits, 'gross')), rate);
  return writeUnits(roundHalfAway(exact).units, digits);
}

/** The amount of a share, with VAT. */
export function grossOf(share: GroupShare, currency: string): string {
  const digits = currencyDigits(currency);
  return writeUnits(grossOfRow(share, digits), digits);
}

/** The sum of shares, with VAT. */
export function sumShares(shares: readonly GroupShare[], currency: string): string {
  const digits = currencyDigits(currency);
  return writeUnits(sumUnits(shares.map((row) => grossOfRow(row, digits))), digits);
}
