import {
  InvoiceView,
  PostponeInvoice,
  RejectInvoice,
  ReopenInvoice,
  SendInvoice,
  VoidInvoice,
  WriteOffInvoice,
} from '@billhook/contract/invoicing/invoice';
import type { InvoiceAction } from '@billhook/domain/invoicing/invoice';
import { presentInvoice } from '@billhook/invoicing/invoices/invoice.presenter';
import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../request/principal.js';
import { recordPaths } from '../../request/routes/route.decorator.js';
import type { RecordTarget } from '../../request/routes/target.param.js';
import { BOTH_LINKS, documentLinksController } from '../documents/document-links.controller.js';
import { mailPreviewController } from '../documents/mail-preview.controller.js';
import { recordActions } from '../records/record-action.decorator.js';
import { InvoiceActionsService } from './invoice-actions.service.js';
import { InvoiceVoiding } from './invoice-voiding.effect.js';

const Action = recordActions<InvoiceAction>({ write: 'invoice.write', view: InvoiceView });

const SEND_PROBLEMS = [
  'invoice_not_sendable',
  'recipient_missing',
  'unknown_series',
  'number_taken',
  'period_closed',
  'client_archived',
] as const;

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
    summary: 'Get the client link of an invoice',
    url: (life, by, target) => life.answeringUrl(by, target),
  },
}) {
  @Action('send', {
    body: SendInvoice,
    summary: 'Send an invoice',
    description:
      'Issues a draft: the invoice gets the next number of its series, stores the current details of both parties, and its content becomes final. Emits `invoice.sent`, or `invoice.paid` if the total is 0.00. For an issued invoice, the channel Email sends the email again, and Link creates its links; neither emits an event.',
    problems: SEND_PROBLEMS,
  })
  async send(by: Principal, target: RecordTarget, body: SendInvoice): Promise<InvoiceView> {
    return presentInvoice(await this.actions.send(by, target, body));
  }

  @Action('reject', {
    body: RejectInvoice,
    summary: 'Record that the client rejects an invoice',
  })
  async reject(by: Principal, target: RecordTarget, body: RejectInvoice): Promise<InvoiceView> {
    return presentInvoice(await this.actions.reject(by, target, body));
  }

  @Action('reopen', {
    body: ReopenInvoice,
    summary: 'Undo a rejection or a write-off',
    description:
      'The invoice is outstanding again, with the same due date. Emits `invoice.updated`, or `invoice.paid` if a rejected invoice was credited in full in the meantime.',
    problems: ['period_closed'],
  })
  async reopen(by: Principal, target: RecordTarget, body: ReopenInvoice): Promise<InvoiceView> {
    return presentInvoice(await this.actions.reopen(by, target, body));
  }

  @Action('postpone', {
    body: PostponeInvoice,
    summary: 'Postpone the due date of an invoice',
    description:
      'Moves the due date to a later day. The timeline stores the reason. An `Overdue` invoice whose new due date is today or later becomes `Sent` or `Partial` again. The PDF does not change. Emits `invoice.updated`.',
  })
  async postpone(by: Principal, target: RecordTarget, body: PostponeInvoice): Promise<InvoiceView> {
    return presentInvoice(await this.actions.postpone(by, target, body));
  }

  @Action('writeOff', {
    body: WriteOffInvoice,
    summary: 'Write off the outstanding amount of an invoice',
    description:
      'For a small difference or a bad debt: the whole outstanding amount becomes `amountWrittenOff`, and the status becomes `WrittenOff`. The VAT does not change; credit the invoice to correct it. `reopen` undoes the write-off. Emits `invoice.updated`.',
    problems: ['period_closed'],
  })
  async writeOff(by: Principal, target: RecordTarget, body: WriteOffInvoice): Promise<InvoiceView> {
    return presentInvoice(await this.actions.writeOff(by, target, body));
  }
}

export const InvoiceMailPreviewController = mailPreviewController({
  name: 'invoices',
  write: 'invoice.write',
  service: InvoiceActionsService,
  problems: SEND_PROBLEMS,
});

/** The credit notes module declares it, because it provides the voiding. */
@ApiTags('Invoices')
@Controller(recordPaths('invoices'))
export class InvoicesVoidController {
  constructor(private readonly voiding: InvoiceVoiding) {}

  @Action('void', {
    body: VoidInvoice,
    summary: 'Void an invoice',
    description:
      'Issues a credit note for the whole uncredited rest; the two documents refer to each other. Rejected while payments are allocated to the invoice. An invoice with a total of 0.00 can be voided as well. Emits `invoice.updated`.',
    problems: ['number_taken', 'period_closed', 'text_not_drawable'],
  })
  async void(by: Principal, target: RecordTarget, body: VoidInvoice): Promise<InvoiceView> {
    return presentInvoice(await this.voiding.void(by, target, body));
  }
}
