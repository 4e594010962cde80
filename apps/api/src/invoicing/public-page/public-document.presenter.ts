import type { SellerSnapshot } from '@billhook/contract/identity/company';
import type { ClientSnapshot } from '@billhook/contract/invoicing/client';
import {
  PUBLIC_NAMES,
  type AnswerState,
  type OpenedWith,
  type PublicDocumentView,
  type PublicStatus,
} from '@billhook/contract/invoicing/public-document';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { allows, balance, invoiceActionError, settledBy, type InvoiceStatus } from '@billhook/domain/invoicing/invoice';
import { payeeAccount } from '@billhook/domain/invoicing/payment-details/payee-account';
import { paymentReference } from '@billhook/domain/invoicing/payment-reference';
import { quoteAllows, quoteStatus, type QuoteStatus } from '@billhook/domain/invoicing/quote';
import { compare, formatDecimal, ZERO } from '@billhook/domain/shared/decimal';
import { pick } from '@billhook/domain/shared/pick';
import { Problem } from '@billhook/domain/shared/problems';
import type { CreditNoteRow } from '@billhook/invoicing/credit-notes/credit-note.entity';
import type { DocumentColumns, DocumentExtras } from '@billhook/invoicing/document-base/document.columns';
import { documentParties } from '@billhook/invoicing/document-base/document.presenter';
import type { InvoiceRow } from '@billhook/invoicing/invoices/invoice.entity';
import { quoteFacts } from '@billhook/invoicing/quotes/quote-action.rules';
import type { QuoteRow } from '@billhook/invoicing/quotes/quote.entity';

type Answers = PublicDocumentView['answers'];

/** Without what the company of the caller says. */
type PresentedDocument = Omit<PublicDocumentView, 'sandbox'>;

const OTHER_KIND: AnswerState = { open: false, closedBy: 'OtherKind' };
const OPEN: AnswerState = { open: true, closedBy: null };
const NO_ANSWERS: Answers = { accept: OTHER_KIND, decline: OTHER_KIND, reject: OTHER_KIND };

/** The state of an answer that the document accepts now, by the kind of link. */
const openedBy = (openedWith: OpenedWith): AnswerState =>
  openedWith === 'AnsweringLink' ? OPEN : { open: false, closedBy: openedWith };

/** A draft has no link and is never shown. */
export function publicStatus(status: InvoiceStatus | QuoteStatus): PublicStatus {
  if (status === 'Draft') throw new Problem('document_link_invalid');
  if (status === 'Invoiced') return 'Accepted';
  // The client must not see that it was written off.
  return status === 'WrittenOff' ? 'Settled' : status;
}

/** The members that all kinds show, with the parties on the document. Custom fields, ids and notes are left out. */
function shared(document: DocumentColumns & DocumentExtras, seller: SellerSnapshot, client: ClientSnapshot) {
  return {
    number: document.number ?? '',
    revision: null,
    title: null,
    seller,
    client,
    issueDate: document.issueDate,
    dueDate: null,
    expiryDate: null,
    supplyDate: null,
    servicePeriod: null,
    ...pick(document, PUBLIC_NAMES),
    amountPaid: null,
    amountCredited: null,
    balance: null,
    paidAt: null,
    payments: [],
    payUrl: null,
    payment: null,
    credits: null,
    acceptance: null,
    decline: null,
    rejection: null,
    locale: document.locale ?? client.locale,
    answers: NO_ANSWERS,
  } satisfies Partial<PublicDocumentView>;
}

/** An invoice for its client. The schema removes members that the view does not name. */
export function presentPublicInvoice(
  invoice: InvoiceRow,
  openedWith: OpenedWith,
  online: Pick<PublicDocumentView, 'payments' | 'payUrl'>,
): PresentedDocument {
  const { seller, client } = documentParties(invoice);
  const status = settledBy(invoice) === 'Credit' ? 'Settled' : publicStatus(invoice.status);
  if (!seller || !client) throw new Problem('document_link_invalid');
  const rejectable = invoiceActionError('reject', invoice) === null;
  return {
    ...shared(invoice, seller, client),
    kind: 'Invoice',
    openedWith,
    status,
    dueDate: invoice.dueDate,
    supplyDate: invoice.supplyDate,
    servicePeriod: invoice.servicePeriod,
    amountPaid: invoice.amountPaid,
    amountCredited: invoice.amountCredited,
    balance: formatDecimal(balance(invoice), currencyDigits(invoice.currency)),
    paidAt: invoice.paidAt?.toISOString() ?? null,
    ...online,
    payment: howToPay(invoice, seller),
    rejection: invoice.rejection,
    answers: { ...NO_ANSWERS, reject: rejectable ? openedBy(openedWith) : { open: false, closedBy: status } },
  };
}

/** Only while an amount is outstanding: a void or rejected invoice must not be paid. */
function howToPay(invoice: InvoiceRow, seller: SellerSnapshot): PublicDocumentView['payment'] {
  if (!allows('pay', invoice.status) || compare(balance(invoice), ZERO) <= 0) return null;
  const { paymentMeans } = invoice;
  return {
    code: paymentMeans?.code ?? null,
    ...payeeAccount(paymentMeans, seller),
    reference: paymentReference(invoice, seller) ?? '',
  };
}

/** A quote for its client. */
export function presentPublicQuote(quote: QuoteRow, openedWith: OpenedWith): PresentedDocument {
  const { seller, client } = documentParties(quote);
  if (!seller || !client) throw new Problem('document_link_invalid');
  const now = quoteStatus(quoteFacts(quote));
  const status = publicStatus(now);
  const answer = (action: 'accept' | 'decline'): AnswerState =>
    quoteAllows(action, now) ? openedBy(openedWith) : { open: false, closedBy: status };
  return {
    ...shared(quote, seller, client),
    kind: 'Quote',
    openedWith,
    status,
    revision: quote.revision,
    title: quote.title,
    expiryDate: quote.expiryDate,
    acceptance: quote.acceptance,
    decline: quote.decline,
    answers: { ...NO_ANSWERS, accept: answer('accept'), decline: answer('decline') },
  };
}

/** A credit note for its client, who cannot answer it. */
export function presentPublicCreditNote(note: CreditNoteRow, openedWith: OpenedWith): PresentedDocument {
  const { invoiceNumber, reason } = note;
  const { seller, client } = documentParties(note);
  return {
    ...shared(note, seller, client),
    kind: 'CreditNote',
    openedWith,
    status: 'Issued',
    credits: { invoiceNumber, reason: { code: reason.code, text: reason.text } },
  };
}
