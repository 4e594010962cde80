import type { ListInvoices } from '@billhook/contract/invoicing/invoice';
import { end, hasCustomFields, isRare, statusIn, type AllFilters } from '@billhook/db/lists/filter';
import type { ListShape } from '@billhook/db/lists/list-records';
import { INVOICE_STATUSES, type SettledBy } from '@billhook/domain/invoicing/invoice';
import {
  documentFilters,
  documentSorts,
  REFERENCE_COLUMNS,
  referenceFilters,
  searchDocument,
} from '../document-base/document-list.sql.js';
import type { InvoiceRow } from './invoice.entity.js';

/** Whether an issued invoice has an outstanding amount. Both forms have an index with exactly this predicate. */
const OPEN = 'r.issued_at IS NOT NULL AND r.payable > r.amount_paid + r.amount_credited + r.amount_written_off';
const NOT_OPEN = '(r.issued_at IS NULL OR r.payable <= r.amount_paid + r.amount_credited + r.amount_written_off)';

/** `settledBy` in SQL. An index contains the invoices that a credit note settled completely or in part. */
const SETTLED: Readonly<Record<SettledBy, string>> = {
  Payment: `r.status = 'Paid' AND r.amount_credited = 0 AND r.amount_paid > 0`,
  Credit: `r.status = 'Paid' AND r.amount_credited > 0 AND r.amount_paid = 0`,
  Both: `r.status = 'Paid' AND r.amount_credited > 0 AND r.amount_paid > 0`,
};

const NOT_OVERDUE = INVOICE_STATUSES.filter((status) => status !== 'Overdue');

export const invoiceList: ListShape<ListInvoices, InvoiceRow> = {
  filters: {
    ...documentFilters,
    status: statusIn,
    overdue: (overdue) => statusIn(overdue ? ['Overdue'] : NOT_OVERDUE),
    hasBalance: (open) => ({ any: [open ? OPEN : NOT_OPEN], column: open ? 'open' : 'closed', walk: 'id' }),
    settledBy: (by) => ({ any: [SETTLED[by]], column: `settled_by_${by.toLowerCase()}`, walk: 'id' }),
    dueDateFrom: end('r.due_date', '>=', 'dueDate'),
    dueDateTo: end('r.due_date', '<=', 'dueDate'),
    ...referenceFilters('id'),
    quoteId: isRare('r.quote_id'),
    customField: hasCustomFields,
    q: searchDocument(...REFERENCE_COLUMNS),
  } satisfies AllFilters<ListInvoices>,
  sorts: {
    ...documentSorts,
    number: { ...documentSorts.number, empty: `r.status = 'Draft'` },
    dueDate: { sql: 'r.due_date', nullable: true, value: (row) => row.dueDate },
  },
};
