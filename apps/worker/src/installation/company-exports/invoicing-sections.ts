import { ClientView } from '@billhook/contract/invoicing/client';
import { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { PaymentView } from '@billhook/contract/invoicing/payment';
import { QuoteView } from '@billhook/contract/invoicing/quote';
import { presentClient } from '@billhook/invoicing/clients/client.presenter';
import { ClientsRepository } from '@billhook/invoicing/clients/clients.repository';
import { presentCreditNote } from '@billhook/invoicing/credit-notes/credit-note.presenter';
import { CreditNotesRepository } from '@billhook/invoicing/credit-notes/credit-notes.repository';
import { presentInvoice } from '@billhook/invoicing/invoices/invoice.presenter';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { presentPayment } from '@billhook/invoicing/payments/payment.presenter';
import { PaymentsRepository } from '@billhook/invoicing/payments/payments.repository';
import { presentQuote } from '@billhook/invoicing/quotes/quote.presenter';
import { QuotesRepository } from '@billhook/invoicing/quotes/quotes.repository';
import type { RecordName } from '@billhook/invoicing/records/record-name';
import type { Listed, Window } from '@billhook/db/lists/list-records';
import { inView, type ExportSection } from './export-section.js';
import { pdfSection, type PdfSectionParts } from './pdf-sections.js';
import { recordSections, type ExportedRow, type RecordSource } from './record-sections.js';

/** Clients, documents and payments with their timelines, and the PDFs of issued documents. */
export function invoicingSections(parts: PdfSectionParts): ExportSection[] {
  const { context } = parts;
  const [clients, quotes, invoices, notes, payments] = [
    new ClientsRepository(context),
    new QuotesRepository(context),
    new InvoicesRepository(context),
    new CreditNotesRepository(context),
    new PaymentsRepository(context),
  ];
  const ofQuotes = sourceOf('quote', 'quotes', quotes, (row) => inView(QuoteView, presentQuote(row)));
  const ofInvoices = sourceOf('invoice', 'invoices', invoices, (row) => inView(InvoiceView, presentInvoice(row)));
  const ofNotes = sourceOf('credit_note', 'credit-notes', notes, (row) =>
    inView(CreditNoteView, presentCreditNote(row)),
  );
  return [
    ...recordSections(
      sourceOf('client', 'clients', clients, (row) => inView(ClientView, presentClient(row))),
      context,
    ),
    ...recordSections(ofQuotes, context),
    ...recordSections(ofInvoices, context),
    ...recordSections(ofNotes, context),
    ...recordSections(
      sourceOf('payment', 'payments', payments, (row) => inView(PaymentView, presentPayment(row))),
      context,
    ),
    pdfSection('quote', ofQuotes, parts),
    pdfSection('invoice', ofInvoices, parts),
    pdfSection('credit_note', ofNotes, parts),
  ];
}

function sourceOf<Row extends ExportedRow>(
  name: RecordName,
  plural: string,
  repository: { list(companyId: number, query: object, window: Window): Promise<Listed<Row>> },
  present: (row: Row) => object,
): RecordSource<Row> {
  return { name, plural, list: (companyId, query, window) => repository.list(companyId, query, window), present };
}
