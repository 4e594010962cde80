import type { BatchResult } from '@billhook/contract/shared/batch';
import {
  CreateInvoice,
  InvoiceBatch,
  InvoiceBatchResult,
  type InvoiceView,
} from '@billhook/contract/invoicing/invoice';
import { presentInvoice } from '@billhook/invoicing/invoices/invoice.presenter';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Batches } from '../../request/writes/batches.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { InvoicesService } from './invoices.service.js';

@ApiTags('Invoices')
@Controller('v1/invoices')
export class InvoicesBatchController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly batches: Batches,
  ) {}

  @Post('batch')
  @Requires('invoice.write')
  @Returns(InvoiceBatchResult, {
    status: 207,
    summary: 'Create up to 100 invoices',
    description:
      'Each item is a body of `POST /v1/invoices` and has its own status in the response. All invoices are created as drafts.',
    problems: ['invalid_body'],
  })
  create(@By() by: Principal, @Body({ schema: InvoiceBatch }) body: InvoiceBatch): Promise<BatchResult<InvoiceView>> {
    return this.batches.run(by, body, {
      path: '/v1/invoices/batch',
      schema: CreateInvoice,
      reserve: (tx, externalIds) => this.invoices.reserve(tx, by, externalIds),
      create: async (item) => presentInvoice(await this.invoices.create(by, item)),
    });
  }
}
