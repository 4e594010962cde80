import type { DocumentResource } from '@billhook/invoicing/document-base/document-ref';
import { Controller, Get, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { By, type Principal } from '../../request/principal.js';
import { Requires, ReturnsPdf } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { DocumentPdfService } from './document-pdf.service.js';
import { respondWithPdf, PDF_PROBLEMS } from './respond-with-pdf.js';

const DESCRIPTION =
  'A PDF/A-3b file. The PDF of an issued document is rendered once, at the latest at its first request, from what was stored at issue, and never changes; its ETag is the digest of its bytes. The PDF of a draft has a watermark and a weak ETag that changes with its content.';

const PROBLEMS = ['not_found', ...PDF_PROBLEMS] as const;

/** The PDFs of all documents, for integrations under /v1 and for the screens under /app. */
@Controller(['v1', 'app'])
export class DocumentPdfController {
  constructor(private readonly pdfs: DocumentPdfService) {}

  @Get('invoices/:id/pdf')
  @ApiTags('Invoices')
  @Requires('invoice.read')
  @ReturnsPdf({ summary: 'Get an invoice as PDF', description: DESCRIPTION, problems: PROBLEMS })
  invoice(
    @By() by: Principal,
    @Id() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.answer('invoice', by, id, reply);
  }

  @Get('quotes/:id/pdf')
  @ApiTags('Quotes')
  @Requires('quote.read')
  @ReturnsPdf({ summary: 'Get a quote as PDF', description: DESCRIPTION, problems: PROBLEMS })
  quote(
    @By() by: Principal,
    @Id() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.answer('quote', by, id, reply);
  }

  @Get('credit-notes/:id/pdf')
  @ApiTags('Credit notes')
  @Requires('invoice.read')
  @ReturnsPdf({ summary: 'Get a credit note as PDF', description: DESCRIPTION, problems: PROBLEMS })
  creditNote(
    @By() by: Principal,
    @Id() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.answer('credit_note', by, id, reply);
  }

  private async answer(
    resource: DocumentResource,
    by: Principal,
    id: number,
    reply: FastifyReply,
  ): Promise<StreamableFile> {
    return respondWithPdf(await this.pdfs.pdfOf(resource, by.company.id, id), reply);
  }
}
