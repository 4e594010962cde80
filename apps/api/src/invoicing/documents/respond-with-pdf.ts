import type { DocumentPdf } from '@billhook/invoicing/documents/document-pdfs';
import { StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { isKnown } from '../../request/caching/etag.rules.js';

/** The errors when a PDF cannot be rendered now. */
export const PDF_PROBLEMS = ['too_many_pdfs', 'pdf_busy', 'pdf_limit_exceeded'] as const;

/** Responds with a PDF and its ETag. Renders nothing for a caller who has the PDF: the conditional read turns this into a 304. */
export async function respondWithPdf({ etag, name, bytes }: DocumentPdf, reply: FastifyReply): Promise<StreamableFile> {
  const known = isKnown(reply.request.headers['if-none-match'], etag);
  const content = known ? Buffer.alloc(0) : await bytes();
  void reply.header('ETag', etag);
  return new StreamableFile(content, {
    type: 'application/pdf',
    disposition: `inline; filename="${name}"`,
    length: content.length,
  });
}
