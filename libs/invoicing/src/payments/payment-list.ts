import type { ListPayments } from '@billhook/contract/invoicing/payment';
import { end, is, isLine, recordFilters, type AllFilters } from '@billhook/db/lists/filter';
import type { ListShape } from '@billhook/db/lists/list-records';
import { searchWithClient } from '../clients/search-with-client.js';
import type { PaymentRow } from './payment.entity.js';

/** A recorded payment with an unallocated rest. An index has exactly this predicate. */
const CREDIT = `r.status = 'Recorded' AND r.kind = 'Payment' AND r.unallocated > 0`;

export const paymentList: ListShape<ListPayments, PaymentRow> = {
  filters: {
    ...recordFilters,
    clientId: is('r.client_id', 'id'),
    invoiceId: (value) => ({
      any: ['r.id IN (SELECT a.payment_id FROM payment_allocations a WHERE a.invoice_id = ?)'],
      value,
      few: true,
    }),
    status: is('r.status'),
    kind: is('r.kind'),
    currency: is('r.currency'),
    method: isLine('r.method'),
    reference: isLine('r.reference'),
    dateFrom: end('r.date', '>=', 'date'),
    dateTo: end('r.date', '<=', 'date'),
    amountFrom: end('r.amount', '>=', 'amount'),
    amountTo: end('r.amount', '<=', 'amount'),
    unallocated: (some) => (some ? { any: [CREDIT], column: 'credit', walk: 'id' } : { any: [`NOT (${CREDIT})`] }),
    q: searchWithClient('r.reference'),
  } satisfies AllFilters<ListPayments>,
  sorts: {
    date: { sql: 'r.date', value: (row) => row.date },
    amount: { sql: 'r.amount', value: (row) => row.amount },
    updatedAt: { sql: 'r.updated_at', value: (row) => row.updatedAt.toISOString() },
    createdAt: { sql: 'r.created_at', value: (row) => row.createdAt.toISOString() },
  },
};
