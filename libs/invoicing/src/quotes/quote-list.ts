import type { ListQuotes } from '@billhook/contract/invoicing/quote';
import { end, hasCustomFields, type AllFilters } from '@billhook/db/lists/filter';
import type { ListShape } from '@billhook/db/lists/list-records';
import type { QuoteStatus } from '@billhook/domain/invoicing/quote';
import {
  documentFilters,
  documentSorts,
  REFERENCE_COLUMNS,
  referenceFilters,
  searchDocument,
} from '../document-base/document-list.sql.js';
import type { QuoteRow } from './quote.entity.js';

/** Today in the company's time zone: a quote expires by the calendar, without a job. */
export const TODAY = `(SELECT (now() AT TIME ZONE c.time_zone)::date FROM companies c WHERE c.id = r.company_id)`;

export const CREDITED = 'i.fully_credited';

/** Whether the invoices add up to the whole quote: the rule of quoteStatus in SQL. */
const INVOICED = `coalesce((SELECT sum((i.totals ->> 'gross')::numeric) >= (r.totals ->> 'gross')::numeric FROM invoices i
  WHERE i.quote_id = r.id AND i.status <> 'Void' AND NOT ${CREDITED}), false)`;

const UNANSWERED = `r.sent_at IS NOT NULL AND r.superseded_at IS NULL AND r.accepted_at IS NULL AND r.declined_at IS NULL`;
const ACCEPTED = `r.superseded_at IS NULL AND r.accepted_at IS NOT NULL`;

/** The rules of quoteStatus in SQL. */
const STATUS_SQL: Readonly<Record<QuoteStatus, string>> = {
  Draft: `r.sent_at IS NULL`,
  Superseded: `r.superseded_at IS NOT NULL`,
  Invoiced: `${ACCEPTED} AND ${INVOICED}`,
  Accepted: `${ACCEPTED} AND NOT ${INVOICED}`,
  Declined: `r.superseded_at IS NULL AND r.accepted_at IS NULL AND r.declined_at IS NOT NULL`,
  Expired: `${UNANSWERED} AND r.expiry_date < ${TODAY}`,
  Sent: `${UNANSWERED} AND (r.expiry_date < ${TODAY}) IS NOT TRUE`,
};

export const quoteList: ListShape<ListQuotes, QuoteRow> = {
  filters: {
    ...documentFilters,
    status: (statuses) => ({ any: [statuses.map((status) => `(${STATUS_SQL[status]})`).join(' OR ')] }),
    expiryDateFrom: end('r.expiry_date', '>=', 'expiryDate'),
    expiryDateTo: end('r.expiry_date', '<=', 'expiryDate'),
    ...referenceFilters(),
    customField: hasCustomFields,
    q: searchDocument('r.title', ...REFERENCE_COLUMNS),
  } satisfies AllFilters<ListQuotes>,
  sorts: {
    ...documentSorts,
    expiryDate: { sql: 'r.expiry_date', nullable: true, value: (row) => row.expiryDate },
  },
};
