import { RESOURCE_VIEWS } from '@billhook/contract/resource-views';
import { RECORD_NAMES } from '@billhook/domain/shared/resources';
import { CreditNotesRepository } from '@billhook/invoicing/credit-notes/credit-notes.repository';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { QuotesRepository } from '@billhook/invoicing/quotes/quotes.repository';
import { RECORD_REPOSITORIES } from '@billhook/invoicing/record-repositories';
import { inView, type ExportSection } from './export-section.js';
import { pdfSection, type PdfSectionParts } from './pdf-sections.js';
import { recordSections } from './record-sections.js';

/** Every record with its timeline, and the PDFs of issued documents. */
export function invoicingSections(parts: PdfSectionParts): ExportSection[] {
  const { context } = parts;
  const records = RECORD_NAMES.flatMap((name) => {
    const repository = new RECORD_REPOSITORIES[name](context);
    return recordSections({
      ...{ name, context, repository },
      present: (row) => inView(RESOURCE_VIEWS[name], repository.presented(row)),
    });
  });
  return [
    ...records,
    pdfSection('quote', new QuotesRepository(context), parts),
    pdfSection('invoice', new InvoicesRepository(context), parts),
    pdfSection('credit_note', new CreditNotesRepository(context), parts),
  ];
}
