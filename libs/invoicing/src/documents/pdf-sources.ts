import type { SellerSnapshot } from '@billhook/contract/identity/company';
import type { ClientSnapshot } from '@billhook/contract/invoicing/client';
import { PRINTED_LINE_NAMES, PRINTED_NAMES, type PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import type { CompanyKind } from '@billhook/domain/identity/company';
import { paymentReference } from '@billhook/domain/invoicing/payment-reference';
import { documentLocale } from '@billhook/domain/shared/format-amount';
import { pick } from '@billhook/domain/shared/pick';
import type { CreditNoteRow } from '../credit-notes/credit-note.entity.js';
import type { DocumentColumns, DocumentExtras } from '../document-base/document.columns.js';
import { documentParties } from '../document-base/document.presenter.js';
import type { InvoiceRow } from '../invoices/invoice.entity.js';
import type { QuoteRow } from '../quotes/quote.entity.js';

/** Both parties: as they were at issue, or for a draft as they are now. */
export interface Parties {
  readonly seller: SellerSnapshot;
  readonly client: ClientSnapshot;
}

/** What the PDF shows in a company of this kind. */
export const sourceIn = (kind: CompanyKind, source: PrintedDocument): PrintedDocument =>
  kind === 'Sandbox' ? { ...source, sandbox: true } : source;

function shared(document: DocumentColumns & DocumentExtras, parties: Parties) {
  const { seller, client } = documentParties(parties);
  const { number, issueDate, buyerReference } = document;
  return {
    ...pick(document, PRINTED_NAMES),
    lines: document.lines.map((line) => pick(line, PRINTED_LINE_NAMES)),
    locale: documentLocale(document.locale ?? client.locale),
    number,
    issueDate,
    buyerReference: buyerReference ?? client.buyerReference,
    seller,
    client: pdfClient(client),
    publicUrl: document.publicUrl,
  };
}

function pdfClient(client: ClientSnapshot): PrintedDocument['client'] {
  const { name, tradingName, billingAddress, deliveryAddress, legalId, vatNumber } = client;
  const person = [client.firstName, client.lastName].filter(Boolean).join(' ');
  const contact = person === '' || person === name ? null : person;
  return { name, tradingName, contact, billingAddress, deliveryAddress, legalId, vatNumber };
}

export function invoiceSource(invoice: InvoiceRow, parties: Parties): PrintedDocument {
  const { supplyDate, servicePeriod } = invoice;
  const dueDate = invoice.dueDateAtIssue ?? invoice.dueDate;
  const draft = invoice.issuedAt === null;
  const at = invoice.issuedAt ?? invoice.updatedAt;
  return {
    ...shared(invoice, parties),
    kind: 'Invoice',
    draft,
    at,
    dueDate,
    supplyDate,
    servicePeriod,
    paymentReference: paymentReference(invoice, parties.seller),
  };
}

export function quoteSource(quote: QuoteRow, parties: Parties): PrintedDocument {
  const { expiryDate, title, revision } = quote;
  const draft = quote.sentAt === null;
  return {
    ...shared(quote, parties),
    kind: 'Quote',
    draft,
    at: quote.sentAt ?? quote.updatedAt,
    expiryDate,
    title,
    revision,
  };
}

/** @param invoiceDate issue date of the credited invoice */
export function creditNoteSource(note: CreditNoteRow, parties: Parties, invoiceDate: string): PrintedDocument {
  const precedingInvoice = { number: note.invoiceNumber, issueDate: invoiceDate };
  const { reason, createdAt } = note;
  return { ...shared(note, parties), kind: 'CreditNote', draft: false, at: createdAt, precedingInvoice, reason };
}
