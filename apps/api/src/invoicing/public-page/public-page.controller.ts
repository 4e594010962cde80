import {
  AcceptDocument,
  DeclineDocument,
  PublicDocumentView,
  RejectDocument,
} from '@billhook/contract/invoicing/public-document';
import { Body, Controller, Get, Header, Post, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ByClient, type DocumentPrincipal, type Principal, By } from '../../request/principal.js';
import {
  Authenticated,
  RequiresAnsweringLink,
  Requires,
  Returns,
  ReturnsNothing,
  ReturnsPdf,
} from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { DocumentPdfService } from '../documents/document-pdf.service.js';
import { respondWithPdf, PDF_PROBLEMS } from '../documents/respond-with-pdf.js';
import { PublicPageService } from './public-page.service.js';

type DocumentClient = DocumentPrincipal & Principal;

const NO_STORE = ['Cache-Control', 'no-store'] as const;

/** The API of the public page, authenticated with the token of a link. */
@ApiTags('Document page')
@Controller('public/api/document')
export class PublicPageController {
  constructor(
    private readonly pages: PublicPageService,
    private readonly pdfs: DocumentPdfService,
  ) {}

  @Get()
  @Authenticated()
  @Header(...NO_STORE)
  @Returns(PublicDocumentView, {
    summary: 'Get the document that a link opens',
    description:
      'The document as the client may see it, with the answers that this link accepts now. Reading it does not count as viewed.',
  })
  get(@ByClient() by: DocumentClient): Promise<PublicDocumentView> {
    return this.pages.get(by);
  }

  @Post('viewed')
  @Authenticated()
  @ReturnsNothing({
    summary: 'Report that the document was viewed',
    description:
      'The first report sets `viewedAt`, unless a signed-in member of the company opened the page. The page reports a view once it is visible, so that an email scanner that only fetches it does not count.',
  })
  async viewed(@ByClient() by: DocumentClient): Promise<void> {
    await this.pages.viewed(by);
  }

  @Post('accept')
  @RequiresAnsweringLink()
  @Header(...NO_STORE)
  @Returns(PublicDocumentView, {
    summary: 'Accept the quote',
    description: 'Emits `quote.updated`.',
    problems: ['answering_link_required', 'preview_takes_no_answer', 'invalid_body', 'action_not_allowed'],
  })
  accept(
    @ByClient() by: DocumentClient,
    @Body({ schema: AcceptDocument }) body: AcceptDocument,
  ): Promise<PublicDocumentView> {
    return this.pages.accept(by, body);
  }

  @Post('decline')
  @RequiresAnsweringLink()
  @Header(...NO_STORE)
  @Returns(PublicDocumentView, {
    summary: 'Decline the quote',
    description: 'Emits `quote.updated`.',
    problems: ['answering_link_required', 'preview_takes_no_answer', 'invalid_body', 'action_not_allowed'],
  })
  decline(
    @ByClient() by: DocumentClient,
    @Body({ schema: DeclineDocument }) body: DeclineDocument,
  ): Promise<PublicDocumentView> {
    return this.pages.decline(by, body);
  }

  @Post('reject')
  @RequiresAnsweringLink()
  @Header(...NO_STORE)
  @Returns(PublicDocumentView, {
    summary: 'Reject the invoice',
    description: 'Emits `invoice.rejected`.',
    problems: ['answering_link_required', 'preview_takes_no_answer', 'invalid_body', 'action_not_allowed'],
  })
  reject(
    @ByClient() by: DocumentClient,
    @Body({ schema: RejectDocument }) body: RejectDocument,
  ): Promise<PublicDocumentView> {
    return this.pages.reject(by, body);
  }

  @Get('pdf')
  @Authenticated()
  @ReturnsPdf({
    summary: 'Get the document as PDF',
    description: 'The same file as the seller has.',
    problems: PDF_PROBLEMS,
  })
  async pdf(
    @ByClient() { resource, company, recordId }: DocumentClient,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return respondWithPdf(await this.pdfs.pdfOf(resource, company.id, recordId), reply);
  }
}

const DESCRIPTION =
  'The page as the client sees it, with the answers switched off. A preview does not count as viewed.';

/** The page preview for the workspace. It uses no link: a preview must not be recorded as a view by the client. */
@ApiTags('Settings')
@Controller('app')
export class PagePreviewController {
  constructor(private readonly pages: PublicPageService) {}

  @Get('invoices/:id/page')
  @Requires('invoice.read')
  @Returns(PublicDocumentView, {
    summary: 'Preview the page of an invoice',
    description: DESCRIPTION,
    problems: ['not_found'],
  })
  invoice(@By() by: Principal, @Id() id: number): Promise<PublicDocumentView> {
    return this.pages.preview(by, 'invoice', id);
  }

  @Get('quotes/:id/page')
  @Requires('quote.read')
  @Returns(PublicDocumentView, {
    summary: 'Preview the page of a quote',
    description: DESCRIPTION,
    problems: ['not_found'],
  })
  quote(@By() by: Principal, @Id() id: number): Promise<PublicDocumentView> {
    return this.pages.preview(by, 'quote', id);
  }

  @Get('credit-notes/:id/page')
  @Requires('invoice.read')
  @Returns(PublicDocumentView, {
    summary: 'Preview the page of a credit note',
    description: DESCRIPTION,
    problems: ['not_found'],
  })
  creditNote(@By() by: Principal, @Id() id: number): Promise<PublicDocumentView> {
    return this.pages.preview(by, 'credit_note', id);
  }
}
