import type { DocumentLocale } from '@billhook/domain/shared/format-amount';
import type { SellerSnapshot } from '../identity/company.js';
import type { ClientSnapshot } from './client.js';
import type { CreditNoteView } from './credit-note.js';
import { documentView, type DocumentView, type LineView } from './document.js';
import type { InvoiceView } from './invoice.js';
import type { QuoteView } from './quote.js';

/** The members that no PDF shows. Any other one is printed, and so has to be drawable. */
const NOT_PRINTED = ['roundingIncrement', 'series', 'locale', 'customFields', 'privateNotes'] as const;
type NotPrinted = (typeof NOT_PRINTED)[number];
type PrintedName = Exclude<keyof DocumentView, NotPrinted>;

export const PRINTED_NAMES = (Object.keys(documentView) as (keyof DocumentView)[]).filter(
  (name): name is PrintedName => !NOT_PRINTED.some((hidden) => hidden === name),
);

export type PrintedLine = Omit<LineView, 'id' | 'tax' | 'buyerItemId' | 'customFields'>;

type PrintedSeller = Omit<SellerSnapshot, 'id' | 'timeZone' | 'currency'>;
type PrintedClient = Pick<
  ClientSnapshot,
  'name' | 'tradingName' | 'billingAddress' | 'deliveryAddress' | 'legalId' | 'vatNumber'
> & {
  /** A line under the name, like "Attn: Jeanne Roux". */
  contact: string | null;
};

/** What a PDF shows, as plain data: members of the views, by their names. */
export interface PrintedDocument
  extends
    Omit<DocumentView, NotPrinted | 'lines'>,
    Partial<
      Pick<InvoiceView, 'dueDate' | 'supplyDate' | 'servicePeriod' | 'amountPaid' | 'amountCredited' | 'balance'>
    >,
    Partial<Pick<QuoteView, 'revision' | 'title' | 'expiryDate'>>,
    Partial<Pick<CreditNoteView, 'reason'>>,
    Pick<InvoiceView, 'number' | 'issueDate'> {
  kind: 'Invoice' | 'Quote' | 'CreditNote';
  /** Draws the watermark. A draft has no payment code either: nobody shall pay it. */
  draft: boolean;
  locale: DocumentLocale;
  /** When the document was issued, or the draft last changed: the creation date of the file. */
  at: Date;
  lines: readonly PrintedLine[];
  seller: PrintedSeller;
  client: PrintedClient;
  /** Of credit notes: the invoice that is credited. */
  precedingInvoice?: { number: string; issueDate: string } | null;
}
