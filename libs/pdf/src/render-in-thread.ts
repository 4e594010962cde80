import { setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import type { PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import { renderPdf } from './render-pdf.js';

/** A quarter of the share of a thread that serves requests, if both want the same processor. */
const NICE = 6;

// Linux has priorities of threads. Elsewhere, this would be the priority of the process.
if (process.platform === 'linux' && !isMainThread) setPriority(NICE);

/** What a thread renders. */
export interface PdfTask {
  readonly source: PrintedDocument;
  /** The bytes of the logo that the source names. */
  readonly logo?: Uint8Array | undefined;
}

/** The program of a thread of `PdfThreads`: renders one document after another. */
export default function renderInThread({ source, logo }: PdfTask): Promise<Uint8Array> {
  return renderPdf(source, logo);
}
