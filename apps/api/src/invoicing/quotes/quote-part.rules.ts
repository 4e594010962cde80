import type { ConvertQuote } from '@billhook/contract/invoicing/quote';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { quoteRemaining } from '@billhook/domain/invoicing/quote';
import { amountDigitsError, amountInFull } from '@billhook/domain/invoicing/totals/amount';
import { adjustmentsOfLines } from '@billhook/domain/invoicing/totals/chosen-lines';
import {
  dueOfShare,
  fitShares,
  fittedAmounts,
  grossOf,
  percentOf,
  remainingShares,
  shareOf,
  sumShares,
  type GroupShare,
} from '@billhook/domain/invoicing/totals/shares';
import { computeTotals } from '@billhook/domain/invoicing/totals/totals';
import { add, compare, decimalOrThrow, formatDecimal, negate, subtract, ZERO } from '@billhook/domain/shared/decimal';
import { documentLocale } from '@billhook/domain/shared/format-amount';
import { Problem, type ProblemCode } from '@billhook/domain/shared/problems';
import { quoteFacts, standingInvoices } from '@billhook/invoicing/quotes/quote-action.rules';
import type { QuoteRow } from '@billhook/invoicing/quotes/quote.entity';
import { decompose, type ComposedFrom } from '../documents/document-composition.rules.js';

/** The part of a quote for an invoice: the body of the invoice, and the line items that it uses. */
export interface QuotePart {
  readonly document: ComposedFrom;
  readonly lineIds: number[];
}

const WORDS = {
  en: {
    percent: (percent: string, number: string) => `${percent} % of quote ${number}`,
    amount: 'Part of quote',
    rest: 'Rest of quote',
  },
  fr: {
    percent: (percent: string, number: string) => `${percent} % du devis ${number}`,
    amount: 'Acompte sur devis',
    rest: 'Solde du devis',
  },
} as const;

/**
 * The part of a quote that a conversion uses. Lines are copied with their parts of allowances and charges; a percentage, an amount and the rest are shares of the gross total.
 * All invoices of a quote add up to it to the cent: gross, net, VAT and the payable amount.
 * @throws Problem 409 over_invoiced; 422 line_invoiced, invalid_body
 */
export function partOf(quote: QuoteRow, body: ConvertQuote, clientLocale: string | null): QuotePart {
  const { currency } = quote;
  const number = quote.number ?? '';
  const words = WORDS[documentLocale(quote.locale ?? clientLocale)];
  const untouched = standingInvoices(quote).length === 0;
  switch (body.mode) {
    case 'Whole':
      if (!untouched) throw overInvoiced(quote, 'A part of the quote is already invoiced.');
      return whole(quote);
    case 'Lines':
      return chosen(quote, body.lineIds);
    case 'Percent': {
      const name = words.percent(body.percent, number);
      return share(quote, percentOf(quote.totals.gross, body.percent, currency), name, 'percent');
    }
    case 'Amount': {
      const amount = inFull(body.amount, currency);
      // With cash rounding, the payable remainder differs from the gross remainder: this amount covers the remainder as well.
      if (quote.roundingIncrement !== null && amount === dueRemaining(quote))
        return asLines(quote, remainingOf(quote), `${words.amount} ${number}`);
      return share(quote, amount, `${words.amount} ${number}`, 'amount');
    }
    case 'Remaining':
      if (untouched) return whole(quote);
      // A draft created from it may have been edited since.
      if (quoteRemaining(quoteFacts(quote)).units < 0n)
        throw overInvoiced(quote, 'The whole quote is already invoiced.');
      return asLines(quote, remainingOf(quote), `${words.rest} ${number}`);
  }
}

/** The body without the members that only quotes have. */
function bodyOf(quote: QuoteRow): ComposedFrom {
  const { externalId: _, ...body } = decompose(quote);
  return body;
}

function whole(quote: QuoteRow): QuotePart {
  return { document: bodyOf(quote), lineIds: quote.lines.map((line) => line.id) };
}

