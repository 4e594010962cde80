/** Exact decimals: no float takes part in any amount. A value is `units / 10^scale`. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

export const ZERO: Decimal = { units: 0n, scale: 0 };
export const HUNDRED: Decimal = { units: 100n, scale: 0 };

/** Room for any real amount, in rupiah too, and a bound on the work that a hostile number can cause. */
export const MAX_INTEGER_DIGITS = 15;

const GRAMMAR = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;

const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);

const unitsAt = (value: Decimal, scale: number): bigint => value.units * powerOfTen(scale - value.scale);

/**
 * Reads `-12.50`: an optional minus, digits, an optional fraction. No exponent, no plus, no leading zeros but in `0.x`.
 * The scale is the one written: `"1.50"` has scale 2.
 * @returns undefined for any other text, more than `maxScale` decimals or more than `maxIntegerDigits` before the point.
 */
export function parseDecimal(
  text: string,
  maxScale: number,
  maxIntegerDigits = MAX_INTEGER_DIGITS,
): Decimal | undefined {
  const match = GRAMMAR.exec(text);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (fraction.length > maxScale || whole.length > maxIntegerDigits) return undefined;
  return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length };
}

/** Room for a sum of many amounts. */
const LONGEST_SUM = 30;

/**
 * Reads an amount that the contract has checked already, or that was computed: at most six decimals.
 * @throws RangeError for any other text: a fault of ours, where to go on with zero would be to lose money
 */
export function decimalOrThrow(text: string): Decimal {
  const value = parseDecimal(text, 6, LONGEST_SUM);
  if (!value) throw new RangeError(`not a decimal: ${text}`);
  return value;
}

/** Whether a decimal is zero, however it is written. */
export function isZeroText(decimal: string): boolean {
  return !/[1-9]/.test(decimal);
}

/** The other sign: `5.00` as "-5.00"; zero has none. */
export function negatedText(decimal: string): string {
  if (isZeroText(decimal)) return decimal;
  return decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`;
}

/** A whole number of minor units (cents for `digits` 2) as a decimal. */
export function ofMinorUnits(units: bigint, digits: number): Decimal {
  return { units, scale: digits };
}

export function negate(value: Decimal): Decimal {
  return { units: -value.units, scale: value.scale };
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale };
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, negate(b));
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

/**
 * `numerator / denominator` as a whole number, half away from zero: -2.5 gives -3. EN 16931's own unit tests round so
 * (-6491.34 × 25 % = -1622.84).
 * @throws RangeError when the denominator is zero
 */
export function roundQuotient(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new RangeError('division by zero');
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const magnitude = (2n * n + d) / (2n * d);
  return numerator < 0n === denominator < 0n ? magnitude : -magnitude;
}

/** The largest whole number that is at most the quotient. @throws RangeError unless `denominator` > 0 */
export function floorQuotient(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('the denominator is not positive');
  const quotient = numerator / denominator;
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient;
}

/**
 * `a / b` rounded once, half away from zero, to `scale` decimals.
 * @throws RangeError when `b` is zero
 */
export function divideRounded(a: Decimal, b: Decimal, scale: number): Decimal {
  return { units: roundQuotient(a.units * powerOfTen(b.scale + scale), b.units * powerOfTen(a.scale)), scale };
}

/** Exactly `scale` decimals, half away from zero. */
export function round(value: Decimal, scale: number): Decimal {
  if (scale >= value.scale) return { units: unitsAt(value, scale), scale };
  return { units: roundQuotient(value.units, powerOfTen(value.scale - scale)), scale };
}

/** -1, 0 or 1; `1.0` equals `1`. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const difference = subtract(a, b).units;
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

export function isZero(value: Decimal): boolean {
  return value.units === 0n;
}

/** The text with exactly `scale` decimals, rounded half away from zero if there are more; zero never carries a minus. */
export function formatDecimal(value: Decimal, scale: number): string {
  const { units } = round(value, scale);
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ''}`;
}

/** The shortest exact text, one per value: `25.00` becomes `25`. */
export function formatShortest(value: Decimal): string {
  let { units, scale } = value;
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n;
    scale -= 1;
  }
  return formatDecimal({ units, scale }, scale);
}
