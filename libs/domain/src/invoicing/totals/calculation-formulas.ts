import { compare, formatDecimal, ofMinorUnits, parseDecimal } from '../../shared/decimal.js';
import { QUANTITY_SCALE, type AdjustmentInput, type LineInput } from './totals-input.js';

/** Formats minor units. */
export type ShowUnits = (units: bigint) => string;

export const showUnits =
  (digits: number): ShowUnits =>
  (units) =>
    formatDecimal(ofMinorUnits(units, digits), digits);

/** ` + 5.00` or ` − 5.00`: adding a negative number is shown as a subtraction. */
function signed(text: string, sign: '+' | '−'): string {
  const minus = text.startsWith('-');
  return ` ${minus === (sign === '+') ? '−' : '+'} ${minus ? text.slice(1) : text}`;
}

const ONE = { units: 1n, scale: 0 };

/** `3 × 19.995 / 12 − 10 % − 1.50`: the percentages of quantity × price / base, then the amounts. A base of 1 is omitted. */
export function lineFormula(line: LineInput): string {
  const base = parseDecimal(line.priceBaseQuantity ?? '1', QUANTITY_SCALE);
  const divisor = base && compare(base, ONE) === 0 ? '' : ` / ${line.priceBaseQuantity}`;
  const down = [...(line.discount ? [line.discount] : []), ...(line.allowances ?? [])];
  const terms = (read: (adjustment: AdjustmentInput) => string | undefined): string[] => [
    ...down.flatMap((adjustment) => signedTerm(read(adjustment), '−')),
    ...(line.charges ?? []).flatMap((adjustment) => signedTerm(read(adjustment), '+')),
  ];
  const percents = terms(({ percent }) => percent).map((term) => `${term} %`);
  return `${line.quantity} × ${line.unitPrice}${divisor}${[...percents, ...terms(({ amount }) => amount)].join('')}`;
}

const signedTerm = (text: string | undefined, sign: '+' | '−'): string[] =>
  text === undefined ? [] : [signed(text, sign)];

/** `10.00 + 5.00 − 2.50` */
export function sumFormula(units: readonly bigint[], show: ShowUnits): string {
  const [first = 0n, ...rest] = units;
  return show(first) + rest.map((value) => signed(show(value), '+')).join('');
}

/** The sum of the first amount and the others, without zeros. */
export function sumOfSome(first: bigint, others: readonly bigint[], show: ShowUnits): string {
  return sumFormula([first, ...others.filter((value) => value !== 0n)], show);
}
