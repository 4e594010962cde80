/** An exact decimal, `units / 10^scale`. Amounts never use floating-point numbers. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

export const ZERO: Decimal = { units: 0n, scale: 0 };
export const HUNDRED: Decimal = { units: 100n, scale: 0 };

/** Enough for any real amount, including in rupiah, and a limit for the work on malicious input. */
export const MAX_INTEGER_DIGITS = 15;

const GRAMMAR = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;

const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);

/** Amounts of one document mostly have the same scale. */
const unitsAt = (value: Decimal, scale: number): bigint =>
  value.scale === scale ? value.units : value.units * powerOfTen(scale - value.scale);

/**
 * Parses `-12.50`: an optional minus, digits, an optional fraction. No exponent, no plus, no leading zeros except in `0.x`.
 * Keeps the scale of the text: `"1.50"` has scale 2.
 * @returns undefined for any other text, more than `maxScale` decimals or more than `maxIntegerDigits` before the point
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

/** Enough for a sum of many amounts. */
const LONGEST_SUM = 30;

/**
 * Parses an amount that was validated or calculated: at most six decimals.
 * @throws RangeError for any other text. That is a bug, and continuing with zero would lose money
 */
export function decimalOrThrow(text: string): Decimal {
  const value = parseDecimal(text, 6, LONGEST_SUM);
  if (!value) throw new RangeError(`not a decimal: ${text}`);
  return value;
}

/** A binary number has 15 decimal digits that survive reading and writing (IEEE 754, double precision). */
const RELIABLE_DIGITS = 15;

/**
 * The text of a JSON number, without an exponent: 1e-7 gives "0.0000001".
 * @returns undefined if its shortest text has more than 15 digits besides leading zeros: the sender may have written other ones
 */
export function decimalOfNumber(value: number): string | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e-(\d+))?$/.exec(String(value)) ?? [];
  if (sign === undefined || `${whole}${fraction}`.replace(/^0+/, '').length > RELIABLE_DIGITS) return undefined;
  const moved = Number(exponent);
  return moved === 0 ? String(value) : `${sign}0.${'0'.repeat(moved - 1)}${whole}${fraction}`;
}

/** Whether a decimal is zero in any notation. */
export function isZeroText(decimal: string): boolean {
  return !/[1-9]/.test(decimal);
}

/** A decimal as text without the sign of a zero: `-0.00` gives "0.00". Any other text stays as it is. */
export const unsignedZero = (text: string): string => (/^-0(?:\.0+)?$/.test(text) ? text.slice(1) : text);

/** The negated decimal: `5.00` gives "-5.00"; zero has no sign. */
export function negatedText(decimal: string): string {
  if (isZeroText(decimal)) return decimal;
  return decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`;
}

/** Converts minor units (cents for `digits` 2) to a decimal. */
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
 * `numerator / denominator` rounded half away from zero: -2.5 gives -3, as in EN 16931's unit tests (-6491.34 × 25 % = -1622.84).
 * @throws RangeError if the denominator is zero
 */
export function roundQuotient(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new RangeError('division by zero');
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const magnitude = (2n * n + d) / (2n * d);
  return numerator < 0n === denominator < 0n ? magnitude : -magnitude;
}

/**
 * The largest whole number that is not more than the quotient.
 * @throws RangeError unless `denominator` > 0
 */
export function floorQuotient(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('the denominator is not positive');
  const quotient = numerator / denominator;
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient;
}

/**
 * `a / b` rounded once, half away from zero, to `scale` decimals.
 * @throws RangeError if `b` is zero
 */
export function divideRounded(a: Decimal, b: Decimal, scale: number): Decimal {
  return { units: roundQuotient(a.units * powerOfTen(b.scale + scale), b.units * powerOfTen(a.scale)), scale };
}

/** Rounds to exactly `scale` decimals, half away from zero. */
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

/** Formats with exactly `scale` decimals, rounded half away from zero. Zero has no minus. */
export function formatDecimal(value: Decimal, scale: number): string {
  const { units } = round(value, scale);
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ''}`;
}

/** The shortest exact text of a value: `25.00` becomes `25`. */
export function formatShortest(value: Decimal): string {
  let { units, scale } = value;
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n;
    scale -= 1;
  }
  return formatDecimal({ units, scale }, scale);
}
