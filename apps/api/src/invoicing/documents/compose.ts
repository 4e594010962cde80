import { STORED_DOCUMENT, STORED_LINE, type DocumentBody } from '@billhook/contract/invoicing/document';
import { documentInFull } from '@billhook/domain/invoicing/amount';
import { compare, parseDecimal } from '@billhook/domain/shared/decimal';
import { UNSAVED } from '@billhook/db/row';
import { Problem } from '@billhook/domain/shared/problems';
import { checkTaxRules } from '@billhook/domain/invoicing/tax-rules';
import { explainMismatch, type TotalMismatch } from '@billhook/domain/invoicing/total-mismatch';
import type { FittedAmounts } from '@billhook/domain/invoicing/totals-input';
import { computeTotals, type TotalsInput, type TotalsResult } from '@billhook/domain/invoicing/totals';
import type { DocumentColumns } from '@billhook/invoicing/documents/document.columns';
import type { LineColumns } from '@billhook/invoicing/documents/line.columns';

/** What a document is composed from: the members that both bodies share. */
export type ComposedFrom = DocumentBody & Pick<TotalsInput, 'fitted'>;

export type ComposedColumns = Pick<
  DocumentColumns,
  (typeof STORED_DOCUMENT.names)[number] | 'totals' | 'taxBreakdown' | 'payable'
>;

/** What every document begins with. */
export const NOT_HANDED_OVER = {
  sentAt: null,
  viewedAt: null,
  publicToken: null,
  publicUrl: null,
  delivery: null,
} as const;

/** PostgreSQL's numeric knows no negative zero, and what is answered now must be, byte for byte, what the GET answers later. */
const unsignedZero = (text: string): string => text.replace(/^-(?=[0.]+$)/, '');

/** Why a total differs, for the caller to see: the members of the problem that `explainMismatch` knows. */
export type MismatchExplanation = Pick<TotalMismatch, 'cause' | 'message' | 'lines'>;

/**
 * Checks the total that a caller expects, if any.
 * @param explain what is said of another total; the usual mistakes, where it is about the lines of the body
 * @throws Problem 422 total_mismatch
 */
export function checkExpectedTotal(
  expectedTotal: string | undefined,
  { totals, taxBreakdown }: Pick<TotalsResult, 'totals' | 'taxBreakdown'>,
  explain: (expectedTotal: string) => MismatchExplanation,
): void {
  if (expectedTotal === undefined) return;
  const expected = parseDecimal(expectedTotal, 6);
  const computedTotal = totals.gross;
  const gross = parseDecimal(computedTotal, 6);
  if (expected && gross && compare(expected, gross) === 0) return;
  const { cause, message, lines } = explain(expectedTotal);
  throw new Problem('total_mismatch', message, {
    errors: [
      { pointer: '/expectedTotal', code: 'total_mismatch', message: `the total of the lines is ${computedTotal}` },
    ],
    extensions: { cause, expectedTotal, computedTotal, taxBreakdown, lines },
  });
}

/**
 * Computes a document from its body, by the rules of EN 16931.
 * @throws Problem 422 invalid_body with a pointer for each fault, total_mismatch
 */
export function composeDocument(given: ComposedFrom): { columns: ComposedColumns; lines: LineColumns[] } {
  const faults = checkTaxRules(given);
  if (faults.length > 0) throw new Problem('invalid_body', undefined, { errors: faults });
  const body = documentInFull<ComposedFrom & TotalsInput>(given);
  const result = computeTotals(body);
  checkExpectedTotal(body.expectedTotal, result, (expected) => explainMismatch(body, expected));
  return {
    columns: {
      ...STORED_DOCUMENT.toRow(body),
      totals: result.totals,
      taxBreakdown: result.taxBreakdown,
      payable: result.totals.due,
    },
    lines: body.lines.map((line, position) => ({
      ...STORED_LINE.toRow(line),
      id: UNSAVED,
      position,
      quantity: unsignedZero(line.quantity),
      unitPrice: unsignedZero(line.unitPrice),
      taxRate: line.taxRate === undefined ? null : unsignedZero(line.taxRate),
      ...(result.lines[position] ?? { net: '0', tax: '0', gross: '0' }),
    })),
  };
}

/** The body that a stored document amounts to, to be changed and composed again. */
export function decompose(
  document: DocumentColumns & { lines: LineColumns[]; fitted?: FittedAmounts | null },
): ComposedFrom {
  return {
    ...STORED_DOCUMENT.toBody(document),
    fitted: document.fitted ?? undefined,
    lines: document.lines.map((line) => STORED_LINE.toBody(line)),
  };
}

type Nullable<T> = { [K in keyof T]?: T[K] | null };

/** A body changed by a patch: what is left out stays, null empties. */
export function patched(body: ComposedFrom, patch: Nullable<ComposedFrom>): ComposedFrom {
  const set = Object.entries(patch).filter(([, value]) => value !== undefined);
  return Object.assign({}, body, Object.fromEntries(set.map(([name, value]) => [name, value ?? undefined])));
}

const AMOUNTS = ['net', 'tax', 'gross'] as const;

/**
 * The lines to write: those of a patch that names them, and those whose amounts it changes without naming them (another currency; an
 * allowance, where prices include VAT, moves a cent between the lines).
 * @returns undefined where the lines stay, with their ids
 */
export function newLines(
  patch: Nullable<ComposedFrom>,
  before: readonly LineColumns[],
  after: LineColumns[],
): LineColumns[] | undefined {
  const differ = after.some((line, n) => AMOUNTS.some((name) => line[name] !== before[n]?.[name]));
  return patch.lines !== undefined || differ ? after : undefined;
}
