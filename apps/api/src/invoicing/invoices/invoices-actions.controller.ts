import { AnsweringLinkView } from '@billhook/contract/invoicing/document';
import {
  InvoiceView,
  PostponeInvoice,
  RejectInvoice,
  ReopenInvoice,
  SendInvoice,
  WriteOffInvoice,
} from '@billhook/contract/invoicing/invoice';
import { presentInvoice } from '@billhook/invoicing/invoices/invoice.presenter';
import { Body, Controller, Delete, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { NoDryRun } from '../../request/writes/no-dry-run.decorator.js';
import { recordPaths } from '../../request/routes/record-paths.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { Target, type RecordTarget } from '../../request/routes/target.param.js';
import { InvoiceLifeService } from './invoice-life.service.js';

/** What may be done with an invoice. Voiding and crediting are the credit notes' business. */
@ApiTags('Invoices')
@Controller(recordPaths('invoices'))
export class InvoicesActionsController {
  constructor(private readonly life: InvoiceLifeService) {}

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
    return presentInvoice(await this.life.send(by, target, body));
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
    return presentInvoice(await this.life.reject(by, target, body));
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
    return presentInvoice(await this.life.reopen(by, target, body));
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
    return presentInvoice(await this.life.postpone(by, target, body));
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
    return presentInvoice(await this.life.writeOff(by, target, body));
  }

  @Post(':id/public-link')
  @Requires('invoice.write')
  @Returns(InvoiceView, {
    summary: 'Create the links of a document',
    description:
      'Creates the viewing link `publicUrl` and the answering link. Existing links stop working. Emits no event.',
    problems: ['not_found', 'action_not_allowed', 'version_mismatch'],
  })
  async openLink(@By() by: Principal, @Target() target: RecordTarget): Promise<InvoiceView> {
    return presentInvoice(await this.life.openLink(by, target));
  }

  @Post(':id/answering-link')
  @Requires('invoice.write')
  @NoDryRun('A dry run would return the answering link without an entry in the timeline.')
  @Header('Cache-Control', 'no-store')
  @Returns(AnsweringLinkView, {
    summary: 'Get the answering link of an invoice',
    description:
      'The link in the email to the client, with which the client can answer. It is revoked and replaced together with `publicUrl`. The timeline records every read of this link, so a dry run is rejected. Emits no event.',
    problems: ['not_found', 'action_not_allowed', 'version_mismatch'],
  })
  async answeringLink(@By() by: Principal, @Target() target: RecordTarget): Promise<AnsweringLinkView> {
    return { url: await this.life.answeringUrl(by, target) };
  }

  @Delete(':id/public-link')
  @Requires('invoice.write')
  @Returns(InvoiceView, {
    summary: 'Revoke the links of a document',
    description:
      'Revokes both the viewing link and the answering link, in every status. Does nothing if there is no link. Emits no event.',
    problems: ['not_found', 'version_mismatch'],
  })
  async closeLink(@By() by: Principal, @Target() target: RecordTarget): Promise<InvoiceView> {
    return presentInvoice(await this.life.closeLink(by, target));
  }
}
