import type { CreateCreditNote } from '@billhook/contract/invoicing/credit-note';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import {
  remainderAsLines,
  remainderResult,
  remainingCredit,
  settleCredit,
} from '@billhook/domain/invoicing/credit-note';
import { explainMismatch } from '@billhook/domain/invoicing/totals/total-mismatch';
import type { TaxBreakdownRow, TotalsResult } from '@billhook/domain/invoicing/totals/totals';
import { taxGroupKey } from '@billhook/domain/invoicing/totals/totals-input';
import { add, compare, decimalOrThrow, formatDecimal, subtract, ZERO } from '@billhook/domain/shared/decimal';
import { documentLocale } from '@billhook/domain/shared/format-amount';
import { Problem } from '@billhook/domain/shared/problems';
import type { LineColumns } from '@billhook/invoicing/document-base/line.columns';
import type { InvoiceRow } from '@billhook/invoicing/invoices/invoice.entity';
import {
  checkExpectedTotal,
  composeDocument,
  decompose,
  type ComposedColumns,
  type ComposedFrom,
  type MismatchExplanation,
} from '../documents/document-composition.rules.js';

/** The earlier credit notes of an invoice. */
export interface Credited {
  readonly payable: string;
  readonly taxBreakdown: TaxBreakdownRow[];
}

export interface CreditComposition {
  readonly columns: ComposedColumns;
  readonly lines: LineColumns[];
}

const REST = { en: 'Rest of invoice', fr: 'Solde de la facture' } as const;

/** The part of the payable amount that is not credited yet. */
function uncredited(invoice: InvoiceRow, credited: readonly Credited[]): string {
  const sum = credited.reduce((total, { payable }) => add(total, decimalOrThrow(payable)), ZERO);
  return formatDecimal(subtract(decimalOrThrow(invoice.payable), sum), currencyDigits(invoice.currency));
}

/** The body of a credit note: the members of its invoice with other line items. `settled` checks the total. */
function bodyOf(invoice: InvoiceRow, body: CreateCreditNote, lines: ComposedFrom['lines']): ComposedFrom {
  const { roundingIncrement: _, externalId: __, fitted: ___, ...shared } = decompose(invoice);
  return {
    ...shared,
    lines,
    externalId: body.externalId,
    series: body.series,
    notes: body.notes,
    customFields: body.customFields,
    privateNotes: body.privateNotes,
    allowances: [],
    charges: [],
  };
}

/**
 * Composes a credit note. Without lines it credits the whole rest: a copy of the invoice's lines, or after earlier credit notes, a line
 * for each VAT category and rate. The credit notes of an invoice always add up to it to the cent, VAT included.
 * @throws Problem 422 invalid_body, tax_group_not_invoiced; 409 over_credited
 */
export function composeCredit(
  invoice: InvoiceRow,
  credited: readonly Credited[],
  body: CreateCreditNote,
): CreditComposition {
  const { currency } = invoice;
  const remaining = remainingCredit(
    invoice.taxBreakdown,
    credited.map((note) => note.taxBreakdown),
    currency,
  );
  if (body.lines) return composeLines(invoice, credited, body, remaining);
  const composition =
    credited.length === 0 ? composeWhole(invoice, body) : composeRest(invoice, credited, body, remaining);
  checkExpectedTotal(body.expectedTotal, composition.columns, (expected) =>
    unexplained(expected, `the uncredited rest of the invoice is ${composition.columns.totals.gross}.`),
  );
  return composition;
}

const unexplained = (expected: string, what: string): MismatchExplanation => ({
  cause: 'Unknown',
  message: `expectedTotal is ${expected}; ${what}`,
  lines: [],
});

/** Copies the amounts of the invoice, which may be adjusted to its quote. */
function composeWhole(invoice: InvoiceRow, body: CreateCreditNote): CreditComposition {
  const composed = composeDocument({ ...bodyOf(invoice, body, decompose(invoice).lines), ...adjustmentsOf(invoice) });
  const { totals, taxBreakdown, payable } = invoice;
  const lines = invoice.lines.map(({ net, tax, gross }) => ({ net, tax, gross }));
  return settled(composed, { lines, totals, taxBreakdown }, payable, invoice);
}

function composeRest(
  invoice: InvoiceRow,
  credited: readonly Credited[],
  body: CreateCreditNote,
  remaining: TaxBreakdownRow[],
): CreditComposition {
  const { currency } = invoice;
  const label = `${REST[documentLocale(invoice.locale ?? invoice.client?.locale)]} ${invoice.number}`;
  const lines = remainderAsLines(remaining, currency, () => label);
  const composed = composeDocument(bodyOf({ ...invoice, pricesIncludeTax: false }, body, withDefaults(lines)));
  return settled(composed, remainderResult(remaining, currency), uncredited(invoice, credited), invoice);
}

