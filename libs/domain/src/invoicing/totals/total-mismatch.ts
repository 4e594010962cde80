import {
  compare,
  formatDecimal,
  formatShortest,
  ofMinorUnits,
  parseDecimal,
  subtract,
  type Decimal,
} from '../../shared/decimal.js';
import { roundHalfAway, type Fraction } from '../../shared/fraction.js';
import { alternatives, type Alternative, type AlternativeCause, type TaxedPart } from './alternatives.js';
import { showUnits, type ShowUnits } from './calculation-formulas.js';
import { settleDocument, type Settlement } from './settlement.js';
import type { TotalsInput } from './totals-input.js';

export interface MismatchLine {
  /** A JSON pointer, like `/lines/0`. */
  pointer: string;
  /** The amount that differs; `gross` is net + tax. */
  figure: 'net' | 'tax' | 'gross';
  net: string;
  /** The share of the VAT of its (category, rate), by largest remainder: the shares add up to `totals.tax`. */
  tax: string;
  /** The amount as the caller calculates it, with more decimals than the currency has if the caller does not round it. */
  theirs: string;
}

export interface TotalMismatch {
  cause: AlternativeCause | 'Unknown';
  /** Both totals and the difference in the calculation. */
  message: string;
  /** The lines with different cents; empty if only the total differs. */
  lines: MismatchLine[];
}

/**
 * The first common mistake that results in the total that the caller expects; several can have the same result.
 * @param expected the caller's gross total, a decimal
 * @throws RangeError if `expected` is not a decimal, or for errors of form that `checkTaxRules` reports
 */
export function explainMismatch(document: TotalsInput, expected: string): TotalMismatch {
  const settled = settleDocument(document);
  const { digits } = settled;
  const total = parseDecimal(expected, LONGEST_FRACTION);
  if (!total) throw new RangeError(`the expected total is not a decimal: ${expected}`);
  const is = (units: bigint): boolean => compare(total, ofMinorUnits(units, digits)) === 0;
  const show = showUnits(digits);
  const difference = formatAmount(subtract(total, ofMinorUnits(settled.gross, digits)), digits);
  const both = `expectedTotal is ${expected}, but the computed total is ${show(settled.gross)}: a difference of ${difference}.`;
  if (!is(settled.gross)) {
    for (const way of alternatives(document, settled)) {
      if (!is(way.gross)) continue;
      const message = `${both} The result is ${expected} if ${way.when}. ${RULES[way.cause](settled)}`;
      return { cause: way.cause, message, lines: differingLines(settled, way, show) };
    }
  }
  const due = is(settled.due) && settled.due !== settled.gross;
  const hint = due
    ? 'This is the amount due. expectedTotal must be the gross total, before prepayment and cash rounding.'
    : '';
  return { cause: 'Unknown', message: `${both} ${hint || 'No common mistake explains it.'}`, lines: [] };
}

/** More decimals than any amount has: the compared value may be more precise than an amount. */
const LONGEST_FRACTION = 12;

const RULES: Record<AlternativeCause, (settled: Settlement) => string> = {
  LineTaxRounded: ({ inclusive }) =>
    inclusive
      ? 'The prices include VAT, so their sum is the total; VAT is the total minus the net.'
      : 'VAT is computed once per category and rate, on the sum of the lines.',
  LineNetUnrounded: ({ digits }) => `Each line is rounded to ${digits} decimals before the lines are added up.`,
  TaxIncludedOrNot: ({ inclusive }) =>
    inclusive
      ? 'pricesIncludeTax is true: the total is the sum of the prices.'
      : 'pricesIncludeTax is false: VAT is added to the prices.',
  AllowanceIgnored: () => 'Allowances and charges are part of the total.',
  Truncated: () => 'Amounts are rounded half away from zero.',
};

const formatAmount = (value: Decimal, digits: number): string => {
  const shortest = formatShortest(value);
  return (shortest.split('.')[1] ?? '').length > digits ? shortest : formatDecimal(value, digits);
};

/** The additional decimals that show an unrounded value. */
const MORE_DIGITS = 4;

function formatTheirs(value: Fraction, digits: number): string {
  const more = { ...value, numerator: value.numerator * 10n ** BigInt(MORE_DIGITS) };
  return formatAmount({ units: roundHalfAway(more).units, scale: digits + MORE_DIGITS }, digits);
}

interface OurLine extends TaxedPart {
  readonly tax: bigint;
}

function ourLines(settled: Settlement): OurLine[] {
  return settled.groups
    .flatMap(({ group, parts }) =>
      parts.map(({ part, net, tax }) => ({ part, rate: group.rate, net: net.units, tax: tax.units })),
    )
    .filter(({ part }) => part.kind === 'line')
    .sort((a, b) => a.part.index - b.part.index);
}

function differingLines(settled: Settlement, { figure, theirs }: Alternative, show: ShowUnits): MismatchLine[] {
  if (figure === null) return [];
  return ourLines(settled).flatMap((line) => {
    const ours = { net: line.net, tax: line.tax, gross: line.net + line.tax }[figure];
    const other = theirs(line);
    if (other.numerator === ours * other.denominator) return [];
    return [
      {
        pointer: `/lines/${line.part.index}`,
        figure,
        net: show(line.net),
        tax: show(line.tax),
        theirs: formatTheirs(other, settled.digits),
      },
    ];
  });
}
