import { PaymentView } from '@billhook/contract/invoicing/payment';
import { actorOfLabel } from '@billhook/domain/shared/actor-label';
import { present } from '../records/present.js';
import type { PaymentRow } from './payment.entity.js';

/** Converts a payment to the form of its GET response and of its events. */
export function presentPayment(payment: PaymentRow): PaymentView {
  return present(PaymentView, payment, {
    deletedByActor: payment.deletedBy === null ? null : actorOfLabel(payment.deletedBy),
  });
}
