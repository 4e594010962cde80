import { currencyDigits } from './currency.js';
import {
  add,
  divideRounded,
  formatDecimal,
  formatShortest,
  multiply,
  ofMinorUnits,
  roundQuotient,
  subtract,
  ZERO,
  type Decimal,
} from './decimal.js';
import { apportion } from './largest-remainder.js';
import { readDecimal, sumUnits, taxGroups, type TaxCategory, type TaxGroup, type TotalsInput } from './tax-groups.js';

export type { AdjustmentInput, DocumentAdjustmentInput, LineInput, TaxCategory, TotalsInput } from './tax-groups.js';

/** net = lineNet - allowances + charges; gross = net + tax; due = gross - prepaid + rounding. */
export interface Totals {
  lineNet: string;
  allowances: string;
  charges: string;
  net: string;
  tax: string;
  gross: string;
  rounding: string;
  due: string;
}

export interface TaxBreakdownRow {
  category: TaxCategory;
  /** Shortest form, `"5.5"`; null for category O. */
  rate: string | null;
  taxable: string;
  tax: string;
  exemptionReason: string | null;
}

export interface TotalsResult {
  /** In the order of the input. `tax` and `gross` of a line are informative: VAT is due once per group. */
  lines: { net: string; tax: string; gross: string }[];
  totals: Totals;
  /** In the order in which the groups first appear, lines before allowances before charges. */
  taxBreakdown: TaxBreakdownRow[];
}

interface SettledGroup {
  readonly group: TaxGroup;
  readonly taxable: bigint;
  readonly tax: bigint;
  /** Net of each of the group's parts; they add up to `taxable`. */
  readonly nets: readonly bigint[];
}

/** `rate` percent as a fraction of whole numbers. */
function fraction(rate: Decimal): { numerator: bigint; denominator: bigint } {
  return { numerator: rate.units, denominator: 100n * 10n ** BigInt(rate.scale) };
}

function taxOn(net: bigint, rate: Decimal): bigint {
  const { numerator, denominator } = fraction(rate);
  return roundQuotient(net * numerator, denominator);
}

function settle(group: TaxGroup, inclusive: boolean): SettledGroup {
  const amounts = group.parts.map((part) => part.amount);
  const total = sumUnits(amounts);
  if (!inclusive) return { group, taxable: total, tax: taxOn(total, group.rate), nets: amounts };
  // Gross is sacred: the net is what is rounded, the VAT what is left, so that no cent of the price is ever lost.
  const { numerator, denominator } = fraction(group.rate);
  const taxable = roundQuotient(total * denominator, denominator + numerator);
  const nets = apportion(
    taxable,
    amounts.map((amount) => amount * denominator),
    denominator + numerator,
  );
  return { group, taxable, tax: total - taxable, nets };
}

function exemptionReason({ category, parts }: TaxGroup): string | null {
  if (category === 'S' || category === 'Z') return null;
  const lines = parts.filter((part) => part.kind === 'line');
  // A group that only allowances or charges make has no line to say why it is exempt: their own reason stands in.
  const reasons = (lines.length > 0 ? lines : parts).flatMap(({ reason }) => (reason ? [reason] : []));
  return reasons.length > 0 ? [...new Set(reasons)].join('; ') : null;
}

/** What is left to pay, EN 16931 BR-CO-16. */
export function amountDue(gross: Decimal, prepaid: Decimal, rounding: Decimal): Decimal {
  return add(subtract(gross, prepaid), rounding);
}

/** What brings `payable` to the nearest multiple of `increment`, half away from zero; an increment of zero rounds nothing. */
function cashRounding(payable: Decimal, increment: Decimal): Decimal {
  if (increment.units === 0n) return ZERO;
  return subtract(multiply(divideRounded(payable, increment, 0), increment), payable);
}

/**
 * Lines, totals and VAT of a document by the rules of EN 16931, exact and half away from zero. Amounts come back with
 * exactly the currency's digits. A document without lines gives zeros and an empty breakdown.
 * @throws RangeError for what `checkTaxRules` reports as a fault of form: run that first, it names the property
 */
export function computeTotals(document: TotalsInput): TotalsResult {
  const digits = currencyDigits(document.currency);
  const show = (value: Decimal): string => formatDecimal(value, digits);
  const minor = (units: bigint): string => show(ofMinorUnits(units, digits));
  const inclusive = document.pricesIncludeTax ?? false;
  const settled = taxGroups(document, digits).map((group) => settle(group, inclusive));

  const lines: TotalsResult['lines'] = [];
  const sums = { line: 0n, allowance: 0n, charge: 0n };
  for (const { group, nets } of settled) {
    for (const [at, part] of group.parts.entries()) {
      const net = nets[at] ?? 0n;
      sums[part.kind] += net;
      if (part.kind !== 'line') continue;
      const tax = inclusive ? part.amount - net : taxOn(net, group.rate);
      lines[part.index] = { net: minor(net), tax: minor(tax), gross: minor(net + tax) };
    }
  }
  const net = sumUnits(settled.map(({ taxable }) => taxable));
  const tax = sumUnits(settled.map((row) => row.tax));
  const gross = ofMinorUnits(net + tax, digits);
  const prepaid = readDecimal(document.prepaid ?? '0', digits, 'prepaid');
  const increment = readDecimal(document.roundingIncrement ?? '0', digits, 'roundingIncrement');
  const rounding = cashRounding(subtract(gross, prepaid), increment);
  return {
    lines,
    totals: {
      lineNet: minor(sums.line),
      allowances: minor(-sums.allowance),
      charges: minor(sums.charge),
      net: minor(net),
      tax: minor(tax),
      gross: show(gross),
      rounding: show(rounding),
      due: show(amountDue(gross, prepaid, rounding)),
    },
    taxBreakdown: settled.map(({ group, taxable, tax: groupTax }) => ({
      category: group.category,
      rate: group.category === 'O' ? null : formatShortest(group.rate),
      taxable: minor(taxable),
      tax: minor(groupTax),
      exemptionReason: exemptionReason(group),
    })),
  };
}
