import { PaymentView } from '@billhook/contract/invoicing/payment';
import { present } from '../records/present.js';
import type { PaymentRow } from './payment.entity.js';

/** The one place where a payment is shaped for the wire: the response of its GET and the data of its events. */
export function presentPayment(payment: PaymentRow): PaymentView {
  return present(PaymentView, payment, {});
}
