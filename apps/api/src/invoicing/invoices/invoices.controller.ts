import { CalculationView } from '@billhook/contract/invoicing/calculation';
import { ExpandableInvoice, InvoiceList } from '@billhook/contract/invoicing/expanded';
import {
  CreateInvoice,
  GetInvoice,
  InvoicePreviewView,
  InvoiceView,
  ListInvoices,
  UpdateInvoice,
  ValidationView,
  InvoiceBatch,
  InvoiceBatchDelete,
  InvoiceBatchResult,
  InvoiceBatchUpdate,
  InvoiceBatchUpdateItem,
  InvoiceBatchUpdateResult,
} from '@billhook/contract/invoicing/invoice';
import { presentInvoice } from '@billhook/invoicing/invoices/invoice.presenter';
import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires, recordPaths, Returns, RouteOrder } from '../../request/routes/route.decorator.js';
import { Id, Target, type RecordTarget } from '../../request/routes/target.param.js';
import { INVOICE_EXPANSIONS } from '../expand/expansions.sql.js';
import { batchController } from '../records/batch.controller.js';
import { deletableRecordController } from '../records/record.controller.js';
import { statusCountsController } from '../records/status-counts.controller.js';
import { InvoicesService } from './invoices.service.js';

@ApiTags('Invoices')
@Controller(recordPaths('invoices'))
@RouteOrder(
  'list',
  'export',
  'create',
  'preview',
  'get',
  'update',
  'delete',
  'duplicate',
  'validate',
  'calculation',
  'timeline',
)
export class InvoicesController extends deletableRecordController({
  name: 'invoices',
  read: 'invoice.read',
  write: 'invoice.write',
  service: InvoicesService,
  present: presentInvoice,
  schemas: { listQuery: ListInvoices, list: InvoiceList, getQuery: GetInvoice, view: ExpandableInvoice },
  expansions: INVOICE_EXPANSIONS,
  summaries: {
    list: 'List invoices, newest first',
    export: 'Export invoices as CSV',
    get: 'Get an invoice',
    timeline: 'Get the timeline of an invoice',
  },
  delete: { summary: 'Delete a draft', problems: ['not_found', 'invoice_not_draft', 'version_mismatch'] },
}) {
  @Post()
  @Requires('invoice.write')
  @Returns(InvoiceView, {
    status: 201,
    at: 'invoices',
    summary: 'Create an invoice',
    description:
      'Creates a draft, which has no number yet. Totals are computed by the rules of EN 16931; send `expectedTotal` to have yours checked.',
    problems: ['invalid_body', 'total_mismatch', 'external_id_taken', 'client_archived'],
  })
  async create(@By() by: Principal, @Body({ schema: CreateInvoice }) body: CreateInvoice): Promise<InvoiceView> {
    return presentInvoice(await this.records.create(by, body));
  }

  @Post('preview')
  @Requires('invoice.read', {}, { loggedWithoutBodies: true })
  @Returns(InvoicePreviewView, {
    summary: 'Compute an invoice without creating it',
    description:
      'Returns the totals of the invoice and the errors that would keep it from being sent. Writes nothing and emits no event.',
    problems: ['invalid_body', 'total_mismatch', 'client_archived'],
  })
  preview(@By() by: Principal, @Body({ schema: CreateInvoice }) body: CreateInvoice): Promise<InvoicePreviewView> {
    return this.records.preview(by, body);
  }

  @Patch(':id')
  @Requires('invoice.write')
  @Returns(InvoiceView, {
    summary: 'Edit an invoice',
    description:
      'Members that you leave out stay unchanged; null clears a member; lines, allowances and charges are replaced as a whole. After issue, only `externalId`, `customFields` and `privateNotes` can be changed.',
    problems: [
      'not_found',
      'invalid_body',
      'total_mismatch',
      'external_id_taken',
      'invoice_not_draft',
      'client_archived',
      'currency_mismatch',
      'client_mismatch',
      'version_mismatch',
    ],
  })
  async update(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: UpdateInvoice }) body: UpdateInvoice,
  ): Promise<InvoiceView> {
    return presentInvoice(await this.records.update(by, target, body));
  }

  @Post(':id/duplicate')
  @Requires('invoice.write')
  @Returns(InvoiceView, {
    status: 201,
    at: 'invoices',
    summary: 'Duplicate an invoice',
    description:
      'Creates a draft with the same content, dated today, due by the payment terms of the client, and without externalId. Emits `invoice.created` for the draft.',
    problems: ['not_found', 'client_archived', 'version_mismatch'],
  })
  async duplicate(@By() by: Principal, @Target() target: RecordTarget): Promise<InvoiceView> {
    return presentInvoice(await this.records.duplicate(by, target));
  }

  @Post(':id/validate')
  @Requires('invoice.read')
  @Returns(ValidationView, {
    summary: 'Validate an invoice before sending it',
    description:
      'Returns every error that would keep the invoice from being sent, each with its pointer. Writes nothing.',
    problems: ['not_found', 'action_not_allowed', 'client_archived', 'version_mismatch'],
  })
  validate(@By() by: Principal, @Target() target: RecordTarget): Promise<ValidationView> {
    return this.records.validate(by, target);
  }

  @Get(':id/calculation')
  @Requires('invoice.read')
  @Returns(CalculationView, {
    summary: 'Explain the totals of an invoice',
    description:
      'Returns every rounding step in order: its formula, the exact result, the rounded result and the difference.',
    problems: ['not_found'],
  })
  calculation(@By() by: Principal, @Id() id: number): Promise<CalculationView> {
    return this.records.calculation(by, id);
  }
}

@ApiTags('Invoices')
@Controller('v1/invoices')
export class InvoicesBatchController extends batchController({
  name: 'invoices',
  write: 'invoice.write',
  service: InvoicesService,
  present: presentInvoice,
  schemas: {
    create: InvoiceBatch,
    createItem: CreateInvoice,
    createResult: InvoiceBatchResult,
    update: InvoiceBatchUpdate,
    updateItem: InvoiceBatchUpdateItem,
    updateResult: InvoiceBatchUpdateResult,
    delete: InvoiceBatchDelete,
  },
  descriptions: {
    create:
      'Each item is a body of `POST /v1/invoices` and has its own status in the response. All invoices are created as drafts.',
    update:
      '`changes` of each item is a body of `PATCH /v1/invoices/{id}`. Each item has its own status in the response.',
    delete: 'Each item has its own status in the response. Only drafts can be deleted.',
  },
}) {}

export const InvoiceStatusCountsController = statusCountsController({
  name: 'invoices',
  read: 'invoice.read',
  service: InvoicesService,
  listQuery: ListInvoices,
});
