import type { ListOf } from '@billhook/contract/common';
import {
  CreateInvoice,
  InvoiceList,
  InvoiceView,
  ListInvoices,
  RejectInvoice,
  ReopenInvoice,
  SendInvoice,
  UpdateInvoice,
} from '@billhook/contract/invoice';
import { presentInvoice } from '@billhook/records/invoices/invoice.presenter';
import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../access/principal.js';
import { Requires } from '../access/requires.decorator.js';
import { Id } from '../http/id.param.js';
import { Paging } from '../http/paging.js';
import { Returns, ReturnsNothing } from '../http/returns.decorator.js';
import { InvoicesService } from './invoices.service.js';

@ApiTags('Invoices')
@Controller('v1/invoices')
export class InvoicesController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly paging: Paging,
  ) {}

  @Get()
  @Requires('invoice.read')
  @Returns(InvoiceList, { summary: 'List invoices, newest first', problems: ['invalid_query', 'cursor_mismatch'] })
  async list(@By() by: Principal, @Query({ schema: ListInvoices }) query: ListInvoices): Promise<ListOf<InvoiceView>> {
    const sliced = await this.invoices.list(by, query, this.paging.slice('invoices', by.company.id, query));
    return this.paging.page('invoices', by.company.id, query, sliced, presentInvoice, (invoice) => invoice.id);
  }

  @Post()
  @Requires('invoice.write')
  @Returns(InvoiceView, {
    status: 201,
    summary: 'Create an invoice',
    description:
      'A draft: it has no number yet. Totals are computed by the rules of EN 16931; send `expectedTotal` to have yours checked.',
    problems: ['invalid_body', 'total_mismatch', 'external_id_taken', 'client_archived'],
  })
  async create(@By() by: Principal, @Body({ schema: CreateInvoice }) body: CreateInvoice): Promise<InvoiceView> {
    return presentInvoice(await this.invoices.create(by, body));
  }

  @Get(':id')
  @Requires('invoice.read')
  @Returns(InvoiceView, { summary: 'Get an invoice', problems: ['not_found'] })
  async get(@By() by: Principal, @Id() id: number): Promise<InvoiceView> {
    return presentInvoice(await this.invoices.get(by, id));
  }

  @Patch(':id')
  @Requires('invoice.write')
  @Returns(InvoiceView, {
    summary: 'Edit a draft',
    description: 'What is left out stays; null empties; lines, allowances and charges are replaced as a whole.',
    problems: [
      'not_found',
      'invalid_body',
      'total_mismatch',
      'external_id_taken',
      'invoice_not_draft',
      'client_archived',
    ],
  })
  async update(
    @By() by: Principal,
    @Id() id: number,
    @Body({ schema: UpdateInvoice }) body: UpdateInvoice,
  ): Promise<InvoiceView> {
    return presentInvoice(await this.invoices.update(by, id, body));
  }

  @Delete(':id')
  @Requires('invoice.write')
  @ReturnsNothing({ summary: 'Delete a draft', problems: ['not_found', 'invoice_not_draft'] })
  delete(@By() by: Principal, @Id() id: number): Promise<void> {
    return this.invoices.delete(by, id);
  }

  @Post(':id/send')
  @Requires('invoice.write')
  @Returns(InvoiceView, {
    summary: 'Send an invoice',
    description:
      'Issues it: it takes the next number of its series, keeps both parties as they are now, and is never edited again.',
    problems: ['not_found', 'action_not_allowed', 'invoice_not_sendable', 'client_archived'],
  })
  async send(
    @By() by: Principal,
    @Id() id: number,
    @Body({ schema: SendInvoice }) _body: SendInvoice,
  ): Promise<InvoiceView> {
    return presentInvoice(await this.invoices.send(by, id));
  }

  @Post(':id/reject')
  @Requires('invoice.write')
  @Returns(InvoiceView, {
    summary: 'Note that the client rejects an invoice',
    problems: ['not_found', 'invalid_body', 'action_not_allowed'],
  })
  async reject(
    @By() by: Principal,
    @Id() id: number,
    @Body({ schema: RejectInvoice }) body: RejectInvoice,
  ): Promise<InvoiceView> {
    return presentInvoice(await this.invoices.reject(by, id, body));
  }

  @Post(':id/reopen')
  @Requires('invoice.write')
  @Returns(InvoiceView, { summary: 'Take a rejection back', problems: ['not_found', 'action_not_allowed'] })
  async reopen(
    @By() by: Principal,
    @Id() id: number,
    @Body({ schema: ReopenInvoice }) body: ReopenInvoice,
  ): Promise<InvoiceView> {
    return presentInvoice(await this.invoices.reopen(by, id, body));
  }
}
