import type { DocumentLocale } from '@billhook/domain/shared/format-amount';
import type { SellerSnapshot } from '../identity/company.js';
import type { ClientSnapshot } from './client.js';
import type { CreditNoteView } from './credit-note.js';
import { LineView } from './document-line.js';
import { documentView, type DocumentView } from './document.js';
import type { InvoiceView } from './invoice.js';
import type { QuoteView } from './quote.js';

/** The members that no PDF shows. All others are printed, so the fonts must contain their characters. */
const NOT_PRINTED = ['roundingIncrement', 'series', 'locale', 'customFields', 'privateNotes'] as const;
type NotPrinted = (typeof NOT_PRINTED)[number];
type PrintedName = Exclude<keyof DocumentView, NotPrinted>;

export const PRINTED_NAMES = (Object.keys(documentView) as (keyof DocumentView)[]).filter(
  (name): name is PrintedName => !NOT_PRINTED.some((hidden) => hidden === name),
);

const LINE_NOT_PRINTED = ['id', 'tax', 'customFields'] as const;
export type PrintedLine = Omit<LineView, (typeof LINE_NOT_PRINTED)[number]>;

export const PRINTED_LINE_NAMES = (Object.keys(LineView.shape) as (keyof LineView)[]).filter(
  (name): name is keyof PrintedLine => !LINE_NOT_PRINTED.some((hidden) => hidden === name),
);

/** Content of documents that were issued before has no logo and no colour. */
type PrintedSeller = Omit<SellerSnapshot, 'id' | 'timeZone' | 'currency' | 'logo' | 'accentColor'> &
  Partial<Pick<SellerSnapshot, 'logo' | 'accentColor'>>;
type PrintedClient = Pick<
  ClientSnapshot,
  'name' | 'tradingName' | 'billingAddress' | 'deliveryAddress' | 'legalId' | 'vatNumber'
> & {
  /** A line below the name, for example "Attn: Jeanne Roux". */
  contact: string | null;
};

/** The content of a PDF as plain data, with the member names of the views. */
export interface PrintedDocument
  extends
    Omit<DocumentView, NotPrinted | 'lines'>,
    Partial<
      Pick<
        InvoiceView,
        'dueDate' | 'supplyDate' | 'servicePeriod' | 'paymentReference' | 'amountPaid' | 'amountCredited' | 'balance'
      >
    >,
    Partial<Pick<QuoteView, 'revision' | 'title' | 'expiryDate'>>,
    Partial<Pick<CreditNoteView, 'reason'>>,
    Pick<InvoiceView, 'number' | 'issueDate'> {
  kind: 'Invoice' | 'Quote' | 'CreditNote';
  /** Renders the watermark, and no payment code: a draft must not be paid. */
  draft: boolean;
  /** Renders the watermark of sandboxes, and no payment code. Absent for a production company. */
  sandbox?: boolean;
  locale: DocumentLocale;
  /** The time of issue, or of the last change of a draft: the creation date of the file. */
  at: Date;
  lines: readonly PrintedLine[];
  seller: PrintedSeller;
  client: PrintedClient;
  /** The read-only link at issue, if the document has one: anyone with the PDF may see what the PDF shows. */
  publicUrl?: string | null;
  /** On credit notes: the credited invoice. */
  precedingInvoice?: { number: string; issueDate: string } | null;
}
