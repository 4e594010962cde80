import { formatShortest, round, roundQuotient, type Decimal } from '../../shared/decimal.js';
import {
  fraction,
  multiplyFractions,
  percentFraction,
  roundHalfAway,
  wholeUnits,
  type Fraction,
  type Rounded,
} from '../../shared/fraction.js';
import { currencyDigits } from '../codes/currency.js';
import { grossUnits, readMoney, type Money } from './group-amounts.js';
import { apportion, magnitude } from './largest-remainder.js';
import { groupDocument, sumUnits, type PlacedAdjustment, type TaxGroup, type TaxGroupPart } from './tax-groups.js';
import { readDecimal, taxGroupKey, type TotalsInput } from './totals-input.js';

/** A (category, rate) group with its VAT. All amounts are in minor units. */
export interface SettledGroup {
  readonly group: TaxGroup;
  /** The sum of the parts as entered: with VAT if prices include it. */
  readonly entered: bigint;
  readonly taxable: Rounded;
  readonly tax: Rounded;
  /** Whether net and VAT were fitted to the rest of a quote, so they can differ from the result of the rate. */
  readonly fitted: boolean;
  /** The amounts of each part; they add up to the amounts of the group. */
  readonly parts: readonly { readonly part: TaxGroupPart; readonly net: Rounded; readonly tax: Rounded }[];
}

/** A document with each rounded amount before and after rounding, in minor units of `digits` decimals. */
export interface Settlement {
  readonly digits: number;
  readonly inclusive: boolean;
  readonly groups: readonly SettledGroup[];
  readonly adjustments: readonly PlacedAdjustment[];
  readonly lineNet: bigint;
  /** As printed: an allowance that reduces the total is positive. */
  readonly allowances: bigint;
  readonly charges: bigint;
  readonly net: bigint;
  readonly tax: bigint;
  readonly gross: bigint;
  readonly prepaid: bigint;
  readonly increment: bigint;
  readonly rounding: bigint;
  /** Whether the payable amount was fitted to the rest of a quote, so it may not be the nearest multiple of the increment. */
  readonly cashFitted: boolean;
  readonly due: bigint;
}

/** The VAT of a net amount, in minor units. */
export function taxOn(net: Fraction, rate: Decimal): Rounded {
  return roundHalfAway(multiplyFractions(net, percentFraction(rate)));
}

/** The unrounded net of an amount that includes VAT. */
export function netWithin(gross: Fraction, rate: Decimal): Fraction {
  const { numerator, denominator } = percentFraction(rate);
  return fraction(gross.numerator * denominator, gross.denominator * (denominator + numerator));
}

const exactly = (units: bigint): Rounded => ({ exact: wholeUnits(units), units });

/** The fitted amounts of a group in minor units, if the group still has the amount that they were fitted to. */
function fitOf(group: TaxGroup, document: TotalsInput, entered: bigint, digits: number): Money | undefined {
  const key = taxGroupKey(group.category, formatShortest(group.rate));
  const row = document.fitted?.groups.find(({ category, rate }) => taxGroupKey(category, rate) === key);
  if (!row) return undefined;
  const money = readMoney(row, digits);
  const before = document.pricesIncludeTax ? grossUnits(money) : money.taxable;
  return before === entered ? money : undefined;
}

/** Shares that add up to `total`. If `total` was fitted, the largest share takes the difference. */
function shareOut(total: bigint, natural: bigint, exact: readonly Fraction[]): bigint[] {
  // The shares have one rate, so they have one denominator.
  const numerators = exact.map(({ numerator }) => numerator);
  const shares = apportion(natural, numerators, exact[0]?.denominator ?? 1n);
  if (total === natural) return shares;
  const size = (at: number): bigint => magnitude(numerators[at] ?? 0n);
  const largest = shares.reduce((best, _, at) => (size(at) > size(best) ? at : best), 0);
  return shares.map((share, at) => (at === largest ? share + total - natural : share));
}

