import { ClientView } from '@billhook/contract/invoicing/client';
import { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { PaymentView } from '@billhook/contract/invoicing/payment';
import { QuoteView } from '@billhook/contract/invoicing/quote';
import { ownRows } from '@billhook/db/company-rows';
import type { Kept, Listed, PageOf, Window } from '@billhook/db/lists/list-records';
import { Problem } from '@billhook/domain/shared/problems';
import { presentClient } from '@billhook/invoicing/clients/client.presenter';
import { ClientsRepository } from '@billhook/invoicing/clients/clients.repository';
import { presentCreditNote } from '@billhook/invoicing/credit-notes/credit-note.presenter';
import { CreditNotesRepository } from '@billhook/invoicing/credit-notes/credit-notes.repository';
import { storedFileSizes, type DocumentResource } from '@billhook/invoicing/documents/document-files.repository';
import type { DocumentPdfs } from '@billhook/invoicing/documents/document-pdfs';
import { presentInvoice } from '@billhook/invoicing/invoices/invoice.presenter';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { presentPayment } from '@billhook/invoicing/payments/payment.presenter';
import { PaymentsRepository } from '@billhook/invoicing/payments/payments.repository';
import type { Logger } from '@billhook/platform/logger';
import { presentQuote } from '@billhook/invoicing/quotes/quote.presenter';
import { QuotesRepository } from '@billhook/invoicing/quotes/quotes.repository';
import type { RecordName } from '@billhook/invoicing/records/record-name';
import type { RecordContext } from '@billhook/invoicing/records/record.repository';
import { timelinesOf } from '@billhook/invoicing/timeline/timeline.repository';
import type { CompanyExport } from '@billhook/identity/company-exports/company-export.entity';
import { inView, linesSection, presentEach, type ExportSection } from './export-section.js';

/** Records per page. A document with many line items has some 100 KB. */
const PAGE = 50;
/** PDFs that are rendered and listed together. */
const PDF_PAGE = 20;

/** Newest first, from the cursor of the export: what is created meanwhile is in the events. */
export const windowOf = ({ cursor }: Pick<CompanyExport, 'cursor'>, limit = PAGE): Window => ({
  limit,
  from: cursor === 0 ? undefined : { value: null, id: cursor, back: false, including: false },
});

/** The cursor after a page. */
export const nextOf = ({ entries, hasMore }: PageOf<{ readonly position: { readonly id: number } }>): number | null =>
  hasMore ? (entries.at(-1)?.position.id ?? null) : null;

interface Identified {
  readonly id: number;
}

interface RecordSource<Row extends Identified> {
  readonly name: RecordName;
  /** Its folder and table. */
  readonly plural: string;
  readonly list: (companyId: number, query: object, window: Window) => Promise<Listed<Row>>;
  /** The form of its GET response: as there, the view drops internal columns of line items. */
  readonly present: (row: Row) => object;
}

const rowsOf = <Row>({ entries }: Listed<Row>): Row[] =>
  entries.flatMap((entry) => ('row' in entry ? [entry.row] : []));

function recordSections<Row extends Identified>(source: RecordSource<Row>, context: RecordContext): ExportSection[] {
  const { name, plural, list, present } = source;
  const table = ownRows(plural.replace('-', '_'));
  return [
    linesSection(
      `${plural}.jsonl`,
      async (job) => {
        const page = await list(job.companyId, {}, windowOf(job));
        return { values: presentEach(rowsOf(page), present), next: nextOf(page) };
      },
      table,
    ),
    linesSection(
      `timelines/${plural}.jsonl`,
      async (job) => {
        const page = await list(job.companyId, {}, windowOf(job));
        const ids = rowsOf(page).map(({ id }) => id);
        const timelines = await timelinesOf(context.db, job.companyId, name, ids);
        return { values: ids.map((id) => ({ id, data: timelines.get(id) ?? [] })), next: nextOf(page) };
      },
      table,
    ),
  ];
}

type NumberedRecord = Identified & { readonly number: string | null };

/** Characters that a file system may reject. */
const UNSAFE = /[^\p{L}\p{N}._-]+/gu;

interface PdfSectionParts {
  readonly context: RecordContext;
  readonly pdfs: DocumentPdfs;
  readonly logger: Logger;
}

function pdfSection<Row extends NumberedRecord>(
  resource: DocumentResource,
  { plural, list }: RecordSource<Row>,
  { context, pdfs, logger }: PdfSectionParts,
): ExportSection {
  const issued = async (job: CompanyExport): Promise<{ rows: Row[]; next: number | null }> => {
    const page = await list(job.companyId, {}, windowOf(job, PDF_PAGE));
    return { rows: rowsOf(page).filter(({ number }) => number !== null), next: nextOf(page) };
  };
  return {
    path: null,
    counted: ownRows(plural.replace('-', '_')),
    prepare: async (job) => {
      const { rows } = await issued(job);
      const stored = await storedFileSizes(
        context.db,
        job.companyId,
        resource,
        rows.map(({ id }) => id),
      );
      for (const { id } of rows) {
        if (stored.has(id)) continue;
        const ref = { companyId: job.companyId, resource, recordId: id };
        try {
          await pdfs.pdfOf(ref);
        } catch (error) {
          const code = error instanceof Problem ? error.code : undefined;
          if (code !== undefined && BUSY.includes(code)) return false;
          // Any other error may pass: the page is repeated, and the export fails if it remains.
          if (code !== 'pdf_limit_exceeded') throw error;
          // The document is listed without a digest.
          logger.warn({ err: error, exportId: job.id, ...ref }, 'left a PDF out of an export: it exceeds a limit');
        }
      }
      return true;
    },
    read: async (job) => {
      const { rows, next } = await issued(job);
      const stored = await storedFileSizes(
        context.db,
        job.companyId,
        resource,
        rows.map(({ id }) => id),
      );
      const files = rows.map(({ id, number }) => ({
        path: `pdf/${plural}/${id}-${String(number).replaceAll(UNSAFE, '-')}.pdf`,
        ...{ records: 1, bytes: stored.get(id)?.bytes ?? 0, digest: stored.get(id)?.digest ?? null },
        ...{ resource, recordId: id },
      }));
      return { text: '', records: rows.length, next, files };
    },
  };
}

const BUSY: readonly string[] = ['pdf_busy', 'too_many_pdfs'];

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

function sourceOf<Row extends Identified>(
  name: RecordName,
  plural: string,
  repository: { list(companyId: number, query: object, window: Window): Promise<Listed<Row>> },
  present: (row: Row) => object,
): RecordSource<Row> {
  return { name, plural, list: (companyId, query, window) => repository.list(companyId, query, window), present };
}

/** Values of a list that is newest first. */
export function keptValues<Row>(page: PageOf<Kept<Row>>, present: (row: Row) => object) {
  return { values: presentEach(page.entries, ({ row }) => present(row)), next: nextOf(page) };
}
