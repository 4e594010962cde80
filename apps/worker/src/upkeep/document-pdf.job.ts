import type { Database } from '@billhook/db/database';
import type { DocumentPdfs } from '@billhook/documents/document-pdfs';
import type { Logger } from '@billhook/platform/logger';
import { noteUndrawable, undrawnFiles } from '@billhook/records/documents/document-files';
import type { UpkeepJob } from './upkeep.job.js';

/** PDFs of one round: few, so that other upkeep does not wait long. */
const ROUND = 20;

/** Draws the PDFs of what was issued, so that each shows its document as it was drawn on that day. Whoever asks earlier draws it at once. */
export class DocumentPdfJob implements UpkeepJob {
  readonly name = 'document-pdf';
  readonly everyMs = 5_000;

  constructor(
    private readonly db: Database,
    private readonly pdfs: DocumentPdfs,
    private readonly logger: Logger,
  ) {}

  async run(): Promise<void> {
    for (const ref of await undrawnFiles(this.db, ROUND)) {
      // One that can not be drawn must not keep the others from it.
      await this.pdfs.pdfOf(ref).catch(async (error: unknown) => {
        await noteUndrawable(this.db, ref, new Date());
        this.logger.error({ err: error, resource: ref.resource, recordId: ref.recordId }, 'a PDF could not be drawn');
      });
    }
  }
}
