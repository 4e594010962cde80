import { formatDecimal, formatShortest, ofMinorUnits } from '../shared/decimal.js';
import { settleDocument } from './settlement.js';
import type { TaxGroup } from './tax-groups.js';
import type { TaxCategory, TotalsInput } from './totals-input.js';

export type { AdjustmentInput, DocumentAdjustmentInput, LineInput, TaxCategory, TotalsInput } from './totals-input.js';

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
  /** In the order of the input. `tax` of a line is its share of its group's VAT, which is what is due: they add up to it. */
  lines: { net: string; tax: string; gross: string }[];
  totals: Totals;
  /** In the order in which the groups first appear, lines before allowances before charges. */
  taxBreakdown: TaxBreakdownRow[];
}

function exemptionReason({ category, parts }: TaxGroup): string | null {
  if (category === 'S' || category === 'Z') return null;
  const lines = parts.filter((part) => part.kind === 'line');
  // A group that only allowances or charges make has no line to say why it is exempt: their own reason stands in.
  const reasons = (lines.length > 0 ? lines : parts).flatMap(({ reason }) => (reason ? [reason] : []));
  return reasons.length > 0 ? [...new Set(reasons)].join('; ') : null;
}

/** The name of a group in answers: the shortest rate, null for category O. */
export function groupName({
  category,
  rate,
}: Pick<TaxGroup, 'category' | 'rate'>): Pick<TaxBreakdownRow, 'category' | 'rate'> {
  return { category, rate: category === 'O' ? null : formatShortest(rate) };
}

/**
 * Lines, totals and VAT of a document by the rules of EN 16931, exact and half away from zero. Amounts come back with
 * exactly the currency's digits. A document without lines gives zeros and an empty breakdown.
 * @throws RangeError for what `checkTaxRules` reports as a fault of form: run that first, it names the property
 */
export function computeTotals(document: TotalsInput): TotalsResult {
  const settled = settleDocument(document);
  const { digits } = settled;
  const minor = (units: bigint): string => formatDecimal(ofMinorUnits(units, digits), digits);

  const lines: TotalsResult['lines'] = [];
  for (const { part, net, tax } of settled.groups.flatMap(({ parts }) => parts)) {
    if (part.kind !== 'line') continue;
    lines[part.index] = { net: minor(net.units), tax: minor(tax.units), gross: minor(net.units + tax.units) };
  }
  return {
    lines,
    totals: {
      lineNet: minor(settled.lineNet),
      allowances: minor(settled.allowances),
      charges: minor(settled.charges),
      net: minor(settled.net),
      tax: minor(settled.tax),
      gross: minor(settled.gross),
      rounding: minor(settled.rounding),
      due: minor(settled.due),
    },
    taxBreakdown: settled.groups.map(({ group, taxable, tax }) => ({
      ...groupName(group),
      taxable: minor(taxable.units),
      tax: minor(tax.units),
      exemptionReason: exemptionReason(group),
    })),
  };
}
