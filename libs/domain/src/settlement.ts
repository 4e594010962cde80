import { currencyDigits } from './currency.js';
import { round, roundQuotient, type Decimal } from './decimal.js';
import {
  fraction,
  multiplyFractions,
  percentFraction,
  roundHalfAway,
  wholeUnits,
  type Fraction,
  type Rounded,
} from './fraction.js';
import { apportion } from './largest-remainder.js';
import { groupDocument, sumUnits, type PlacedAdjustment, type TaxGroup, type TaxGroupPart } from './tax-groups.js';
import { readDecimal, type TotalsInput } from './totals-input.js';

/** A (category, rate) group with its VAT. All amounts are in minor units. */
export interface SettledGroup {
  readonly group: TaxGroup;
  /** The sum of the parts as entered, so with VAT when prices include it. */
  readonly entered: bigint;
  readonly taxable: Rounded;
  readonly tax: Rounded;
  /** Of each of the group's parts; the units of `net` add up to `taxable`. The tax of a part is informative. */
  readonly parts: readonly { readonly part: TaxGroupPart; readonly net: Rounded; readonly tax: Rounded }[];
}

/** A document with every amount that is rounded on the way, before and after. Minor units of `digits` decimals. */
export interface Settlement {
  readonly digits: number;
  readonly inclusive: boolean;
  readonly groups: readonly SettledGroup[];
  readonly adjustments: readonly PlacedAdjustment[];
  readonly lineNet: bigint;
  /** As printed: an allowance that lowers the total is positive. */
  readonly allowances: bigint;
  readonly charges: bigint;
  readonly net: bigint;
  readonly tax: bigint;
  readonly gross: bigint;
  readonly prepaid: bigint;
  readonly increment: bigint;
  readonly rounding: bigint;
  readonly due: bigint;
}

/** VAT of a net amount, in minor units. */
export function taxOn(net: Fraction, rate: Decimal): Rounded {
  return roundHalfAway(multiplyFractions(net, percentFraction(rate)));
}

/** The net of an amount that includes VAT, unrounded. */
export function netWithin(gross: Fraction, rate: Decimal): Fraction {
  const { numerator, denominator } = percentFraction(rate);
  return fraction(gross.numerator * denominator, gross.denominator * (denominator + numerator));
}

const exactly = (units: bigint): Rounded => ({ exact: wholeUnits(units), units });

function settleExclusive(group: TaxGroup, entered: bigint): SettledGroup {
  const parts = group.parts.map((part) => ({
    part,
    net: exactly(part.amount.units),
    tax: taxOn(wholeUnits(part.amount.units), group.rate),
  }));
  return { group, entered, taxable: exactly(entered), tax: taxOn(wholeUnits(entered), group.rate), parts };
}

function settleInclusive(group: TaxGroup, entered: bigint): SettledGroup {
  // Gross is sacred: the net is what is rounded, the VAT what is left, so that no cent of the price is ever lost.
  const taxable = roundHalfAway(netWithin(wholeUnits(entered), group.rate));
  const exactNets = group.parts.map(({ amount }) => netWithin(wholeUnits(amount.units), group.rate));
  // All of one rate, so all of one denominator.
  const nets = apportion(
    taxable.units,
    exactNets.map(({ numerator }) => numerator),
    exactNets[0]?.denominator ?? 1n,
  );
  const parts = group.parts.map((part, at) => {
    const net = nets[at] ?? 0n;
    return {
      part,
      net: { exact: exactNets[at] ?? wholeUnits(net), units: net },
      tax: exactly(part.amount.units - net),
    };
  });
  return { group, entered, taxable, tax: exactly(entered - taxable.units), parts };
}

/** What brings `payable` to the nearest multiple of `increment`, half away from zero; an increment of zero rounds nothing. */
function cashRounding(payable: bigint, increment: bigint): bigint {
  return increment === 0n ? 0n : roundQuotient(payable, increment) * increment - payable;
}

/** What is left to pay, EN 16931 BR-CO-16. Minor units. */
export function amountDue(gross: bigint, prepaid: bigint, rounding: bigint): bigint {
  return gross - prepaid + rounding;
}

/**
 * The one place where documents are calculated, by the rules of EN 16931, exact and half away from zero: totals, the
 * explanation of each step and the search for what a caller did otherwise all read it.
 * @throws RangeError for what `checkTaxRules` reports as a fault of form
 */
export function settleDocument(document: TotalsInput): Settlement {
  const digits = currencyDigits(document.currency);
  const inclusive = document.pricesIncludeTax ?? false;
  const grouped = groupDocument(document, digits);
  const groups = grouped.groups.map((group) => {
    const entered = sumUnits(group.parts.map(({ amount }) => amount.units));
    return inclusive ? settleInclusive(group, entered) : settleExclusive(group, entered);
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
  const rounding = cashRounding(gross - prepaid, increment);
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
    due: amountDue(gross, prepaid, rounding),
  };
}
