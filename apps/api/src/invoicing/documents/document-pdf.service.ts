import { Database } from '@billhook/db/database';
import { Outbox } from '@billhook/db/outbox';
import type { DocumentResource } from '@billhook/invoicing/document-base/document-ref';
import { DocumentPdfs, type DocumentPdf } from '@billhook/invoicing/documents/document-pdfs';
import { recordContext } from '@billhook/invoicing/record-context';
import { PdfThreads } from '@billhook/pdf/pdf-threads';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { ENV, type Env } from '@billhook/platform/env';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The PDFs of documents, for callers who may read the document. */
@Injectable()
export class DocumentPdfService implements BeforeApplicationShutdown {
  private readonly pdfs: DocumentPdfs;

  constructor(
    source: DataSource,
    db: Database,
    outbox: Outbox,
    @Inject(ENV) { PUBLIC_URL: publicUrl }: Env,
    @Inject(COMPANY_TIME) clock: Clock,
    private readonly threads: PdfThreads,
    secrets: AppSecrets,
  ) {
    this.pdfs = new DocumentPdfs(recordContext({ source, db, outbox, publicUrl, secrets }), clock, threads);
  }

  /** Runs before the server waits for open requests: those for PDFs are rejected and can be retried. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.threads.stop();
  }

  /** @throws Problem not_found, and the problems of PdfThreads */
  pdfOf(resource: DocumentResource, companyId: number, recordId: number): Promise<DocumentPdf> {
    return this.pdfs.pdfOf({ resource, companyId, recordId });
  }
}