function adjustmentsOf(invoice: InvoiceRow): Pick<ComposedFrom, 'allowances' | 'charges' | 'roundingIncrement'> {
  const { allowances, charges, roundingIncrement } = decompose(invoice);
  return { allowances, charges, roundingIncrement };
}

type BareLine = Pick<ComposedFrom['lines'][number], 'name' | 'quantity' | 'unitPrice' | 'taxCategory'> &
  Partial<ComposedFrom['lines'][number]>;

const withDefaults = (lines: readonly BareLine[]): ComposedFrom['lines'] =>
  lines.map((line) => ({ unit: 'C62', priceBaseQuantity: '1', allowances: [], charges: [], ...line }));

function composeLines(
  invoice: InvoiceRow,
  credited: readonly Credited[],
  body: CreateCreditNote,
  remaining: TaxBreakdownRow[],
): CreditComposition {
  const { currency } = invoice;
  const document = bodyOf(invoice, body, body.lines ?? []);
  const composed = composeDocument(document);
  const { totals, taxBreakdown } = composed.columns;
  const outcome = settleCredit({ lines: composed.lines, totals, taxBreakdown }, remaining, currency, {
    document,
    invoiced: invoice.taxBreakdown,
  });
  if ('errors' in outcome) throw rejection(outcome.errors, composed.lines, remaining);
  const { result } = outcome;
  checkExpectedTotal(body.expectedTotal, result, (expected) =>
    result.totals.gross === totals.gross
      ? explainMismatch(document, expected)
      : unexplained(
          expected,
          `adjusted to the uncredited rest of the invoice, the total of the lines is ${result.totals.gross}.`,
        ),
  );
  return settled(composed, result, payableOf(result, invoice, credited, remaining), invoice);
}

/** What a credit note for a part credits: never more than the rest of the invoice, even if single rates are negative. */
function payableOf(
  { totals: { gross }, taxBreakdown }: TotalsResult,
  invoice: InvoiceRow,
  credited: readonly Credited[],
  remaining: TaxBreakdownRow[],
): string {
  const open = uncredited(invoice, credited);
  if (remainingCredit(remaining, [taxBreakdown], invoice.currency).length === 0) return open;
  const most = remainderResult(remaining, invoice.currency).totals.gross;
  const reject = (code: 'over_credited' | 'invalid_body', fieldCode: string, message: string): never => {
    throw new Problem(code, `/lines ${message}.`, {
      errors: [{ pointer: '/lines', code: fieldCode, message }],
      extensions: { remaining },
    });
  };
  if (compare(decimalOrThrow(gross), ZERO) < 0)
    reject('invalid_body', 'total_negative', 'must not have a total below zero');
  if (compare(decimalOrThrow(gross), decimalOrThrow(most)) > 0) {
    reject('over_credited', 'over_credited', `have a total of ${gross}, but at most ${most} can still be credited`);
  }
  // Cash rounding can make the payable amount smaller than the gross total.
  return compare(decimalOrThrow(gross), decimalOrThrow(open)) > 0 ? open : gross;
}

/** The composition with final totals. The last credit note of an invoice includes its cash rounding. */
function settled(
  { columns, lines }: CreditComposition,
  { lines: amounts, totals, taxBreakdown }: TotalsResult,
  payable: string,
  { currency }: InvoiceRow,
): CreditComposition {
  const rounding = subtract(decimalOrThrow(payable), decimalOrThrow(totals.gross));
  const due = { rounding: formatDecimal(rounding, currencyDigits(currency)), due: payable };
  return {
    lines: lines.map((line, n) => ({ ...line, ...amounts[n] })),
    columns: { ...columns, totals: { ...totals, ...due }, taxBreakdown, payable },
  };
}

type SettledCreditError = Extract<ReturnType<typeof settleCredit>, { errors: unknown }>['errors'][number];

function rejection(
  found: readonly SettledCreditError[],
  lines: readonly LineColumns[],
  remaining: TaxBreakdownRow[],
): Problem {
  const code = found.some((error) => error.code === 'tax_group_not_invoiced')
    ? 'tax_group_not_invoiced'
    : 'over_credited';
  const errors = found.map((error) => {
    const group = taxGroupKey(error.group.category, error.group.rate);
    const at = lines.findIndex((line) => taxGroupKey(line.taxCategory, line.taxRate) === group);
    return { pointer: at < 0 ? '/lines' : `/lines/${at}`, code: error.code, message: error.message };
  });
  return new Problem(code, undefined, { errors, extensions: { remaining } });
}
