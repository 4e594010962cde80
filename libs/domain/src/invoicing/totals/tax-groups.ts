import { round, type Decimal } from '../../shared/decimal.js';
import {
  fraction,
  multiplyFractions,
  negateRounded,
  percentFraction,
  roundHalfAway,
  wholeUnits,
  type Rounded,
} from '../../shared/fraction.js';
import { apportion, proportions } from './largest-remainder.js';
import { lineAmount } from './line-amount.js';
import {
  readAdjustment,
  readRate,
  taxGroupKey,
  type DocumentAdjustmentInput,
  type TaxCategory,
  type TotalsInput,
} from './totals-input.js';

/** A part of a group: a line, or a share of a document allowance (negative) or charge. */
export interface TaxGroupPart {
  readonly kind: 'line' | 'allowance' | 'charge';
  readonly index: number;
  /** In minor units as entered: with VAT if prices include it. */
  readonly amount: Rounded;
  readonly reason: string | undefined;
}

export interface TaxGroup {
  readonly category: TaxCategory;
  readonly rate: Decimal;
  readonly parts: TaxGroupPart[];
}

/** A document allowance or charge with its groups. Amounts are as entered, so an allowance is positive. */
export interface PlacedAdjustment {
  readonly kind: 'allowance' | 'charge';
  readonly index: number;
  readonly group: TaxGroup | null;
  readonly amount: Rounded;
  /** The base of the percentage; null for an amount. */
  readonly base: bigint | null;
  /** The share of each group with its base; empty if the adjustment names its group. */
  readonly shares: readonly { readonly group: TaxGroup; readonly amount: Rounded; readonly weight: bigint }[];
}

export interface GroupedDocument {
  /** In order of first appearance: lines, allowances, charges. */
  readonly groups: readonly TaxGroup[];
  /** Allowances, then charges. */
  readonly adjustments: readonly PlacedAdjustment[];
}

export const sumUnits = (values: readonly bigint[]): bigint => values.reduce((acc, value) => acc + value, 0n);

/**
 * The (category, rate) groups of a document, for which VAT is due. Document allowances and charges are split over them.
 * `digits` is the number of decimals of the currency.
 * @throws RangeError for errors of form that `checkTaxRules` reports
 */
export function groupDocument(document: TotalsInput, digits: number): GroupedDocument {
  const groups = new Map<string, TaxGroup>();
  const groupOf = (category: TaxCategory, rate: string | undefined): TaxGroup => {
    const key = taxGroupKey(category, rate);
    const group = groups.get(key) ?? { category, rate: readRate(category, rate), parts: [] };
    groups.set(key, group);
    return group;
  };
  for (const [index, line] of document.lines.entries()) {
    const amount = lineAmount(line, digits);
    groupOf(line.taxCategory, line.taxRate).parts.push({ kind: 'line', index, amount, reason: line.exemptionReason });
  }
  // Percentages apply to the lines alone, and each group of lines takes a share: both are fixed before the first adjustment.
  const lineGroups = [...groups.values()];
  const bases = new Map(lineGroups.map((group) => [group, sumUnits(group.parts.map(({ amount }) => amount.units))]));
  const weights = lineGroups.map((group) => bases.get(group) ?? 0n);

  const place = (adjustment: DocumentAdjustmentInput, kind: 'allowance' | 'charge', index: number) => {
    const parsed = readAdjustment(adjustment, digits);
    const group = adjustment.taxCategory === undefined ? null : groupOf(adjustment.taxCategory, adjustment.taxRate);
    const base = 'amount' in parsed ? null : group ? (bases.get(group) ?? 0n) : sumUnits(weights);
    const amount =
      'amount' in parsed
        ? roundHalfAway(wholeUnits(round(parsed.amount, digits).units))
        : percentOf(parsed.percent, base ?? 0n);
    const shares = group ? [] : shareOut(amount, 'percent' in parsed ? parsed.percent : undefined, weights);
    const placed = shares.flatMap((share, at) => {
      const shareGroup = lineGroups[at];
      return shareGroup ? [{ group: shareGroup, amount: share, weight: weights[at] ?? 0n }] : [];
    });
    for (const part of group ? [{ group, amount }] : placed) {
      const signed = kind === 'allowance' ? negateRounded(part.amount) : part.amount;
      part.group.parts.push({ kind, index, amount: signed, reason: adjustment.reason });
    }
    return { kind, index, group, amount, base, shares: placed };
  };
  const adjustments = [
    ...(document.allowances ?? []).map((allowance, index) => place(allowance, 'allowance', index)),
    ...(document.charges ?? []).map((charge, index) => place(charge, 'charge', index)),
  ];
  return { groups: [...groups.values()], adjustments };
}

const percentOf = (percent: Decimal, base: bigint): Rounded =>
  roundHalfAway(multiplyFractions(wholeUnits(base), percentFraction(percent)));

/** Shares by largest remainder: for a percentage, that percentage of each group; for an amount, a proportional part. */
function shareOut(amount: Rounded, percent: Decimal | undefined, weights: readonly bigint[]): Rounded[] {
  const exact = percent ? percentShares(percent, weights) : proportions(amount.units, weights);
  const units = apportion(amount.units, exact.numerators, exact.denominator);
  return exact.numerators.map((numerator, at) => ({
    exact: fraction(numerator, exact.denominator),
    units: units[at] ?? 0n,
  }));
}

function percentShares(percent: Decimal, bases: readonly bigint[]): { numerators: bigint[]; denominator: bigint } {
  const { numerator, denominator } = percentFraction(percent);
  return { numerators: bases.map((base) => base * numerator), denominator };
}
