import { InvoiceView, VoidInvoice } from '@billhook/contract/invoicing/invoice';
import { presentInvoice } from '@billhook/invoicing/invoices/invoice.presenter';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { recordPaths } from '../../request/routes/record-paths.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { Target, type RecordTarget } from '../../request/routes/target.param.js';
import { CreditNotesService } from '../credit-notes/credit-notes.service.js';

/** Voiding an invoice is issuing a credit note, so it lies with them. */
@ApiTags('Invoices')
@Controller(recordPaths('invoices'))
export class InvoicesVoidController {
  constructor(private readonly notes: CreditNotesService) {}

  @Post(':id/void')
  @Requires('invoice.write')
  @Returns(InvoiceView, {
    summary: 'Void an invoice',
    description:
      'Issues a credit note over all that remains, linked both ways. Refused while payments are allocated to it. An invoice of 0.00 can be voided as well. Emits `invoice.updated`.',
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
    return presentInvoice(await this.notes.void(by, target, body));
  }
}
