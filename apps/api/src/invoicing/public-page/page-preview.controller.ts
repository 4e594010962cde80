import { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Id } from '../../request/routes/id.param.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { PublicPageService } from './public-page.service.js';

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
