import {
  ListReceivables,
  ReceivableDocumentList,
  ReceivablesQuery,
  ReceivablesView,
  type ReceivableDocument,
} from '@billhook/contract/invoicing/receivables';
import type { ListOf } from '@billhook/contract/shared/page';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PagingService } from '../../request/paging/paging.service.js';
import { By, type Principal } from '../../request/principal.js';
import { MayRequire, recordPaths, Requires, Returns } from '../../request/routes/route.decorator.js';
import { presentReceivableDocument, ReceivablesService } from './receivables.service.js';

const NEEDS_PAYMENTS = 'It requires `payment.read` as well.';

@ApiTags('Reports')
@Controller(recordPaths('reports/receivables'))
export class ReceivablesController {
  constructor(
    private readonly receivables: ReceivablesService,
    private readonly paging: PagingService,
  ) {}

  @Get()
  @Requires('invoice.read', {}, { also: 'payment.read' })
  @MayRequire(NEEDS_PAYMENTS)
  @Returns(ReceivablesView, {
    summary: 'Get the receivables by age, as of any day',
    description:
      'The outstanding amounts at the end of a day by the age of their due dates, and the unallocated credit, for each currency. Computed from the dates of invoices, payments, credit notes and write-offs.',
    problems: ['invalid_query'],
  })
  get(@By() by: Principal, @Query({ schema: ReceivablesQuery }) query: ReceivablesQuery): Promise<ReceivablesView> {
    return this.receivables.get(by, query);
  }

  @Get('documents')
  @Requires('invoice.read', {}, { also: 'payment.read' })
  @MayRequire(NEEDS_PAYMENTS)
  @Returns(ReceivableDocumentList, {
    summary: 'List the documents behind the receivables',
    description:
      'Invoices by due date, those without one last, then payments and refunds with an unallocated part. The amounts of a currency and bucket add up to its sum.',
    problems: ['invalid_query', 'cursor_mismatch'],
  })
  documents(
    @By() by: Principal,
    @Query({ schema: ListReceivables }) query: ListReceivables,
  ): Promise<ListOf<ReceivableDocument>> {
    return this.paging.page(
      'receivables',
      by.company.id,
      query,
      (window) => this.receivables.documents(by, query, window),
      presentReceivableDocument,
    );
  }
}
