import { formatDecimal, formatShortest, ofMinorUnits } from '../../shared/decimal.js';
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
  /** The shortest form, `"5.5"`; null for category O. */
  rate: string | null;
  taxable: string;
  tax: string;
  exemptionReason: string | null;
}

export interface TotalsResult {
  /** In the order of the input. `tax` of a line is its share of the VAT of its group; the shares add up to it. */
  lines: { net: string; tax: string; gross: string }[];
  totals: Totals;
  /** In order of first appearance of the groups: lines, allowances, charges. */
  taxBreakdown: TaxBreakdownRow[];
}

function exemptionReason({ category, parts }: TaxGroup): string | null {
  if (category === 'S' || category === 'Z') return null;
  const lines = parts.filter((part) => part.kind === 'line');
  // A group without lines takes the exemption reason of its allowances or charges.
  const reasons = (lines.length > 0 ? lines : parts).flatMap(({ reason }) => (reason ? [reason] : []));
  return reasons.length > 0 ? [...new Set(reasons)].join('; ') : null;
}

/** The label of a group in responses: the shortest rate, null for category O. */
export function groupName({
  category,
  rate,
}: Pick<TaxGroup, 'category' | 'rate'>): Pick<TaxBreakdownRow, 'category' | 'rate'> {
  return { category, rate: category === 'O' ? null : formatShortest(rate) };
}

/**
 * The lines, totals and VAT of a document by EN 16931, exact and half away from zero. Amounts have exactly the digits of the currency.
 * A document without lines has zero totals and an empty breakdown.
 * @throws RangeError for errors of form that `checkTaxRules` reports: run it first, as it names the property
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
