import type { RecordContext } from '@billhook/records/record.repository';
import { Database } from '@billhook/db/database';
import { Outbox } from '@billhook/db/outbox';
import { DocumentPdfs, type DocumentPdf } from '@billhook/documents/document-pdfs';
import type { Clock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import type { DocumentResource } from '@billhook/records/documents/document-files';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CLOCK, ENV } from '../platform/tokens.js';

/** The PDF of a document, for whoever may see the document. */
@Injectable()
export class DocumentPdfService {
  private readonly pdfs: DocumentPdfs;

  constructor(
    source: DataSource,
    db: Database,
    outbox: Outbox,
    @Inject(ENV) { PUBLIC_URL: publicUrl }: Env,
    @Inject(CLOCK) clock: Clock,
  ) {
    const context: RecordContext = { source, db, outbox, publicUrl };
    this.pdfs = new DocumentPdfs(context, clock);
  }

  /** @throws Problem not_found */
  pdfOf(resource: DocumentResource, companyId: number, recordId: number): Promise<DocumentPdf> {
    return this.pdfs.pdfOf({ resource, companyId, recordId });
  }
}
