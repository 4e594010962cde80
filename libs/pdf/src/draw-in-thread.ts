import type { PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import { renderPdf } from './render-pdf.js';

/** What a thread of `PdfThreads` runs, one document after another. */
export default function drawInThread(source: PrintedDocument): Promise<Uint8Array> {
  return renderPdf(source);
}
