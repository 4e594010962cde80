import { ExpandablePayment, PaymentList } from '@billhook/contract/invoicing/expanded';
import {
  CreatePayment,
  DeletePayment,
  GetPayment,
  ListPayments,
  PaymentView,
  AllocatePayment,
} from '@billhook/contract/invoicing/payment';
import { presentPayment } from '@billhook/invoicing/payments/payment.presenter';
import { Body, Controller, Delete, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires, recordPaths, Returns, ReturnsNothing, RouteOrder } from '../../request/routes/route.decorator.js';
import { Target, type RecordTarget } from '../../request/routes/target.param.js';
import { PAYMENT_EXPANSIONS } from '../expand/expansions.sql.js';
import { recordActions } from '../records/record-action.decorator.js';
import { recordController } from '../records/record.controller.js';
import { statusCountsController } from '../records/status-counts.controller.js';
import { PaymentsService } from './payments.service.js';

@ApiTags('Payments')
@Controller(recordPaths('payments'))
@RouteOrder('list', 'export', 'create', 'get', 'delete', 'timeline')
export class PaymentsController extends recordController({
  name: 'payments',
  read: 'payment.read',
  service: PaymentsService,
  present: presentPayment,
  schemas: { listQuery: ListPayments, list: PaymentList, getQuery: GetPayment, view: ExpandablePayment },
  expansions: PAYMENT_EXPANSIONS,
  summaries: {
    list: 'List payments, newest first',
    export: 'Export payments as CSV',
    get: 'Get a payment',
    timeline: 'Get the timeline of a payment',
  },
}) {
  @Post()
  @Requires('payment.write')
  @Returns(PaymentView, {
    status: 201,
    at: 'payments',
    summary: 'Record a payment or a refund',
    description:
      'Each allocation of a payment pays its invoice in full or in part; the unallocated rest becomes credit of the client. A refund returns what was paid of the invoices in its allocations, and takes the rest from the credit of the client. Emits `payment.created`, and one event for each invoice.',
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
    return presentPayment(await this.records.create(by, body));
  }

  @Delete(':id')
  @Requires('payment.write')
  @ReturnsNothing({
    summary: 'Delete a payment',
    description:
      'The payment stays readable with the status Deleted and the reason. The amounts that it paid are outstanding again; the amounts that a refund returned count as paid again. Emits `payment.deleted`, and one event for each invoice.',
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
    return this.records.delete(by, target, query.reason);
  }
}

const Action = recordActions<'allocate'>({ write: 'payment.write', view: PaymentView });

/** The actions of a payment. */
@ApiTags('Payments')
@Controller(recordPaths('payments'))
export class PaymentsActionsController {
  constructor(private readonly payments: PaymentsService) {}

  @Action('allocate', {
    body: AllocatePayment,
    summary: 'Allocate the unallocated rest of a payment',
    description: 'Emits `invoice.partial` or `invoice.paid` for each invoice, and no event for the payment.',
    problems: [
      'payment_deleted',
      'client_mismatch',
      'currency_mismatch',
      'not_payable',
      'over_allocated',
      'credit_spent',
    ],
  })
  async allocate(by: Principal, target: RecordTarget, body: AllocatePayment): Promise<PaymentView> {
    return presentPayment(await this.payments.allocate(by, target, body));
  }
}

export const PaymentStatusCountsController = statusCountsController({
  name: 'payments',
  read: 'payment.read',
  service: PaymentsService,
  listQuery: ListPayments,
});
