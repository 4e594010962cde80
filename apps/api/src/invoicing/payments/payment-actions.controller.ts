import { AllocatePayment, PaymentView } from '@billhook/contract/invoicing/payment';
import { presentPayment } from '@billhook/invoicing/payments/payment.presenter';
import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../request/principal.js';
import { recordPaths } from '../../request/routes/record-paths.rules.js';
import type { RecordTarget } from '../../request/routes/target.param.js';
import { recordActions } from '../records/record-action.decorator.js';
import { PaymentsService } from './payments.service.js';

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
