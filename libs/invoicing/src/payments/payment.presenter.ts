import { PaymentView } from '@billhook/contract/invoicing/payment';
import { present } from '@billhook/contract/shared/present';
import { actorOfLabel } from '@billhook/domain/shared/actor-label';
import type { PaymentRow } from './payment.entity.js';

/** Converts a payment to the form of its GET response and of its events. */
export function presentPayment(payment: PaymentRow): PaymentView {
  return present(PaymentView, payment, {
    deletedByActor: payment.deletedBy === null ? null : actorOfLabel(payment.deletedBy),
  });
}
