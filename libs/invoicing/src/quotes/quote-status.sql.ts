import { companyTimeSql } from '@billhook/db/company-time.sql';
import type { QuoteStatus } from '@billhook/domain/invoicing/quote';

/** Today in the company's time zone: a quote expires by the calendar, without a job. */
export const TODAY = `(SELECT (${companyTimeSql()} AT TIME ZONE c.time_zone)::date FROM companies c WHERE c.id = r.company_id)`;

export const CREDITED = 'i.fully_credited';

/** Whether the invoices add up to the whole quote: the rule of quoteStatus in SQL. */
const INVOICED = `coalesce((SELECT sum((i.totals ->> 'gross')::numeric) >= (r.totals ->> 'gross')::numeric FROM invoices i
  WHERE i.quote_id = r.id AND i.status <> 'Void' AND NOT ${CREDITED}), false)`;

/** A quote that waits for the answer of its client, or expired without one. The index `quotes_unanswered` has exactly this predicate. */
export const UNANSWERED_QUOTE = `r.sent_at IS NOT NULL AND r.superseded_at IS NULL AND r.accepted_at IS NULL AND r.declined_at IS NULL`;
const ACCEPTED = `r.superseded_at IS NULL AND r.accepted_at IS NOT NULL`;

/** The rules of quoteStatus in SQL; `r` is the quote. */
export const QUOTE_STATUS_SQL: Readonly<Record<QuoteStatus, string>> = {
  Draft: `r.sent_at IS NULL`,
  Superseded: `r.superseded_at IS NOT NULL`,
  Invoiced: `${ACCEPTED} AND ${INVOICED}`,
  Accepted: `${ACCEPTED} AND NOT ${INVOICED}`,
  Declined: `r.superseded_at IS NULL AND r.accepted_at IS NULL AND r.declined_at IS NOT NULL`,
  Expired: `${UNANSWERED_QUOTE} AND r.expiry_date < ${TODAY}`,
  Sent: `${UNANSWERED_QUOTE} AND (r.expiry_date < ${TODAY}) IS NOT TRUE`,
};

export const QUOTE_STATUS = `CASE ${Object.entries(QUOTE_STATUS_SQL)
  .map(([status, rule]) => `WHEN ${rule} THEN '${status}'`)
  .join(' ')} END`;
