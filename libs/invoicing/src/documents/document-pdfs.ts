import { createHash } from 'node:crypto';
import type { PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import { Problem } from '@billhook/domain/shared/problems';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { snapshotCompany } from '@billhook/identity/companies/company.presenter';
import type { PdfThreads } from '@billhook/pdf/pdf-threads';
import { RENDERER_VERSION } from '@billhook/pdf/renderer-version';
import type { Clock } from '@billhook/platform/clock';
import { snapshotClient } from '../clients/client.presenter.js';
import { ClientsRepository } from '../clients/clients.repository.js';
import { CreditNotesRepository } from '../credit-notes/credit-notes.repository.js';
import type { DocumentRef } from '../document-base/document-ref.js';
import { InvoicesRepository } from '../invoices/invoices.repository.js';
import { QuotesRepository } from '../quotes/quotes.repository.js';
import type { RecordContext } from '../records/record.repository.js';
import { keepFile, storedFile, waitingFile, type StoredFile } from './document-files.repository.js';
import { provenContent, sourceOfContent, type WaitingFile } from './pdf-content.rules.js';
import { creditNoteSource, invoiceSource, quoteSource, sourceIn, type Parties } from './pdf-sources.js';
import { RenderedPdfs, sourceDigest } from './rendered-pdfs.js';

export interface DocumentPdf {
  /** For an issued document, the SHA-256 of its bytes; for a draft, a weak ETag of everything that the PDF shows. */
  readonly etag: string;
  /** `INV-2026-00042.pdf` */
  readonly name: string;
  /** Renders on demand. @throws Problem too_many_pdfs, pdf_busy, pdf_limit_exceeded */
  readonly bytes: () => Promise<Buffer>;
}

/** Seconds after which a PDF of another renderer may be requested again: during an upgrade, the programs are replaced in minutes. */
const OTHER_RENDERER_RETRY_S = 60;

/**
 * The PDFs of documents. An issued document is rendered once, from its stored content, when its PDF is requested first. A draft is rendered
 * with a watermark for each version.
 */
export class DocumentPdfs {
  private readonly invoices: InvoicesRepository;
  private readonly quotes: QuotesRepository;
  private readonly notes: CreditNotesRepository;
  private readonly clients: ClientsRepository;
  private readonly drawn: RenderedPdfs;
  /** By resource and id. */
  private readonly underWay = new Map<string, Promise<StoredFile>>();

  constructor(
    private readonly context: RecordContext,
    private readonly clock: Clock,
    threads: PdfThreads,
  ) {
    this.drawn = new RenderedPdfs(context.db, threads, clock);
    this.invoices = new InvoicesRepository(context);
    this.quotes = new QuotesRepository(context);
    this.notes = new CreditNotesRepository(context);
    this.clients = new ClientsRepository(context);
  }

  /** @throws Problem not_found, also for another company's document; for an issued document without a PDF, the problems of `bytes` */
  async pdfOf(ref: DocumentRef): Promise<DocumentPdf> {
    const stored = await storedFile(this.context.db, ref);
    if (stored) return issuedPdf(stored, stored.number);
    const source = await this.sourceOf(ref);
    if (!source.draft) return issuedPdf(await this.issued(ref), source.number);
    const digest = sourceDigest(source);
    return {
      etag: `W/"${digest}"`,
      name: nameOf(source.number),
      bytes: () => this.drawn.of(ref.companyId, source, digest),
    };
  }

  /** The PDF of an issued document. Concurrent requests wait for the same rendering and the same store. */
  private issued(ref: DocumentRef): Promise<StoredFile> {
    const key = `${ref.resource}/${ref.recordId}`;
    const running = this.underWay.get(key);
    if (running) return running;
    const issued = this.drawOnce(ref).finally(() => this.underWay.delete(key));
    this.underWay.set(key, issued);
    return issued;
  }

  private async drawOnce(ref: DocumentRef): Promise<StoredFile> {
    const { db, secrets } = this.context;
    const file = await waitingFile(db, ref);
    if (!file) throw new Error(`${ref.resource} ${ref.recordId} was issued without requesting its PDF`);
    // Stored since the caller looked.
    if (file.bytes && file.digest !== null) return { bytes: file.bytes, digest: file.digest };
    const bytes = await this.drawn.of(ref.companyId, await this.issuedSource(ref, file));
    const digest = createHash('sha256').update(bytes).digest('hex');
    if (await keepFile(db.autocommit, ref, { bytes, digest }, { at: this.clock.now(), secrets }))
      return { bytes, digest };
    // Another process has stored it first.
    const stored = await storedFile(db, ref);
    if (!stored) throw new Error(`the PDF of ${ref.resource} ${ref.recordId} was removed while it was rendered`);
    return stored;
  }

  /** @throws Problem pdf_busy for a document that another version of the renderer has to render */
  private async issuedSource(ref: DocumentRef, file: WaitingFile): Promise<PrintedDocument> {
    if (file.renderer !== null && file.renderer !== RENDERER_VERSION)
      throw new Problem('pdf_busy', 'Programs of another version of Billhook render this PDF.', {
        extensions: { retryAfter: OTHER_RENDERER_RETRY_S },
      });
    const content = provenContent(ref, file, this.context.secrets);
    return content === undefined ? this.sourceOf(ref) : sourceOfContent(content);
  }

  private async sourceOf(ref: DocumentRef): Promise<PrintedDocument> {
    const { source, db } = this.context;
    const { kind } = await new CompaniesRepository(source, db).get(ref.companyId);
    return sourceIn(kind, await this.printed(ref));
  }

  private async printed({ resource, companyId, recordId }: DocumentRef): Promise<PrintedDocument> {
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

  /** The current data of both parties. */
  private async parties(companyId: number, clientId: number): Promise<Parties> {
    const { source, db } = this.context;
    const company = await new CompaniesRepository(source, db).get(companyId);
    return { seller: snapshotCompany(company), client: snapshotClient(await this.clients.find(companyId, clientId)) };
  }
}

const nameOf = (number: string | null): string => `${(number ?? 'draft').replaceAll('/', '-')}.pdf`;

const issuedPdf = ({ digest, bytes }: StoredFile, number: string | null): DocumentPdf => ({
  etag: `"${digest}"`,
  name: nameOf(number),
  bytes: () => Promise.resolve(bytes),
});
