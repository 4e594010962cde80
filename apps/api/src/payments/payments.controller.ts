import type { ListOf } from '@billhook/contract/common';
import { CreatePayment, DeletePayment, ListPayments, PaymentList, PaymentView } from '@billhook/contract/payment';
import { presentPayment } from '@billhook/records/payments/payment.presenter';
import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../access/principal.js';
import { Requires } from '../access/requires.decorator.js';
import { Id } from '../http/id.param.js';
import { Paging } from '../http/paging.js';
import { Returns, ReturnsNothing } from '../http/returns.decorator.js';
import { PaymentsService } from './payments.service.js';

@ApiTags('Payments')
@Controller('v1/payments')
export class PaymentsController {
  constructor(
    private readonly payments: PaymentsService,
    private readonly paging: Paging,
  ) {}

  @Get()
  @Requires('payment.read')
  @Returns(PaymentList, { summary: 'List payments, newest first', problems: ['invalid_query', 'cursor_mismatch'] })
  async list(@By() by: Principal, @Query({ schema: ListPayments }) query: ListPayments): Promise<ListOf<PaymentView>> {
    const sliced = await this.payments.list(by, query, this.paging.slice('payments', by.company.id, query));
    return this.paging.page('payments', by.company.id, query, sliced, presentPayment, (payment) => payment.id);
  }

  @Post()
  @Requires('payment.write')
  @Returns(PaymentView, {
    status: 201,
    summary: 'Record a payment',
    description:
      'Each allocation makes its invoice Partial or Paid. What is not allocated stays as credit of the client.',
    problems: [
      'invalid_body',
      'not_found',
      'client_mismatch',
      'currency_mismatch',
      'not_payable',
      'over_allocated',
      'external_id_taken',
    ],
  })
  async create(@By() by: Principal, @Body({ schema: CreatePayment }) body: CreatePayment): Promise<PaymentView> {
    return presentPayment(await this.payments.create(by, body));
  }

  @Get(':id')
  @Requires('payment.read')
  @Returns(PaymentView, { summary: 'Get a payment', problems: ['not_found'] })
  async get(@By() by: Principal, @Id() id: number): Promise<PaymentView> {
    return presentPayment(await this.payments.get(by, id));
  }

  @Delete(':id')
  @Requires('payment.write')
  @ReturnsNothing({
    summary: 'Take a payment back',
    description: 'It stays, marked Deleted with its reason, and the balances of its invoices are open again.',
    problems: ['not_found', 'invalid_query', 'payment_deleted'],
  })
  delete(@By() by: Principal, @Id() id: number, @Query({ schema: DeletePayment }) query: DeletePayment): Promise<void> {
    return this.payments.delete(by, id, query.reason);
  }
}
