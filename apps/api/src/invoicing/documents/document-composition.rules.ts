import { STORED_DOCUMENT, type DocumentBody } from '@billhook/contract/invoicing/document';
import { STORED_LINE } from '@billhook/contract/invoicing/document-line';
import { UNSAVED } from '@billhook/db/row';
import {
  inheritedLocale,
  inheritedTexts,
  type ClientDefaults,
  type CompanyDefaults,
} from '@billhook/domain/invoicing/document-defaults';
import { checkTaxRules } from '@billhook/domain/invoicing/taxes/tax-rules';
import { documentInFull } from '@billhook/domain/invoicing/totals/amount';
import { explainMismatch, type TotalMismatch } from '@billhook/domain/invoicing/totals/total-mismatch';
import { computeTotals, type TotalsInput, type TotalsResult } from '@billhook/domain/invoicing/totals/totals';
import type { FittedAmounts } from '@billhook/domain/invoicing/totals/totals-input';
import { compare, parseDecimal } from '@billhook/domain/shared/decimal';
import { Problem } from '@billhook/domain/shared/problems';
import type { DocumentColumns } from '@billhook/invoicing/document-base/document.columns';
import type { LineColumns } from '@billhook/invoicing/document-base/line.columns';

/** The input of a document: the members that the bodies of invoices and quotes share. */
export type ComposedFrom = DocumentBody & Pick<TotalsInput, 'fitted'>;

export type ComposedColumns = Pick<
  DocumentColumns,
  (typeof STORED_DOCUMENT.names)[number] | 'totals' | 'taxBreakdown' | 'payable'
>;

/** The initial values of every document. */
export const NOT_DELIVERED = {
  sentAt: null,
  viewedAt: null,
  publicToken: null,
  publicUrl: null,
  delivery: null,
} as const;

/** PostgreSQL's numeric has no negative zero, and this response must be identical, byte for byte, to the response of a later GET. */
const unsignedZero = (text: string): string => text.replace(/^-(?=[0.]+$)/, '');

/** The explanation of a different total: the members of the problem from `explainMismatch`. */
export type MismatchExplanation = Pick<TotalMismatch, 'cause' | 'message' | 'lines'>;

/**
 * Checks the total that the caller expects, if any.
 * @param explain explains a different total; by default, by the usual mistakes in the lines of the body
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
 * Computes a document from its body by the rules of EN 16931.
 * @throws Problem 422 invalid_body with a pointer for each field error, total_mismatch
 */
export function composeDocument(given: ComposedFrom): { columns: ComposedColumns; lines: LineColumns[] } {
  const errors = checkTaxRules(given);
  if (errors.length > 0) throw new Problem('invalid_body', undefined, { errors });
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

/** The body of a stored document, to change it and compose it again. */
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

/**
 * The members that a new document takes from its client or the company, unless its body names them.
 * @param isCopy of another document, whose language it keeps
 */
export function inheritedMembers(
  body: Pick<ComposedFrom, 'terms' | 'notes' | 'locale'>,
  company: CompanyDefaults,
  client: ClientDefaults,
  isCopy: boolean,
): Pick<DocumentColumns, 'terms' | 'notes' | 'locale'> {
  const locale = body.locale ?? (isCopy ? null : inheritedLocale(company, client));
  const texts = inheritedTexts(isCopy ? { ...company, locale: null } : company, client, locale);
  return { locale, terms: body.terms === undefined ? texts.terms : body.terms, notes: body.notes ?? texts.notes };
}

/** Applies a patch to a body: missing members stay, null clears. */
export function patched(body: ComposedFrom, patch: Nullable<ComposedFrom>): ComposedFrom {
  const set = Object.entries(patch).filter(([, value]) => value !== undefined);
  return Object.assign({}, body, Object.fromEntries(set.map(([name, value]) => [name, value ?? undefined])));
}

const AMOUNTS = ['net', 'tax', 'gross'] as const;

/**
 * The lines to write: the lines of the patch, or the lines whose amounts it changes indirectly (another currency; an allowance, which moves a
 * cent between lines when prices include VAT).
 * @returns undefined if the lines and their ids stay
 */
export function newLines(
  patch: Nullable<ComposedFrom>,
  before: readonly LineColumns[],
  after: LineColumns[],
): LineColumns[] | undefined {
  const differ = after.some((line, n) => AMOUNTS.some((name) => line[name] !== before[n]?.[name]));
  return patch.lines !== undefined || differ ? after : undefined;
}
