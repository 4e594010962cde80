import type { PdfSource } from './pdf-source.js';
import { renderPdf } from './render-pdf.js';

/** What a thread of `PdfThreads` runs, one document after another. */
export default function drawInThread(source: PdfSource): Promise<Uint8Array> {
  return renderPdf(source);
}
