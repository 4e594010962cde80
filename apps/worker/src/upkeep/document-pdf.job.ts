import type { Database } from '@billhook/db/database';
import type { DocumentPdfs } from '@billhook/invoicing/documents/document-pdfs';
import { Problem } from '@billhook/domain/shared/problems';
import type { PdfThreads } from '@billhook/pdf/pdf-threads';
import type { Logger } from '@billhook/platform/logger';
import { noteUndrawable, undrawnFiles, type DocumentRef } from '@billhook/invoicing/documents/document-files.repository';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { UpkeepJob } from './upkeep.job.js';

/** PDFs of one round. */
const ROUND = 20;
/** Before what could not be drawn is drawn again. */
const RETRY_MS = 300_000;

interface Parts {
  readonly db: Database;
  readonly pdfs: DocumentPdfs;
  readonly threads: PdfThreads;
  /** Documents that are drawn beside each other. */
  readonly lanes: number;
  readonly logger: Logger;
}

/** Draws the PDFs of what was issued, so that each shows its document as it was on that day. A request that comes earlier draws it immediately. */
export class DocumentPdfJob implements UpkeepJob, OnApplicationShutdown {
  readonly name = 'document-pdf';
  readonly everyMs = 5_000;
  #round: Promise<void> | undefined;

  constructor(private readonly parts: Parts) {}

  /** Begins a round, unless one is under way, and does not wait for it: a long document must not hold up the other upkeep. */
  async run(): Promise<void> {
    this.#round ??= this.#draw()
      .catch((error: unknown) => this.parts.logger.error({ err: error }, 'a round of PDFs ended early'))
      .finally(() => (this.#round = undefined));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.parts.threads.stop();
    await this.#round;
  }

  async #draw(): Promise<void> {
    const { db, lanes } = this.parts;
    const waiting = await undrawnFiles(db, ROUND, new Date(Date.now() - RETRY_MS));
    const lane = async (): Promise<void> => {
      for (let ref = waiting.shift(); ref; ref = waiting.shift()) {
        if (!(await this.#drawOne(ref))) waiting.length = 0;
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }

  /** @returns false where no thread is to be had: the rest comes round again */
  async #drawOne(ref: DocumentRef): Promise<boolean> {
    const { db, pdfs, logger } = this.parts;
    try {
      await pdfs.pdfOf(ref);
    } catch (error) {
      if (error instanceof Problem && ['pdf_busy', 'too_many_pdfs'].includes(error.code)) return false;
      // One that cannot be drawn must not keep the others from it.
      await noteUndrawable(db.autocommit, ref, new Date());
      logger.error({ err: error, resource: ref.resource, recordId: ref.recordId }, 'a PDF could not be drawn');
    }
    return true;
  }
}
