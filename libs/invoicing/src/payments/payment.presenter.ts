import type { PaymentView } from '@billhook/contract/invoicing/payment';
import { instant } from '../documents/document.presenter.js';
import type { PaymentRow } from './payment.entity.js';

/** The one place where a payment is shaped for the wire: the answer of its GET and the data of its events. */
export function presentPayment(payment: PaymentRow): PaymentView {
  const { companyId: _, createdAt, updatedAt, deletedAt, ...rest } = payment;
  return {
    ...rest,
    deletedAt: instant(deletedAt),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
