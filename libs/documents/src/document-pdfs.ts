import { createHash } from 'node:crypto';
import type { Clock } from '@billhook/platform/clock';
import { snapshotClient } from '@billhook/records/clients/client.presenter';
import { ClientsRepository } from '@billhook/records/clients/clients.repository';
import { snapshotCompany } from '@billhook/records/companies/company.presenter';
import { findCompany } from '@billhook/records/companies/find-company';
import { CreditNotesRepository } from '@billhook/records/credit-notes/credit-notes.repository';
import { keepFile, storedFile, type DocumentRef } from '@billhook/records/documents/document-files';
import { InvoicesRepository } from '@billhook/records/invoices/invoices.repository';
import { QuotesRepository } from '@billhook/records/quotes/quotes.repository';
import type { RecordContext } from '@billhook/records/record.repository';
import type { PdfSource } from '@billhook/pdf/pdf-source';
import { renderPdf } from '@billhook/pdf/render-pdf';
import { creditNoteSource, invoiceSource, quoteSource, type Parties } from './pdf-sources.js';

export interface DocumentPdf {
  readonly bytes: Buffer;
  /** SHA-256, hex. */
  readonly digest: string;
  /** `INV-2026-00042.pdf` */
  readonly name: string;
  readonly draft: boolean;
}

/** The PDFs of documents: drawn once when they are issued, and the same bytes for ever after. Of a draft, one with a watermark, each time anew. */
export class DocumentPdfs {
  private readonly invoices: InvoicesRepository;
  private readonly quotes: QuotesRepository;
  private readonly notes: CreditNotesRepository;
  private readonly clients: ClientsRepository;

  constructor(
    private readonly context: RecordContext,
    private readonly clock: Clock,
  ) {
    this.invoices = new InvoicesRepository(context);
    this.quotes = new QuotesRepository(context);
    this.notes = new CreditNotesRepository(context);
    this.clients = new ClientsRepository(context);
  }

  /** @throws Problem not_found, also for another company's document */
  async pdfOf(ref: DocumentRef): Promise<DocumentPdf> {
    const stored = await storedFile(this.context.db, ref);
    if (stored) return { ...stored, name: nameOf(stored.number), draft: false };
    const source = await this.sourceOf(ref);
    const name = nameOf(source.number);
    if (source.draft) return { ...(await draw(source)), name, draft: true };
    return { ...(await this.drawOnce(ref, source)), name, draft: false };
  }

  private async drawOnce(ref: DocumentRef, source: PdfSource): Promise<{ bytes: Buffer; digest: string }> {
    await keepFile(this.context.db, ref, await draw(source), this.clock.now());
    // Another process may have been first: what it kept is what counts.
    const stored = await storedFile(this.context.db, ref);
    if (!stored) throw new Error(`${ref.resource} ${ref.recordId} was issued without asking for its PDF`);
    return stored;
  }

  private async sourceOf({ resource, companyId, recordId }: DocumentRef): Promise<PdfSource> {
    switch (resource) {
      case 'invoice': {
        const invoice = await this.invoices.find(companyId, recordId);
        const { seller, client } = invoice;
        const parties = seller && client ? { seller, client } : await this.parties(companyId, invoice.clientId);
        return invoiceSource(invoice, parties);
      }
      case 'quote': {
        const quote = await this.quotes.find(companyId, recordId);
        const { seller, client } = quote;
        const parties = seller && client ? { seller, client } : await this.parties(companyId, quote.clientId);
        return quoteSource(quote, parties);
      }
      case 'credit_note': {
        const note = await this.notes.find(companyId, recordId);
        const { issueDate } = await this.invoices.find(companyId, note.invoiceId);
        return creditNoteSource(note, note, issueDate);
      }
    }
  }

  /** The parties as they are now. */
  private async parties(companyId: number, clientId: number): Promise<Parties> {
    const { source, db } = this.context;
    const company = await findCompany(db, source, companyId);
    return { seller: snapshotCompany(company), client: snapshotClient(await this.clients.find(companyId, clientId)) };
  }
}

const nameOf = (number: string | null): string => `${(number ?? 'draft').replaceAll('/', '-')}.pdf`;

async function draw(source: PdfSource): Promise<{ bytes: Buffer; digest: string }> {
  const bytes = await renderPdf(source);
  return { bytes, digest: createHash('sha256').update(bytes).digest('hex') };
}
