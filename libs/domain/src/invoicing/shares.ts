import { currencyDigits } from './currency.js';
import { decimalOrThrow, floorQuotient, isZero, type Decimal } from '../shared/decimal.js';
import { multiplyFractions, percentFraction, roundHalfAway, wholeUnits } from '../shared/fraction.js';
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

/** What a quote, or an invoice of it, has of one (category, rate). Negative where its lines take more back than they give. */
export type GroupShare = TaxBreakdownRow;

const grossOfRow = (row: GroupShare, digits: number): bigint => grossUnits(readMoney(row, digits));

/**
 * What is left of `whole` after each of `taken`, exact per group, net and VAT. Groups of which nothing is left are left
 * out, so an empty list means that all is taken; one of which more was taken than there was has the opposite sign.
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
 * Spreads `total`, VAT included, over what remains, in proportion, by largest remainder: the shares add up to it exactly,
 * none is more than its group has left, in net and in VAT, and groups that get nothing are left out. Negative groups lower
 * the others' sum: of 120.00 and -20.00 a total of 50.00 takes 60.00 and -10.00. The whole sum takes all that remains.
 * @param whole what there was before anything was taken
 * @throws RangeError when `total` has the other sign than the sum of what remains, or exceeds it
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
 * The net of a share: the rounded net of the gross so far, less the net taken, so that rounding does not add up. Where lines
 * before it were rounded otherwise, it corrects at most one minor unit.
 */
function netOfShare(gross: bigint, taken: Money, rate: Decimal): bigint {
  const soFar = roundHalfAway(netWithin(wholeUnits(grossUnits(taken) + gross), rate)).units;
  const { numerator, denominator } = netWithin(wholeUnits(gross), rate);
  // Within one unit of the exact net, which is numerator / denominator.
  const most = floorQuotient(numerator + denominator, denominator);
  const least = -floorQuotient(denominator - numerator, denominator);
  const net = soFar - taken.taxable;
  if (net > most) return most;
  return net < least ? least : net;
}

/**
 * Fits the breakdown of lines that were taken over to what remains: the share that takes the rest of a group's net, or of its
 * gross where prices include VAT, takes the rest of its VAT.
 * @returns null when more of a group is taken than remains of it
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

/** What was invoiced of a quote before, VAT included, and what of it is due. */
export interface Invoiced {
  readonly gross: string;
  readonly due: string;
}

/**
 * What is due of a share: with it, all that is due of the quote so far is the rounded gross so far, so that the last share
 * takes the rest of the cash rounding. Null without an increment, and where an edited draft left less than nothing.
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
 * The amounts that a document must be given to come to `shares` and `due`; absent where it does by itself.
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

/** `percent` (up to 4 decimals) of an amount, half away from zero. */
export function percentOf(gross: string, percent: string, currency: string): string {
  const digits = currencyDigits(currency);
  const rate = percentFraction(readDecimal(percent, RATE_SCALE, 'percent'));
  const exact = multiplyFractions(wholeUnits(readUnits(gross, digits, 'gross')), rate);
  return writeUnits(roundHalfAway(exact).units, digits);
}

/** What a share amounts to, VAT included. */
export function grossOf(share: GroupShare, currency: string): string {
  const digits = currencyDigits(currency);
  return writeUnits(grossOfRow(share, digits), digits);
}

/** What shares amount to, VAT included. */
export function sumShares(shares: readonly GroupShare[], currency: string): string {
  const digits = currencyDigits(currency);
  return writeUnits(sumUnits(shares.map((row) => grossOfRow(row, digits))), digits);
}
