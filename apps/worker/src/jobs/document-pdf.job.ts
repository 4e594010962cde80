import type { Database } from '@billhook/db/database';
import { Problem } from '@billhook/domain/shared/problems';
import type { DocumentRef } from '@billhook/invoicing/document-base/document-ref';
import {
  noteUndrawable,
  undrawnFiles,
  type RenderedAhead,
} from '@billhook/invoicing/documents/document-files.repository';
import type { DocumentPdfs } from '@billhook/invoicing/documents/document-pdfs';
import type { Clock } from '@billhook/platform/clock';
import type { Logger } from '@billhook/platform/logger';

/** PDFs that one query reads. */
const PAGE = 50;
/** Wait before a failed PDF is rendered again. */
const RETRY_MS = 300_000;

interface DocumentPdfParts {
  readonly db: Database;
  readonly pdfs: DocumentPdfs;
  readonly ahead: RenderedAhead;
  /** Documents rendered in parallel. */
  readonly lanes: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Renders PDFs of issued documents that were not requested. */
export class DocumentPdfJob {
  constructor(private readonly parts: DocumentPdfParts) {}

  /** Continues until no PDF is left to render. @param stop ends the round after the running documents */
  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted && (await this.#page(stop)));
  }

  /** @returns whether there may be more */
  async #page(stop: AbortSignal): Promise<boolean> {
    const { db, ahead, lanes, clock } = this.parts;
    const before = new Date(clock.now().getTime() - RETRY_MS);
    const waiting = await undrawnFiles(db, { ahead, limit: PAGE, before });
    let hasMore = waiting.length === PAGE;
    // In random order, because parallel workers should rarely render the same document.
    waiting.sort(() => Math.random() - 0.5);
    const lane = async (): Promise<void> => {
      for (let ref = waiting.shift(); ref && !stop.aborted; ref = waiting.shift()) {
        if (await this.#render(ref)) continue;
        hasMore = false;
        waiting.length = 0;
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return hasMore;
  }

  /** @returns false if no thread is free; the rest waits for the next round */
  async #render(ref: DocumentRef): Promise<boolean> {
    const { db, pdfs, clock, logger } = this.parts;
    try {
      await pdfs.pdfOf(ref);
    } catch (error) {
      if (error instanceof Problem && ['pdf_busy', 'too_many_pdfs'].includes(error.code)) return false;
      // Recorded because a document that fails is retried after all others.
      await noteUndrawable(db.autocommit, ref, clock.now());
      logger.error({ err: error, resource: ref.resource, recordId: ref.recordId }, 'could not render a PDF');
    }
    return true;
  }
}
