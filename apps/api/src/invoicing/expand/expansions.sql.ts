import type { ClientView } from '@billhook/contract/invoicing/client';
import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import { EXPANDED_MOST } from '@billhook/contract/invoicing/expand';
import type {
  CreditNoteExpanded,
  InvoiceExpanded,
  PaymentExpanded,
  QuoteExpanded,
} from '@billhook/contract/invoicing/expanded';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { PaymentView } from '@billhook/contract/invoicing/payment';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { presentClient } from '@billhook/invoicing/clients/client.presenter';
import type { ClientsRepository } from '@billhook/invoicing/clients/clients.repository';
import { presentCreditNote } from '@billhook/invoicing/credit-notes/credit-note.presenter';
import type { CreditNotesRepository } from '@billhook/invoicing/credit-notes/credit-notes.repository';
import { presentInvoice } from '@billhook/invoicing/invoices/invoice.presenter';
import type { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { presentPayment } from '@billhook/invoicing/payments/payment.presenter';
import type { PaymentsRepository } from '@billhook/invoicing/payments/payments.repository';
import { presentQuote } from '@billhook/invoicing/quotes/quote.presenter';
import type { QuotesRepository } from '@billhook/invoicing/quotes/quotes.repository';

/** The repositories that expansions are read from. */
export interface Records {
  readonly clients: ClientsRepository;
  readonly quotes: QuotesRepository;
  readonly invoices: InvoicesRepository;
  readonly payments: PaymentsRepository;
  readonly creditNotes: CreditNotesRepository;
}

/**
 * Reads everything that the records of a page refer to, in one statement.
 * @returns a function from a record to its expansion
 */
export type Expansion<View, Value> = (
  records: Records,
  companyId: number,
  page: readonly View[],
) => Promise<(view: View) => Value>;

/** The expansions of a resource. */
export type Expansions<View, Values> = { readonly [Name in keyof Values]: Expansion<View, Values[Name]> };

/** Reads the views of records by id. */
type Read<View> = (records: Records, companyId: number, ids: readonly number[]) => Promise<ReadonlyMap<number, View>>;

function presented<Row, View>(rows: ReadonlyMap<number, Row>, present: (row: Row) => View): ReadonlyMap<number, View> {
  return new Map([...rows].map(([id, row]) => [id, present(row)]));
}

const clients: Read<ClientView> = async (from, companyId, ids) =>
  presented(await from.clients.byIds(companyId, ids), presentClient);
const quotes: Read<QuoteView> = async (from, companyId, ids) =>
  presented(await from.quotes.byIds(companyId, ids), presentQuote);
const invoices: Read<InvoiceView> = async (from, companyId, ids) =>
  presented(await from.invoices.byIds(companyId, ids), presentInvoice);
const creditNotes: Read<CreditNoteView> = async (from, companyId, ids) =>
  presented(await from.creditNotes.byIds(companyId, ids), presentCreditNote);
const paymentsOfInvoices: Read<PaymentView[]> = async (from, companyId, ids) =>
  presented(await from.payments.ofInvoices(companyId, ids, EXPANDED_MOST), (rows) => rows.map(presentPayment));

/** The record that a view refers to; null without one, or if it was deleted in the meantime. */
function one<View, Value>(read: Read<Value>, idOf: (view: View) => number | null): Expansion<View, Value | null> {
  return async (records, companyId, page) => {
    const ids = page.map(idOf).filter((id) => id !== null);
    const found = await read(records, companyId, ids);
    return (view) => {
      const id = idOf(view);
      return id === null ? null : (found.get(id) ?? null);
    };
  };
}

/** The records that a view lists, in that order. */
function many<View, Value>(read: Read<Value>, idsOf: (view: View) => readonly number[]): Expansion<View, Value[]> {
  const firstOf = (view: View) => idsOf(view).slice(0, EXPANDED_MOST);
  return async (records, companyId, page) => {
    const found = await read(records, companyId, page.flatMap(firstOf));
    return (view) => firstOf(view).flatMap((id) => found.get(id) ?? []);
  };
}

export const INVOICE_EXPANSIONS: Expansions<InvoiceView, Required<InvoiceExpanded>> = {
  client: one(clients, (invoice) => invoice.clientId),
  quote: one(quotes, (invoice) => invoice.quoteId),
  payments: async (records, companyId, page) => {
    const ids = page.map((invoice) => invoice.id);
    const found = await paymentsOfInvoices(records, companyId, ids);
    return (invoice) => found.get(invoice.id) ?? [];
  },
  creditNotes: many(creditNotes, (invoice) => invoice.creditNoteIds),
};

export const QUOTE_EXPANSIONS: Expansions<QuoteView, Required<QuoteExpanded>> = {
  client: one(clients, (quote) => quote.clientId),
  invoices: many(invoices, (quote) => quote.invoiceIds),
};

export const PAYMENT_EXPANSIONS: Expansions<PaymentView, Required<PaymentExpanded>> = {
  client: one(clients, (payment) => payment.clientId),
  invoices: many(invoices, (payment) => payment.allocations.map(({ invoiceId }) => invoiceId)),
};

export const CREDIT_NOTE_EXPANSIONS: Expansions<CreditNoteView, Required<CreditNoteExpanded>> = {
  client: one(clients, (note) => note.clientId),
  invoice: one(invoices, (note) => note.invoiceId),
};
