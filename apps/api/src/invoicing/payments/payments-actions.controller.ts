import { AllocatePayment, PaymentView } from '@billhook/contract/invoicing/payment';
import { presentPayment } from '@billhook/invoicing/payments/payment.presenter';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { recordPaths } from '../../request/routes/record-paths.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { Target, type RecordTarget } from '../../request/routes/target.param.js';
import { PaymentsService } from './payments.service.js';

/** The actions of a payment. */
@ApiTags('Payments')
@Controller(recordPaths('payments'))
export class PaymentsActionsController {
  constructor(private readonly payments: PaymentsService) {}

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
}
