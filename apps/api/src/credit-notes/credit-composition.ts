import type { CreateCreditNote } from '@billhook/contract/credit-note';
import { remainderAsLines, remainderResult, remainingCredit, settleCredit } from '@billhook/domain/credit';
import { currencyDigits } from '@billhook/domain/currency';
import { add, formatDecimal, parseDecimal, subtract, ZERO } from '@billhook/domain/decimal';
import { Problem } from '@billhook/domain/problems';
import type { TaxBreakdownRow, TotalsResult } from '@billhook/domain/totals';
import type { InvoiceRow } from '@billhook/records/invoices/invoice.entity';
import { composeDocument, decompose, type ComposedColumns, type DocumentBody } from '../documents/compose.js';
import { localeOf } from '../documents/hand-over.service.js';
import type { LineColumns } from '@billhook/records/documents/line.columns';

/** What was credited of an invoice before. */
export interface Credited {
  readonly payable: string;
  readonly taxBreakdown: TaxBreakdownRow[];
}

export interface CreditComposition {
  readonly columns: ComposedColumns;
  readonly lines: LineColumns[];
}

const REST = { en: 'Rest of invoice', fr: 'Solde de la facture' } as const;

/** What of the payable amount is not credited yet. */
function uncredited(invoice: InvoiceRow, credited: readonly Credited[]): string {
  const sum = credited.reduce((total, { payable }) => add(total, parseDecimal(payable, 6) ?? ZERO), ZERO);
  return formatDecimal(subtract(parseDecimal(invoice.payable, 6) ?? ZERO, sum), currencyDigits(invoice.currency));
}

/** The body of a credit note: the members of its invoice, with lines of its own. */
function bodyOf(invoice: InvoiceRow, body: CreateCreditNote, lines: DocumentBody['lines']): DocumentBody {
  const { roundingIncrement: _, externalId: __, ...shared } = decompose(invoice);
  return {
    ...shared,
    lines,
    externalId: body.externalId,
    series: body.series,
    notes: body.notes,
    customFields: body.customFields,
    expectedTotal: body.expectedTotal,
    allowances: [],
    charges: [],
  };
}

/**
 * Composes a credit note. Without lines it takes all that remains of the invoice: of one that nothing was credited of, a copy of its lines;
 * of another, a line for each VAT category and rate. Whatever the lines, the credit notes of an invoice add up to it to the cent, VAT included.
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
  if (credited.length === 0) {
    const whole: DocumentBody = { ...bodyOf(invoice, body, decompose(invoice).lines), ...adjustmentsOf(invoice) };
    return composeDocument(whole);
  }
  const label = `${REST[localeOf(invoice.locale, invoice.client?.locale ?? null)]} ${invoice.number}`;
  const lines = remainderAsLines(remaining, currency, () => label);
  const composed = composeDocument(bodyOf({ ...invoice, pricesIncludeTax: false }, body, withDefaults(lines)));
  return settled(composed, remainderResult(remaining, currency), uncredited(invoice, credited), invoice);
}

function adjustmentsOf(invoice: InvoiceRow): Pick<DocumentBody, 'allowances' | 'charges' | 'roundingIncrement'> {
  const { allowances, charges, roundingIncrement } = decompose(invoice);
  return { allowances, charges, roundingIncrement };
}

type BareLine = Pick<DocumentBody['lines'][number], 'name' | 'quantity' | 'unitPrice' | 'taxCategory'> &
  Partial<DocumentBody['lines'][number]>;

const withDefaults = (lines: readonly BareLine[]): DocumentBody['lines'] =>
  lines.map((line) => ({ unit: 'C62', priceBaseQuantity: '1', allowances: [], charges: [], ...line }));

function composeLines(
  invoice: InvoiceRow,
  credited: readonly Credited[],
  body: CreateCreditNote,
  remaining: TaxBreakdownRow[],
): CreditComposition {
  const { currency } = invoice;
  const composed = composeDocument(bodyOf(invoice, body, body.lines ?? []));
  const { totals, taxBreakdown } = composed.columns;
  const outcome = settleCredit({ lines: composed.lines, totals, taxBreakdown }, remaining, currency);
  if ('faults' in outcome) throw refusal(outcome.faults, composed.lines, remaining);
  const left = remainingCredit(remaining, [outcome.result.taxBreakdown], currency);
  const rest = left.length === 0 ? uncredited(invoice, credited) : outcome.result.totals.gross;
  return settled(composed, outcome.result, rest, invoice);
}

/** The composition with settled totals. The last credit note of an invoice takes its cash rounding over with the rest. */
function settled(
  { columns, lines }: CreditComposition,
  { totals, taxBreakdown }: Pick<TotalsResult, 'totals' | 'taxBreakdown'>,
  payable: string,
  { currency }: InvoiceRow,
): CreditComposition {
  const rounding = subtract(parseDecimal(payable, 6) ?? ZERO, parseDecimal(totals.gross, 6) ?? ZERO);
  const due = { rounding: formatDecimal(rounding, currencyDigits(currency)), due: payable };
  return { lines, columns: { ...columns, totals: { ...totals, ...due }, taxBreakdown, payable } };
}

type CreditFault = Extract<ReturnType<typeof settleCredit>, { faults: unknown }>['faults'][number];

function refusal(faults: readonly CreditFault[], lines: readonly LineColumns[], remaining: TaxBreakdownRow[]): Problem {
  const code = faults.some((fault) => fault.code === 'tax_group_not_invoiced')
    ? 'tax_group_not_invoiced'
    : 'over_credited';
  const errors = faults.map((fault) => {
    const at = lines.findIndex((line) => line.taxCategory === fault.group.category);
    return { pointer: at < 0 ? '/lines' : `/lines/${at}`, code: fault.code, message: fault.message };
  });
  return new Problem(code, undefined, { errors, extensions: { remaining } });
}
