import { ExpandablePayment, PaymentList } from '@billhook/contract/invoicing/expanded';
import {
  AllocatePayment,
  CreatePayment,
  DeletePayment,
  GetPayment,
  ListPayments,
  PaymentView,
} from '@billhook/contract/invoicing/payment';
import { UPDATED_SINCE_HINT, type RecordListOf } from '@billhook/contract/shared/list-query';
import { TimelineView } from '@billhook/contract/invoicing/timeline';
import { presentPayment } from '@billhook/invoicing/payments/payment.presenter';
import type { Window } from '@billhook/db/lists/list-records';
import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Expander } from '../expand/expander.js';
import { PAYMENT_EXPANSIONS } from '../expand/expansions.js';
import { Id } from '../../request/routes/id.param.js';
import { Paging } from '../../request/paging/paging.js';
import { recordPaths } from '../../request/routes/record-paths.js';
import { Returns, ReturnsNothing } from '../../request/routes/returns.decorator.js';
import { Target, type RecordTarget } from '../../request/routes/target.param.js';
import { PaymentsService } from './payments.service.js';

@ApiTags('Payments')
@Controller(recordPaths('payments'))
export class PaymentsController {
  constructor(
    private readonly payments: PaymentsService,
    private readonly paging: Paging,
    private readonly expander: Expander,
  ) {}

  @Get()
  @Requires('payment.read', PAYMENT_EXPANSIONS)
  @Returns(PaymentList, {
    summary: 'List payments, newest first',
    description: UPDATED_SINCE_HINT,
    problems: ['invalid_query', 'cursor_mismatch'],
  })
  list(
    @By() by: Principal,
    @Query({ schema: ListPayments }) query: ListPayments,
  ): Promise<RecordListOf<ExpandablePayment>> {
    const read = (window: Window) => this.payments.list(by, query, window);
    return this.expander.list(by, PAYMENT_EXPANSIONS, query.expand, () =>
      this.paging.records('payments', by.company.id, query, read, presentPayment),
    );
  }

  @Post()
  @Requires('payment.write')
  @Returns(PaymentView, {
    status: 201,
    at: 'payments',
    summary: 'Record a payment or a refund',
    description:
      'Each allocation of a payment makes its invoice Partial or Paid; the unallocated rest becomes credit of the client. A refund returns what was paid of the invoices in its allocations, and takes the rest from the credit of the client. Emits `payment.created`, and one event for each invoice.',
    problems: [
      'invalid_body',
      'not_found',
      'client_mismatch',
      'currency_mismatch',
      'not_payable',
      'over_allocated',
      'over_refunded',
      'period_closed',
      'external_id_taken',
    ],
  })
  async create(@By() by: Principal, @Body({ schema: CreatePayment }) body: CreatePayment): Promise<PaymentView> {
    return presentPayment(await this.payments.create(by, body));
  }

  @Get(':id')
  @Requires('payment.read', PAYMENT_EXPANSIONS)
  @Returns(ExpandablePayment, { summary: 'Get a payment', problems: ['not_found', 'invalid_query'] })
  get(
    @By() by: Principal,
    @Id() id: number,
    @Query({ schema: GetPayment }) query: GetPayment,
  ): Promise<ExpandablePayment> {
    return this.expander.record(by, PAYMENT_EXPANSIONS, query.expand, async () =>
      presentPayment(await this.payments.get(by, id)),
    );
  }

  @Delete(':id')
  @Requires('payment.write')
  @ReturnsNothing({
    summary: 'Delete a payment',
    description:
      'The payment stays readable with the status Deleted and the reason. The amounts that it paid are outstanding again.',
    problems: [
      'not_found',
      'invalid_query',
      'payment_deleted',
      'credit_spent',
      'over_allocated',
      'not_payable',
      'invoice_written_off',
      'period_closed',
      'version_mismatch',
    ],
  })
  delete(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Query({ schema: DeletePayment }) query: DeletePayment,
  ): Promise<void> {
    return this.payments.delete(by, target, query.reason);
  }

  @Post(':id/allocate')
  @Requires('payment.write')
  @Returns(PaymentView, {
    summary: 'Allocate the unallocated rest of a payment',
    description: 'Emits `invoice.partial` or `invoice.paid` for each invoice, and no event for the payment.',
    problems: [
      'not_found',
      'invalid_body',
      'payment_deleted',
      'action_not_allowed',
      'client_mismatch',
      'currency_mismatch',
      'not_payable',
      'over_allocated',
      'credit_spent',
      'version_mismatch',
    ],
  })
  async allocate(
    @By() by: Principal,
    @Target() target: RecordTarget,
    @Body({ schema: AllocatePayment }) body: AllocatePayment,
  ): Promise<PaymentView> {
    return presentPayment(await this.payments.allocate(by, target, body));
  }

  @Get(':id/timeline')
  @Requires('payment.read')
  @Returns(TimelineView, { summary: 'Get the timeline of a payment', problems: ['not_found'] })
  timeline(@By() by: Principal, @Id() id: number): Promise<TimelineView> {
    return this.payments.timeline(by, id);
  }
}