function chosen(quote: QuoteRow, lineIds: readonly number[]): QuotePart {
  const used = new Set(standingInvoices(quote).flatMap((invoice) => invoice.quoteLineIds));
  const body = bodyOf(quote);
  const lines: ComposedFrom['lines'] = [];
  const places = new Set<number>();
  for (const [n, id] of lineIds.entries()) {
    const at = quote.lines.findIndex((line) => line.id === id);
    const line = body.lines[at];
    if (!line) throw reject('invalid_body', `/lineIds/${n}`, 'unknown_line', 'is not a line of the quote');
    if (used.has(id)) throw reject('line_invoiced', `/lineIds/${n}`, 'line_invoiced', 'is already invoiced');
    used.add(id);
    lines.push(line);
    places.add(at);
  }
  const document = { ...body, lines, ...adjustmentsOfLines(body, places) };
  const computed = computeTotals(document).taxBreakdown;
  const taken = fitShares(computed, remainingOf(quote), document);
  const amount = sumShares(taken ?? computed, quote.currency);
  // No invoice is negative: another one could invoice that amount again and exceed the quote.
  if (decimalOrThrow(amount).units < 0n)
    throw reject('invalid_body', '/lineIds', 'total_negative', 'must not have a total below zero');
  if (taken === null || compare(decimalOrThrow(amount), quoteRemaining(quoteFacts(quote))) > 0)
    throw overInvoiced(quote, `The total of the lines is ${amount} ${quote.currency}, more than the uninvoiced rest.`);
  return { document: fitted(quote, document, taken), lineIds: [...lineIds] };
}

/** Adjusts the amounts of the document, because all invoices must add up to the quote. */
function fitted(quote: QuoteRow, document: ComposedFrom, shares: readonly GroupShare[]): ComposedFrom {
  const due = dueOfShare(shares, standingInvoices(quote), document);
  return { ...document, fitted: fittedAmounts(document, shares, due) };
}

function share(quote: QuoteRow, total: string, name: string, member: 'percent' | 'amount'): QuotePart {
  const { currency } = quote;
  const left = quoteRemaining(quoteFacts(quote));
  if (decimalOrThrow(total).units <= 0n)
    throw reject('invalid_body', `/${member}`, 'too_small', 'must not result in zero');
  if (compare(decimalOrThrow(total), left) > 0)
    throw overInvoiced(quote, `${total} ${currency} is more than the uninvoiced rest.`);
  return asLines(quote, shareOf(quote.taxBreakdown, remainingOf(quote), total, currency), name);
}

function remainingOf(quote: QuoteRow): GroupShare[] {
  const taken = standingInvoices(quote).map(({ taxBreakdown }) => taxBreakdown);
  return remainingShares(quote.taxBreakdown, taken, quote.currency);
}

/** The payable rest of the quote, with its cash rounding. */
function dueRemaining(quote: QuoteRow): string {
  const due = standingInvoices(quote).reduce((sum, invoice) => add(sum, decimalOrThrow(invoice.due)), ZERO);
  return formatDecimal(subtract(decimalOrThrow(quote.totals.due), due), currencyDigits(quote.currency));
}

/** A line for each VAT category and rate, with a price that includes VAT: the gross total is the agreed amount. */
function asLines(quote: QuoteRow, shares: readonly GroupShare[], name: string): QuotePart {
  const digits = currencyDigits(quote.currency);
  const lines = shares.map((row): ComposedFrom['lines'][number] => {
    const amount = decimalOrThrow(grossOf(row, quote.currency));
    const negative = amount.units < 0n;
    return {
      name,
      quantity: negative ? '-1' : '1',
      unit: 'C62',
      unitPrice: formatDecimal(negative ? negate(amount) : amount, digits),
      priceBaseQuantity: '1',
      allowances: [],
      charges: [],
      taxCategory: row.category,
      taxRate: row.rate ?? undefined,
      exemptionReason: row.exemptionReason ?? undefined,
    };
  });
  const document = { ...bodyOf(quote), lines, allowances: [], charges: [], pricesIncludeTax: true };
  return { document: fitted(quote, document, shares), lineIds: [] };
}

function inFull(amount: string, currency: string): string {
  const full = amountInFull(amount, currency);
  if (full !== undefined) return full;
  throw new Problem('invalid_body', undefined, { errors: [amountDigitsError('/amount', currency)] });
}

function overInvoiced(quote: QuoteRow, detail: string): Problem {
  const remaining = formatDecimal(quoteRemaining(quoteFacts(quote)), currencyDigits(quote.currency));
  return new Problem('over_invoiced', detail, { extensions: { remaining, currency: quote.currency } });
}

function reject(problem: ProblemCode, pointer: string, code: string, message: string): Problem {
  return new Problem(problem, undefined, { errors: [{ pointer, code, message }] });
}
