import { lastRowId, ownRows } from '@billhook/db/company-rows';
import type { Listed, Window } from '@billhook/db/lists/list-records';
import { hasStalled, type MissingPdfReason } from '@billhook/domain/identity/company-export';
import { Problem } from '@billhook/domain/shared/problems';
import { RESOURCES } from '@billhook/domain/shared/resources';
import type { CompanyExport } from '@billhook/installation/company-exports/company-export.entity';
import { CreditNotesRepository } from '@billhook/invoicing/credit-notes/credit-notes.repository';
import type { DocumentResource } from '@billhook/invoicing/document-base/document-ref';
import { storedFileSizes } from '@billhook/invoicing/documents/document-files.repository';
import type { DocumentPdfs } from '@billhook/invoicing/documents/document-pdfs';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { QuotesRepository } from '@billhook/invoicing/quotes/quotes.repository';
import type { RecordContext } from '@billhook/invoicing/records/record.repository';
import type { Logger } from '@billhook/platform/logger';
import { nextOf, rowsOf, windowOf, type ExportSection } from './export-section.js';

/** PDFs that are rendered and listed together. */
const PAGE = 20;

/** Characters that a file system may reject. */
const UNSAFE = /[^\p{L}\p{N}._-]+/gu;

export interface PdfSectionParts {
  readonly context: RecordContext;
  readonly pdfs: DocumentPdfs;
  readonly logger: Logger;
}

interface NumberedRecords<Row> {
  list(companyId: number, query: object, window: Window): Promise<Listed<Row>>;
}

/** The PDFs of the issued documents of one resource. */
function pdfSection<Row extends { readonly id: number; readonly number: string | null }>(
  resource: DocumentResource,
  records: NumberedRecords<Row>,
  { context, pdfs, logger }: PdfSectionParts,
): ExportSection {
  const { plural, table } = RESOURCES[resource];
  const rows = ownRows(table);
  const issued = async (job: CompanyExport) => {
    const page = await records.list(job.companyId, {}, windowOf(job, PAGE));
    const documents = rowsOf(page).filter(({ number }) => number !== null);
    const ids = documents.map(({ id }) => id);
    const stored = await storedFileSizes(context.db, job.companyId, resource, ids);
    return { documents, stored, next: nextOf(page) };
  };

  return {
    path: null,
    counted: rows,
    // Documents that are created in the meantime have higher ids, so a page that is repeated has the same documents.
    begin: async ({ companyId }) => (await lastRowId(context.db, rows, companyId)) + 1,
    prepare: async (job) => {
      const { documents, stored } = await issued(job);
      const reasons = new Map<number, MissingPdfReason>();
      let rendered = 0;
      for (const { id } of documents) {
        if (stored.has(id) || hasStalled(job)) continue;
        const ref = { companyId: job.companyId, resource, recordId: id };
        try {
          await pdfs.pdfOf(ref);
          rendered += 1;
        } catch (error) {
          const code = error instanceof Problem ? error.code : undefined;
          if (code === 'pdf_limit_exceeded') reasons.set(id, code);
          logger.warn({ err: error, exportId: job.id, ...ref }, 'could not render a PDF for an export');
          if (code !== undefined && BUSY.includes(code)) break;
        }
      }
      return { rendered, reasons };
    },
    read: async (job, { reasons }) => {
      const { documents, stored, next } = await issued(job);
      const files = documents.map(({ id, number }) => {
        const file = stored.get(id);
        const missing = file ? null : (reasons.get(id) ?? 'pdf_not_rendered');
        return {
          path: `pdf/${plural}/${id}-${String(number).replaceAll(UNSAFE, '-')}.pdf`,
          ...{ records: 1, bytes: file?.bytes ?? 0, digest: file?.digest ?? null, missing },
          ...{ resource, recordId: id },
        };
      });
      const waits = !hasStalled(job) && files.some(({ missing }) => missing === 'pdf_not_rendered');
      return { text: '', records: documents.length, next, files, waits };
    },
  };
}

const BUSY: readonly string[] = ['pdf_busy', 'too_many_pdfs'];

/** The PDFs of all issued documents. */
export function pdfSections(parts: PdfSectionParts): ExportSection[] {
  const { context } = parts;
  return [
    pdfSection('quote', new QuotesRepository(context), parts),
    pdfSection('invoice', new InvoicesRepository(context), parts),
    pdfSection('credit_note', new CreditNotesRepository(context), parts),
  ];
}
