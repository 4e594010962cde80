import type { BatchResult } from '@billhook/contract/batch';
import { CreateInvoice, InvoiceBatch, InvoiceBatchResult, type InvoiceView } from '@billhook/contract/invoice';
import { presentInvoice } from '@billhook/records/invoices/invoice.presenter';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../access/principal.js';
import { Requires } from '../access/requires.decorator.js';
import { Batches } from '../http/batches.js';
import { Returns } from '../http/returns.decorator.js';
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
