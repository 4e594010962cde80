import { formatShortest, roundQuotient, type Decimal } from './decimal.js';

/** An exact quotient with a positive denominator. Not reduced, as the reduction would cost more than it saves. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** An amount in minor units before and after rounding. */
export interface Rounded {
  readonly exact: Fraction;
  readonly units: bigint;
}

/** @throws RangeError if the denominator is zero */
export function fraction(numerator: bigint, denominator: bigint): Fraction {
  if (denominator === 0n) throw new RangeError('division by zero');
  return denominator < 0n ? { numerator: -numerator, denominator: -denominator } : { numerator, denominator };
}

export const wholeUnits = (units: bigint): Fraction => ({ numerator: units, denominator: 1n });

/** `a / b` in minor units of `digits` decimals. */
export function quotient(a: Decimal, b: Decimal, digits: number): Fraction {
  return fraction(a.units * 10n ** BigInt(b.scale + digits), b.units * 10n ** BigInt(a.scale));
}

/** Rounds half away from zero to whole units. */
export function roundHalfAway(exact: Fraction): Rounded {
  return { exact, units: roundQuotient(exact.numerator, exact.denominator) };
}

export const negateRounded = ({ exact, units }: Rounded): Rounded => ({
  exact: { numerator: -exact.numerator, denominator: exact.denominator },
  units: -units,
});

export function addFractions(a: Fraction, b: Fraction): Fraction {
  // Most denominators of a document are equal or divide each other. Keeping them avoids large numbers.
  if (a.denominator % b.denominator === 0n) {
    return { numerator: a.numerator + b.numerator * (a.denominator / b.denominator), denominator: a.denominator };
  }
  if (b.denominator % a.denominator === 0n) return addFractions(b, a);
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

export function multiplyFractions(a: Fraction, b: Fraction): Fraction {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

/** A percentage as a fraction: `5.5` is 55/1000. */
export function percentFraction(percent: Decimal): Fraction {
  return { numerator: percent.units, denominator: 100n * 10n ** BigInt(percent.scale) };
}

/** `exact` minor units as a decimal, or undefined if it needs more than `most` decimals. */
function asDecimal({ numerator, denominator }: Fraction, digits: number, most: number): Decimal | undefined {
  const scaled = numerator * 10n ** BigInt(most - digits);
  return scaled % denominator === 0n ? { units: scaled / denominator, scale: most } : undefined;
}

/** The decimals of quantity (4), unit price (12) and percentage (2 + 4), plus two. */
const LONGEST_DECIMAL = 24;

/** In major units: the shortest decimal, or a reduced `n/d` if it has more than 24 decimals. */
export function formatExact(exact: Fraction, digits: number): string {
  const decimal = asDecimal(exact, digits, LONGEST_DECIMAL);
  if (decimal) return formatShortest(decimal);
  const denominator = exact.denominator * 10n ** BigInt(digits);
  const divisor = greatestCommonDivisor(exact.numerator, denominator);
  return `${exact.numerator / divisor}/${denominator / divisor}`;
}

/** The difference that rounding added, formatted like `formatExact`. */
export function formatDifference({ exact, units }: Rounded, digits: number): string {
  const { numerator, denominator } = exact;
  return formatExact({ numerator: units * denominator - numerator, denominator }, digits);
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
