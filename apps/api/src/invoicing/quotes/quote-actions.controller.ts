import { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { AcceptQuote, ConvertQuote, DeclineQuote, QuoteView, SendQuote } from '@billhook/contract/invoicing/quote';
import type { QuoteAction } from '@billhook/domain/invoicing/quote';
import { presentInvoice } from '@billhook/invoicing/invoices/invoice.presenter';
import { presentQuote } from '@billhook/invoicing/quotes/quote.presenter';
import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../request/principal.js';
import { recordPaths } from '../../request/routes/route.decorator.js';
import type { RecordTarget } from '../../request/routes/target.param.js';
import { BOTH_LINKS, documentLinksController } from '../documents/document-links.controller.js';
import { mailPreviewController } from '../documents/mail-preview.controller.js';
import { recordActions } from '../records/record-action.decorator.js';
import { QuoteActionsService } from './quote-actions.service.js';
import { QuoteConversionService } from './quote-conversion.service.js';
import { QuotesService } from './quotes.service.js';

const Action = recordActions<QuoteAction>({ write: 'quote.write', view: QuoteView });

const SEND_PROBLEMS = [
  'quote_not_sendable',
  'recipient_missing',
  'unknown_series',
  'number_taken',
  'client_archived',
] as const;

/** The actions of a quote. */
@ApiTags('Quotes')
@Controller(recordPaths('quotes'))
export class QuotesActionsController extends documentLinksController({
  ...BOTH_LINKS,
  write: 'quote.write',
  service: QuoteActionsService,
  view: QuoteView,
  present: presentQuote,
  answering: {
    summary: 'Get the client link of a quote',
    url: (life, by, target) => life.answeringUrl(by, target),
  },
}) {
  constructor(
    private readonly quotes: QuotesService,
    private readonly conversion: QuoteConversionService,
  ) {
    super();
  }

  @Action('send', {
    body: SendQuote,
    summary: 'Send a quote',
    description:
      'The quote gets the next number of its series; a revision keeps the number and replaces the quote that it revises. Emits `quote.updated`. A quote that is already sent is sent again with the channel Email, or gets its link with Link; that emits no event.',
    problems: SEND_PROBLEMS,
  })
  async send(by: Principal, target: RecordTarget, body: SendQuote): Promise<QuoteView> {
    return presentQuote(await this.actions.send(by, target, body));
  }

  @Action('accept', {
    body: AcceptQuote,
    summary: 'Record that the client accepts a quote',
    description: 'An expired quote requires `allowExpired`. Emits `quote.updated`.',
  })
  async accept(by: Principal, target: RecordTarget, body: AcceptQuote): Promise<QuoteView> {
    return presentQuote(await this.actions.accept(by, target, body));
  }

  @Action('decline', {
    body: DeclineQuote,
    summary: 'Record that the client declines a quote',
    description: 'Emits `quote.updated`.',
  })
  async decline(by: Principal, target: RecordTarget, body: DeclineQuote): Promise<QuoteView> {
    return presentQuote(await this.actions.decline(by, target, body));
  }

  @Action('revise', {
    status: 201,
    at: 'quotes',
    summary: 'Revise a quote',
    description:
      'Creates a draft with the same lines, which gets the same number when it is sent. Until then the client can still accept the original quote. Emits `quote.created` for the draft and `quote.updated` for the original quote.',
    problems: ['quote_revised', 'client_archived'],
  })
  async revise(by: Principal, target: RecordTarget): Promise<QuoteView> {
    return presentQuote(await this.quotes.revise(by, target));
  }

  @Action('convert', {
    view: InvoiceView,
    body: ConvertQuote,
    status: 201,
    at: 'invoices',
    summary: 'Convert a quote, or a part of it, into an invoice',
    description:
      'Invoices the whole quote, a percentage, some lines, an amount, or the rest. All invoices of a quote add up to it to the cent. Returns the draft of the invoice. Emits `invoice.created` and `quote.updated`.',
    problems: ['over_invoiced', 'line_invoiced', 'external_id_taken', 'client_archived'],
  })
  async convert(by: Principal, target: RecordTarget, body: ConvertQuote): Promise<InvoiceView> {
    return presentInvoice(await this.conversion.convert(by, target, body));
  }
}

export const QuoteMailPreviewController = mailPreviewController({
  name: 'quotes',
  write: 'quote.write',
  service: QuoteActionsService,
  problems: SEND_PROBLEMS,
});
