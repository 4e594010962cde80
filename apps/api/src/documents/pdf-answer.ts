import type { DocumentPdf } from '@billhook/documents/document-pdfs';
import { StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** Answers a PDF with its digest as ETag, so that whoever has these bytes already is not sent them again. */
export function answerPdf(pdf: DocumentPdf, reply: FastifyReply): StreamableFile {
  void reply.header('ETag', `"${pdf.digest}"`);
  return new StreamableFile(pdf.bytes, {
    type: 'application/pdf',
    disposition: `inline; filename="${pdf.name}"`,
    length: pdf.bytes.length,
  });
}