function settleExclusive(group: TaxGroup, entered: bigint, fit: Money | undefined): SettledGroup {
  const exactTaxes = group.parts.map(({ amount }) => taxOn(wholeUnits(amount.units), group.rate).exact);
  const natural = taxOn(wholeUnits(entered), group.rate);
  const tax = fit?.tax ?? natural.units;
  const taxes = shareOut(tax, natural.units, exactTaxes);
  const parts = group.parts.map((part, at) => ({
    part,
    net: exactly(part.amount.units),
    tax: { exact: exactTaxes[at] ?? wholeUnits(0n), units: taxes[at] ?? 0n },
  }));
  const fitted = tax !== natural.units;
  return { group, entered, taxable: exactly(entered), tax: { ...natural, units: tax }, fitted, parts };
}

function settleInclusive(group: TaxGroup, entered: bigint, fit: Money | undefined): SettledGroup {
  // The gross is fixed: the net is rounded and the VAT is the difference, so no cent of the price is lost.
  const natural = roundHalfAway(netWithin(wholeUnits(entered), group.rate));
  const taxable = fit?.taxable ?? natural.units;
  const exactNets = group.parts.map(({ amount }) => netWithin(wholeUnits(amount.units), group.rate));
  const nets = shareOut(taxable, natural.units, exactNets);
  const parts = group.parts.map((part, at) => {
    const net = nets[at] ?? 0n;
    return {
      part,
      net: { exact: exactNets[at] ?? wholeUnits(net), units: net },
      tax: exactly(part.amount.units - net),
    };
  });
  const fitted = taxable !== natural.units;
  return { group, entered, taxable: { ...natural, units: taxable }, tax: exactly(entered - taxable), fitted, parts };
}

/** The difference from `payable` to the nearest multiple of `increment`, half away from zero; 0 for an increment of zero. */
export function cashRounding(payable: bigint, increment: bigint): bigint {
  return increment === 0n ? 0n : roundQuotient(payable, increment) * increment - payable;
}

/** The amount due by EN 16931 BR-CO-16, in minor units. */
export function amountDue(gross: bigint, prepaid: bigint, rounding: bigint): bigint {
  return gross - prepaid + rounding;
}

/**
 * The only calculation of documents, by EN 16931, exact and half away from zero. Totals, explanations and mismatch reports read its result.
 * @throws RangeError for errors of form that `checkTaxRules` reports
 */
export function settleDocument(document: TotalsInput): Settlement {
  const digits = currencyDigits(document.currency);
  const inclusive = document.pricesIncludeTax ?? false;
  const grouped = groupDocument(document, digits);
  const groups = grouped.groups.map((group) => {
    const entered = sumUnits(group.parts.map(({ amount }) => amount.units));
    const fit = fitOf(group, document, entered, digits);
    return inclusive ? settleInclusive(group, entered, fit) : settleExclusive(group, entered, fit);
  });
  const sums = { line: 0n, allowance: 0n, charge: 0n };
  for (const { part, net } of groups.flatMap(({ parts }) => parts)) sums[part.kind] += net.units;
  const net = sumUnits(groups.map(({ taxable }) => taxable.units));
  const tax = sumUnits(groups.map((group) => group.tax.units));
  const gross = net + tax;
  const amount = (text: string | undefined, what: string): bigint =>
    round(readDecimal(text ?? '0', digits, what), digits).units;
  const prepaid = amount(document.prepaid, 'prepaid');
  const increment = amount(document.roundingIncrement, 'roundingIncrement');
  const nearest = cashRounding(gross - prepaid, increment);
  const { cash } = document.fitted ?? {};
  const fits =
    cash && amount(cash.gross, 'gross') === gross && amount(cash.roundingIncrement, 'increment') === increment;
  const rounding = fits ? amount(cash.due, 'due') - gross : nearest;
  return {
    digits,
    inclusive,
    groups,
    adjustments: grouped.adjustments,
    lineNet: sums.line,
    allowances: -sums.allowance,
    charges: sums.charge,
    net,
    tax,
    gross,
    prepaid,
    increment,
    rounding,
    cashFitted: rounding !== nearest,
    due: amountDue(gross, prepaid, rounding),
  };
}
