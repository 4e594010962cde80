/**
 * The version of the renderer, with which each document is issued. Increment it with every change of what `renderPdf` shows for a source,
 * add the digests of the examples to `render-pdf.bytes.spec.ts`, and add a migration with `useRenderer`.
 */
export const RENDERER_VERSION = 1;
