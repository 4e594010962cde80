import { PAYMENT_KINDS, PAYMENT_STATUSES } from '@billhook/domain/invoicing/payment';
import { day, flag, oneOf, recordId, searchOf, sortBy, words } from '../../shared/workspace/list-search.js';

/** The filters of the payment list in the address. */
export const paymentSearch = searchOf({
  q: words,
  status: oneOf(PAYMENT_STATUSES),
  kind: oneOf(PAYMENT_KINDS),
  clientId: recordId,
  invoiceId: recordId,
  from: day,
  to: day,
  /** Only payments with an unallocated rest. */
  credit: flag,
  sort: sortBy(['date', 'amount']),
});

/** The client, the invoice and the kind of a new payment, and the payment that a refund returns. */
export const newPaymentSearch = searchOf({
  invoiceId: recordId,
  clientId: recordId,
  paymentId: recordId,
  kind: oneOf(PAYMENT_KINDS),
});
