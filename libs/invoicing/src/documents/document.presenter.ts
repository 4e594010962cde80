import type { LineView } from '@billhook/contract/invoicing/document';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { sortedFields } from '../records/custom-fields.js';
import type { DocumentColumns, DocumentExtras } from './document.columns.js';
import type { LineColumns } from './line.columns.js';

/** Columns that are the table's own business (position, the document's id) are stripped by the view's schema. */
function presentLine(line: LineColumns): LineView {
  return { ...line, customFields: sortedFields(line.customFields) };
}

type DocumentMembers = Pick<
  InvoiceView,
  | 'currency'
  | 'pricesIncludeTax'
  | 'lines'
  | 'allowances'
  | 'charges'
  | 'roundingIncrement'
  | 'totals'
  | 'taxBreakdown'
  | 'series'
  | 'purchaseOrder'
  | 'buyerReference'
  | 'contract'
  | 'project'
  | 'notes'
  | 'terms'
  | 'paymentMeans'
  | 'locale'
  | 'customFields'
  | 'privateNotes'
>;

/** The members that all kinds of documents share on the wire. */
export function presentDocument(document: DocumentColumns & DocumentExtras): DocumentMembers {
  return {
    currency: document.currency,
    pricesIncludeTax: document.pricesIncludeTax,
    lines: document.lines.map(presentLine),
    allowances: document.allowances,
    charges: document.charges,
    roundingIncrement: document.roundingIncrement,
    totals: document.totals,
    taxBreakdown: document.taxBreakdown,
    series: document.series,
    purchaseOrder: document.purchaseOrder,
    buyerReference: document.buyerReference,
    contract: document.contract,
    project: document.project,
    notes: document.notes,
    terms: document.terms,
    paymentMeans: document.paymentMeans,
    locale: document.locale,
    customFields: sortedFields(document.customFields),
    privateNotes: document.privateNotes,
  };
}

/** The members of a document's way to the client. */
export function presentHandedOver(
  document: DocumentColumns & DocumentExtras,
): Pick<InvoiceView, 'publicUrl' | 'delivery' | 'viewedAt'> {
  return { publicUrl: document.publicUrl, delivery: document.delivery, viewedAt: instant(document.viewedAt) };
}

/** An instant for the wire. */
export function instant(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
