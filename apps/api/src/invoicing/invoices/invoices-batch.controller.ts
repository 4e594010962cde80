import { CreateInvoice, InvoiceBatch, InvoiceBatchResult } from '@billhook/contract/invoicing/invoice';
import { presentInvoice } from '@billhook/invoicing/invoices/invoice.presenter';
import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { batchController } from '../records/batch.controller.js';
import { InvoicesService } from './invoices.service.js';

@ApiTags('Invoices')
@Controller('v1/invoices')
export class InvoicesBatchController extends batchController({
  name: 'invoices',
  write: 'invoice.write',
  service: InvoicesService,
  present: presentInvoice,
  schemas: { batch: InvoiceBatch, item: CreateInvoice, result: InvoiceBatchResult },
  summary: 'Create up to 100 invoices',
  description:
    'Each item is a body of `POST /v1/invoices` and has its own status in the response. All invoices are created as drafts.',
}) {}
