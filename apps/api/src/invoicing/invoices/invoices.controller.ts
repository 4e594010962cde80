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
} from '@billhook/contract/invoicing/invoice';
import { presentInvoice } from '@billhook/invoicing/invoices/invoice.presenter';
import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { INVOICE_EXPANSIONS } from '../expand/expansions.queries.js';
import { Id } from '../../request/routes/id.param.js';
import { recordPaths } from '../../request/routes/record-paths.js';
import { RouteOrder } from '../../request/routes/route-order.decorator.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { Target, type RecordTarget } from '../../request/routes/target.param.js';
import { InvoicesService } from './invoices.service.js';
import { deletableRecordController } from '../records/record.controller.js';

@ApiTags('Invoices')
@Controller(recordPaths('invoices'))
@RouteOrder('list', 'create', 'preview', 'get', 'update', 'delete', 'duplicate', 'validate', 'calculation', 'timeline')
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
    get: 'Get an invoice',
    timeline: 'What happened to an invoice',
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
      'A draft: it has no number yet. Totals are computed by the rules of EN 16931; send `expectedTotal` to have yours checked.',
    problems: ['invalid_body', 'total_mismatch', 'external_id_taken', 'client_archived'],
  })
  async create(@By() by: Principal, @Body({ schema: CreateInvoice }) body: CreateInvoice): Promise<InvoiceView> {
    return presentInvoice(await this.records.create(by, body));
  }

  @Post('preview')
  @Requires('invoice.read')
  @Returns(InvoicePreviewView, {
    summary: 'Compute an invoice without writing it',
    description:
      'The totals that a body would have, and what a send of it would refuse. Nothing is written, nothing is fired.',
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
      'What is left out stays; null empties; lines, allowances and charges are replaced as a whole. After issue, only `externalId`, `customFields` and `privateNotes` can be changed.',
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
    summary: 'Make a new draft like an invoice',
    description:
      'Of today, due by the terms of the client, without externalId. Fires `invoice.created` of the new one.',
    problems: ['not_found', 'client_archived', 'version_mismatch'],
  })
  async duplicate(@By() by: Principal, @Target() target: RecordTarget): Promise<InvoiceView> {
    return presentInvoice(await this.records.duplicate(by, target));
  }

  @Post(':id/validate')
  @Requires('invoice.read')
  @Returns(ValidationView, {
    summary: 'Ask what a send would refuse',
    description: 'Every fault at once, each with its pointer. Nothing is written.',
    problems: ['not_found', 'action_not_allowed', 'client_archived', 'version_mismatch'],
  })
  validate(@By() by: Principal, @Target() target: RecordTarget): Promise<ValidationView> {
    return this.records.validate(by, target);
  }

  @Get(':id/calculation')
  @Requires('invoice.read')
  @Returns(CalculationView, {
    summary: 'Explain the totals of an invoice',
    description: 'Every rounding step, in order: what was computed, from what, and what rounding took or gave.',
    problems: ['not_found'],
  })
  calculation(@By() by: Principal, @Id() id: number): Promise<CalculationView> {
    return this.records.calculation(by, id);
  }
}
