import { formatShortest } from '../../shared/decimal.js';
import { currencyDigits } from '../codes/currency.js';
import { writeUnits } from './group-amounts.js';
import { magnitude, spread } from './largest-remainder.js';
import { groupDocument, sumUnits, type TaxGroup, type TaxGroupPart } from './tax-groups.js';
import type { DocumentAdjustmentInput, TotalsInput } from './totals-input.js';

/** The allowances and charges of a document, each with an amount, a category and a rate. */
export interface Adjustments {
  readonly allowances: DocumentAdjustmentInput[];
  readonly charges: DocumentAdjustmentInput[];
}

/**
 * The parts of the document allowances and charges that belong to some of its lines. Each is spread over the lines of its category and
 * rate by their net (by their gross if prices include VAT), by largest remainder: over all lines together, it is exact in each group.
 * All lines keep the allowances and charges as they are.
 * @param chosen indexes of the lines
 * @throws RangeError for errors of form that `checkTaxRules` reports
 */
export function adjustmentsOfLines(document: TotalsInput, chosen: ReadonlySet<number>): Adjustments {
  const { lines: all, allowances = [], charges = [] } = document;
  if (all.every((_, at) => chosen.has(at))) return { allowances, charges };
  const adjustments: Adjustments = { allowances: [], charges: [] };
  const digits = currencyDigits(document.currency);
  const { groups } = groupDocument(document, digits);
  const allLines = groups.flatMap(linesOf);
  for (const group of groups) {
    const own = linesOf(group);
    // A charge whose category and rate no line has, such as freight, belongs to all lines.
    const lines = own.length > 0 ? own : allLines;
    for (const part of group.parts) {
      if (part.kind === 'line') continue;
      const parts = spread(part.amount.units, weightsOf(lines, part.amount.units));
      const units = sumUnits(parts.filter((_, at) => chosen.has(lines[at]?.index ?? -1)));
      if (units === 0n) continue;
      // A part for lines with the opposite sign changes its kind, because amounts are not negative.
      (units < 0n ? adjustments.allowances : adjustments.charges).push({
        amount: writeUnits(magnitude(units), digits),
        taxCategory: group.category,
        ...(group.category !== 'O' && { taxRate: formatShortest(group.rate) }),
        ...(part.reason !== undefined && { reason: part.reason }),
      });
    }
  }
  return adjustments;
}

const linesOf = ({ parts }: TaxGroup): TaxGroupPart[] => parts.filter(({ kind }) => kind === 'line');

/** The amounts of the lines; without signs if a part could otherwise exceed its line, as +100 and -99 have little in sum. */
function weightsOf(lines: readonly TaxGroupPart[], total: bigint): bigint[] {
  const amounts = lines.map(({ amount }) => amount.units);
  return magnitude(total) > magnitude(sumUnits(amounts)) ? amounts.map(magnitude) : amounts;
}
