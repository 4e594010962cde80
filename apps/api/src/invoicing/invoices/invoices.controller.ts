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
import { UPDATED_SINCE_HINT, type RecordListOf } from '@billhook/contract/shared/list-query';
import { TimelineView } from '@billhook/contract/invoicing/timeline';
import { presentInvoice } from '@billhook/invoicing/invoices/invoice.presenter';
import type { Window } from '@billhook/db/lists/list-records';
import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Expander } from '../expand/expander.js';
import { INVOICE_EXPANSIONS } from '../expand/expansions.js';
import { Id } from '../../request/routes/id.param.js';
import { Paging } from '../../request/paging/paging.js';
import { recordPaths } from '../../request/routes/record-paths.js';
import { Returns, ReturnsNothing } from '../../request/routes/returns.decorator.js';
import { Target, type RecordTarget } from '../../request/routes/target.param.js';
import { InvoicesService } from './invoices.service.js';

@ApiTags('Invoices')
@Controller(recordPaths('invoices'))
export class InvoicesController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly paging: Paging,
    private readonly expander: Expander,
  ) {}

  @Get()
  @Requires('invoice.read', INVOICE_EXPANSIONS)
  @Returns(InvoiceList, {
    summary: 'List invoices, newest first',
    description: UPDATED_SINCE_HINT,
    problems: ['invalid_query', 'cursor_mismatch'],
  })
  list(
    @By() by: Principal,
    @Query({ schema: ListInvoices }) query: ListInvoices,
  ): Promise<RecordListOf<ExpandableInvoice>> {
    const read = (window: Window) => this.invoices.list(by, query, window);
    return this.expander.list(by, INVOICE_EXPANSIONS, query.expand, () =>
      this.paging.records('invoices', by.company.id, query, read, presentInvoice),
    );
  }

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
    return presentInvoice(await this.invoices.create(by, body));
  }

  @Post('preview')
  @Requires('invoice.read')
  @Returns(InvoicePreviewView, {
    summary: 'Compute an invoice without creating it',
    description:
      'Returns the totals of the invoice and the errors that would keep it from being sent. Writes nothing and emits no event.',
    problems: ['invalid_body', 'total_mismatch', 'client_archived'],
  })
  preview(@By() by: Principal, @Body({ schema: CreateInvoice }) body: CreateInvoice): Promise<InvoicePreviewView> {
    return this.invoices.preview(by, body);
  }

  @Get(':id')
  @Requires('invoice.read', INVOICE_EXPANSIONS)
  @Returns(ExpandableInvoice, { summary: 'Get an invoice', problems: ['not_found', 'invalid_query'] })
  get(
    @By() by: Principal,
    @Id() id: number,
    @Query({ schema: GetInvoice }) query: GetInvoice,
  ): Promise<ExpandableInvoice> {
    return this.expander.record(by, INVOICE_EXPANSIONS, query.expand, async () =>
      presentInvoice(await this.invoices.get(by, id)),
    );
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
    return presentInvoice(await this.invoices.update(by, target, body));
  }

  @Delete(':id')
  @Requires('invoice.write')
  @ReturnsNothing({ summary: 'Delete a draft', problems: ['not_found', 'invoice_not_draft', 'version_mismatch'] })
  delete(@By() by: Principal, @Target() target: RecordTarget): Promise<void> {
    return this.invoices.delete(by, target);
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
    return presentInvoice(await this.invoices.duplicate(by, target));
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
    return this.invoices.validate(by, target);
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
    return this.invoices.calculation(by, id);
  }

  @Get(':id/timeline')
  @Requires('invoice.read')
  @Returns(TimelineView, { summary: 'Get the timeline of an invoice', problems: ['not_found'] })
  timeline(@By() by: Principal, @Id() id: number): Promise<TimelineView> {
    return this.invoices.timeline(by, id);
  }
}
