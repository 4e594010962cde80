import type { DocumentPdf } from '@billhook/documents/document-pdfs';
import { StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** Answers a PDF with its digest as ETag; 304 without a body to whoever has these bytes already (RFC 9110, 13.1.2). */
export function answerPdf(
  pdf: DocumentPdf,
  ifNoneMatch: string | undefined,
  reply: FastifyReply,
): StreamableFile | undefined {
  const tag = `"${pdf.digest}"`;
  void reply.header('ETag', tag).header('Cache-Control', 'private, no-cache');
  const known = ifNoneMatch?.split(',').map((entry) => entry.trim().replace(/^W\//, ''));
  if (known?.some((entry) => entry === tag || entry === '*')) {
    void reply.status(304);
    return undefined;
  }
  return new StreamableFile(pdf.bytes, {
    type: 'application/pdf',
    disposition: `inline; filename="${pdf.name}"`,
    length: pdf.bytes.length,
  });
}
