import {
  InvoiceView,
  PostponeInvoice,
  RejectInvoice,
  ReopenInvoice,
  SendInvoice,
  VoidInvoice,
  WriteOffInvoice,
} from '@billhook/contract/invoicing/invoice';
import { presentInvoice } from '@billhook/invoicing/invoices/invoice.presenter';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { recordPaths } from '../../request/routes/record-paths.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { Target, type RecordTarget } from '../../request/routes/target.param.js';
import { InvoiceActionsService } from './invoice-actions.service.js';
import { InvoiceVoiding } from './invoice-voiding.js';
import { BOTH_LINKS, documentLinksController } from '../documents/document-links.controller.js';

/** The actions of an invoice. */
@ApiTags('Invoices')
@Controller(recordPaths('invoices'))
export class InvoicesActionsController extends documentLinksController({
  ...BOTH_LINKS,
  write: 'invoice.write',
  service: InvoiceActionsService,
  view: InvoiceView,
  present: presentInvoice,
  answering: {
    summary: 'Get the answering link of an invoice',
    url: (life, by, target) => life.answeringUrl(by, target),
  },
}) {
  @Post(':id/send')
  @Requires('invoice.write')
  @Returns(InvoiceView, {
    summary: 'Send an invoice',
    description:
      'Issues a draft: the invoice gets the next number of its series, stores the current details of both parties, and can no longer be edited. An issued invoice is sent again with the channel Email, or gets its link with Link; that emits no event.',
    problems: [
      'not_found',
      'invalid_body',
      'action_not_allowed',
      'invoice_not_sendable',
      'recipient_missing',
      'unknown_series',
      'number_taken',
      'period_closed',
      'client_archived',
      'version_mismatch',
    ],
  })
  async send(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: SendInvoice }) body: SendInvoice,
  ): Promise<InvoiceView> {
    return presentInvoice(await this.actions.send(by, target, body));
  }

  @Post(':id/reject')
  @Requires('invoice.write')
  @Returns(InvoiceView, {
    summary: 'Record that the client rejects an invoice',
    problems: ['not_found', 'invalid_body', 'action_not_allowed', 'version_mismatch'],
  })
  async reject(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: RejectInvoice }) body: RejectInvoice,
  ): Promise<InvoiceView> {
    return presentInvoice(await this.actions.reject(by, target, body));
  }

  @Post(':id/reopen')
  @Requires('invoice.write')
  @Returns(InvoiceView, {
    summary: 'Undo a rejection or a write-off',
    description: 'The invoice is outstanding again, with the same due date. Emits `invoice.updated`.',
    problems: ['not_found', 'invalid_body', 'action_not_allowed', 'period_closed', 'version_mismatch'],
  })
  async reopen(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: ReopenInvoice }) body: ReopenInvoice,
  ): Promise<InvoiceView> {
    return presentInvoice(await this.actions.reopen(by, target, body));
  }

  @Post(':id/postpone')
  @Requires('invoice.write')
  @Returns(InvoiceView, {
    summary: 'Postpone the due date of an invoice',
    description:
      'Moves the due date to a later day. The timeline stores the reason. An `Overdue` invoice whose new due date is today or later becomes `Sent` or `Partial` again. The PDF does not change. Emits `invoice.updated`.',
    problems: ['not_found', 'invalid_body', 'action_not_allowed', 'version_mismatch'],
  })
  async postpone(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: PostponeInvoice }) body: PostponeInvoice,
  ): Promise<InvoiceView> {
    return presentInvoice(await this.actions.postpone(by, target, body));
  }

  @Post(':id/write-off')
  @Requires('invoice.write')
  @Returns(InvoiceView, {
    summary: 'Write off the outstanding amount of an invoice',
    description:
      'For a small difference or a bad debt: the whole outstanding amount becomes `amountWrittenOff`, and the status becomes `WrittenOff`. The VAT does not change; credit the invoice to correct it. `reopen` undoes the write-off. Emits `invoice.updated`.',
    problems: ['not_found', 'invalid_body', 'action_not_allowed', 'period_closed', 'version_mismatch'],
  })
  async writeOff(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: WriteOffInvoice }) body: WriteOffInvoice,
  ): Promise<InvoiceView> {
    return presentInvoice(await this.actions.writeOff(by, target, body));
  }
}

/** The credit notes module declares it, because it provides the voiding. */
@ApiTags('Invoices')
@Controller(recordPaths('invoices'))
export class InvoicesVoidController {
  constructor(private readonly voiding: InvoiceVoiding) {}

  @Post(':id/void')
  @Requires('invoice.write')
  @Returns(InvoiceView, {
    summary: 'Void an invoice',
    description:
      'Issues a credit note for the whole uncredited rest; the two documents refer to each other. Rejected while payments are allocated to the invoice. An invoice of 0.00 can be voided as well. Emits `invoice.updated`.',
    problems: [
      'not_found',
      'invalid_body',
      'action_not_allowed',
      'number_taken',
      'period_closed',
      'text_not_drawable',
      'version_mismatch',
    ],
  })
  async void(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: VoidInvoice }) body: VoidInvoice,
  ): Promise<InvoiceView> {
    return presentInvoice(await this.voiding.void(by, target, body));
  }
}
