import type { PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import { renderPdf } from './render-pdf.js';

/** The program of a thread of `PdfThreads`: renders one document after another. */
export default function renderInThread(source: PrintedDocument): Promise<Uint8Array> {
  return renderPdf(source);
}
