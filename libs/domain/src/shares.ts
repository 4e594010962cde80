import { currencyDigits } from './currency.js';
import { multiplyFractions, percentFraction, roundHalfAway, wholeUnits } from './fraction.js';
import { keyOf, readUnits, unitsByGroup, writeUnits } from './group-amounts.js';
import { spread } from './largest-remainder.js';
import { sumUnits } from './tax-groups.js';
import { RATE_SCALE, readDecimal, type TaxCategory } from './totals-input.js';
import type { TaxBreakdownRow } from './totals.js';

/** What a quote, or an invoice made of it, holds of one (category, rate): the amount includes VAT. */
export interface GroupShare {
  category: TaxCategory;
  /** Null for category O. */
  rate: string | null;
  exemptionReason: string | null;
  /** With the currency's digits. Negative where the lines of that group take more back than they give. */
  gross: string;
}

/** The gross of each row: its taxable amount and its VAT. */
export function grossOf(breakdown: readonly TaxBreakdownRow[], currency: string): GroupShare[] {
  const digits = currencyDigits(currency);
  return breakdown.map(({ category, rate, exemptionReason, taxable, tax }) => ({
    category,
    rate,
    exemptionReason,
    gross: writeUnits(readUnits(taxable, digits, 'taxable') + readUnits(tax, digits, 'tax'), digits),
  }));
}

/** In minor units, one entry per group in order of appearance. */
interface Held {
  readonly share: GroupShare;
  readonly units: bigint;
}

function held(shares: readonly GroupShare[], digits: number): Held[] {
  const units = unitsByGroup(shares, ({ gross }) => readUnits(gross, digits, 'gross'));
  const first = new Map<string, GroupShare>();
  for (const share of shares) if (!first.has(keyOf(share))) first.set(keyOf(share), share);
  return [...first].map(([key, share]) => ({ share, units: units.get(key) ?? 0n }));
}

const written = (rows: readonly Held[], digits: number): GroupShare[] =>
  rows.filter(({ units }) => units !== 0n).map(({ share, units }) => ({ ...share, gross: writeUnits(units, digits) }));

/**
 * What is left of `whole` after each of `taken`, exact per group. Groups of which nothing is left are left out, so an empty
 * list means that all is taken; one of which more was taken than there was remains with the opposite sign.
 */
export function remainingShares(
  whole: readonly GroupShare[],
  taken: readonly (readonly GroupShare[])[],
  currency: string,
): GroupShare[] {
  const digits = currencyDigits(currency);
  const negated = taken.flat().map((share) => ({
    ...share,
    gross: writeUnits(-readUnits(share.gross, digits, 'gross'), digits),
  }));
  return written(held([...whole, ...negated], digits), digits);
}

/**
 * Spreads `total` over what remains, in proportion, by largest remainder: the shares add up to it exactly, none is more
 * than its group has left, and groups that get nothing are left out. Negative groups lower the others' sum: of 120.00 and
 * -20.00 a total of 50.00 takes 60.00 and -10.00. The whole sum takes all that remains, even where groups cancel out to 0.
 * @throws RangeError when `total` has the other sign than the sum of what remains, or exceeds it
 */
export function shareOf(remaining: readonly GroupShare[], total: string, currency: string): GroupShare[] {
  const digits = currencyDigits(currency);
  const rows = held(remaining, digits);
  const weights = rows.map(({ units }) => units);
  const sum = sumUnits(weights);
  const units = readUnits(total, digits, 'total');
  if (units === sum) return written(rows, digits);
  if (sum < 0n ? units > 0n || units < sum : units < 0n || units > sum) {
    throw new RangeError(`${total} does not lie between 0 and the ${writeUnits(sum, digits)} that remain`);
  }
  const shares = spread(units, weights);
  return written(
    rows.map(({ share }, at) => ({ share, units: shares[at] ?? 0n })),
    digits,
  );
}

/** `percent` (up to 4 decimals) of an amount, half away from zero. */
export function percentOf(gross: string, percent: string, currency: string): string {
  const digits = currencyDigits(currency);
  const rate = percentFraction(readDecimal(percent, RATE_SCALE, 'percent'));
  const exact = multiplyFractions(wholeUnits(readUnits(gross, digits, 'gross')), rate);
  return writeUnits(roundHalfAway(exact).units, digits);
}

export function sumShares(shares: readonly GroupShare[], currency: string): string {
  const digits = currencyDigits(currency);
  return writeUnits(sumUnits(shares.map(({ gross }) => readUnits(gross, digits, 'gross'))), digits);
}
