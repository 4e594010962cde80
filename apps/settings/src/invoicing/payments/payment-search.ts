import { PAYMENT_KINDS, PAYMENT_STATUSES } from '@billhook/domain/invoicing/payment';
import { day, flag, oneOf, recordId, searchOf, sortBy, words } from '../../shared/workspace/list-search.js';

/** The filters of the payment list, as they are in the address. */
export const paymentSearch = searchOf({
  q: words,
  status: oneOf(PAYMENT_STATUSES),
  kind: oneOf(PAYMENT_KINDS),
  clientId: recordId,
  invoiceId: recordId,
  from: day,
  to: day,
  /** Only those of which some is not allocated. */
  credit: flag,
  sort: sortBy(['date', 'amount']),
});
export type PaymentSearch = ReturnType<typeof paymentSearch>;

/** Whose payment is recorded, of which invoice, whether money is given back, and of which payment. */
export const newPaymentSearch = searchOf({
  invoiceId: recordId,
  clientId: recordId,
  paymentId: recordId,
  kind: oneOf(PAYMENT_KINDS),
});
