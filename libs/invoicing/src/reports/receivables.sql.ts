import { AGING_BUCKETS, UNALLOCATED_CREDIT } from '@billhook/domain/invoicing/aging';

/*
 * What clients owed at the end of a day: $1 the company, $2 the day, $3 the time zone of the company. Each document counts from its own
 * date; no stored balance is read.
 */

const UNTIL = 'company_id = $1 AND date <= $2::date';

/** What payments, refunds and write-offs had settled of each invoice, in the order of an index. */
const SETTLED = `SELECT invoice_id, sum(amount) AS amount FROM settlement_entries WHERE ${UNTIL} GROUP BY invoice_id`;

const CREDITED = `SELECT invoice_id, sum(payable) AS amount FROM credit_notes WHERE company_id = $1 AND issue_date <= $2::date
  GROUP BY invoice_id`;

/** The due date of invoices that were postponed later. */
const EARLIER_DUE_DATES = `SELECT DISTINCT ON (invoice_id) invoice_id, due_date_before FROM postponements
  WHERE company_id = $1 AND date > $2::date ORDER BY invoice_id, date, id`;

const OPEN_INVOICES = `SELECT i.id, i.client_id, i.currency, i.issue_date AS date, coalesce(d.due_date_before, i.due_date) AS due_date,
    i.payable - coalesce(s.amount, 0) - coalesce(n.amount, 0) AS open
  FROM invoices i LEFT JOIN (${SETTLED}) s ON s.invoice_id = i.id LEFT JOIN (${CREDITED}) n ON n.invoice_id = i.id
    LEFT JOIN (${EARLIER_DUE_DATES}) d ON d.invoice_id = i.id
  WHERE i.company_id = $1 AND i.issue_date <= $2::date AND i.issued_at IS NOT NULL
    AND i.payable <> coalesce(s.amount, 0) + coalesce(n.amount, 0)`;

const RECEIVED = `CASE p.kind WHEN 'Refund' THEN -p.amount ELSE p.amount END`;

/** What payments had not allocated, less what refunds had returned of it. A deleted payment counts on the days before its deletion. */
const CREDITS = `SELECT p.id, p.client_id, p.currency, p.date, ${RECEIVED} - coalesce(a.amount, 0) AS credit
  FROM payments p LEFT JOIN (
    SELECT payment_id, sum(amount) AS amount FROM settlement_entries WHERE ${UNTIL} AND payment_id IS NOT NULL GROUP BY payment_id
  ) a ON a.payment_id = p.id
  WHERE p.company_id = $1 AND p.date <= $2::date AND ${RECEIVED} <> coalesce(a.amount, 0)
    AND (p.deleted_at IS NULL OR p.deleted_at >= ($2::date + 1)::timestamp AT TIME ZONE $3)`;

const OVERDUE = 'greatest($2::date - i.due_date, 0)';

const BUCKET = Object.entries(AGING_BUCKETS)
  .map(([name, bucket]) => ('to' in bucket ? `WHEN ${OVERDUE} <= ${bucket.to} THEN '${name}'` : `ELSE '${name}'`))
  .join(' ');

/** An invoice settled beyond its amount on that day is credit: a replaced payment counts until its deletion, its successor from its date. */
const ITEMS = `SELECT 'invoice' AS resource, i.id, i.client_id, i.currency, i.date, i.due_date,
    CASE WHEN i.open > 0 AND i.due_date IS NOT NULL THEN ${OVERDUE} ELSE 0 END AS days,
    abs(i.open) AS amount,
    CASE WHEN i.open < 0 THEN '${UNALLOCATED_CREDIT}' WHEN i.due_date IS NULL THEN 'NotDue' ${BUCKET} END AS bucket
  FROM (${OPEN_INVOICES}) i
  UNION ALL SELECT 'payment', id, client_id, currency, date, NULL::date, 0, credit, '${UNALLOCATED_CREDIT}' FROM (${CREDITS}) c`;

export const RECEIVABLES = `SELECT currency, bucket, sum(amount)::text AS amount, count(*)::int AS documents
  FROM (${ITEMS}) r GROUP BY currency, bucket ORDER BY currency`;

const day = (date: string): string => `to_char(${date}::timestamp, 'YYYY-MM-DD')`;
/** Invoices by due date, those without one last, then payments by date. The id makes it unique. */
const KEY = `(CASE resource WHEN 'invoice' THEN '1' || coalesce(${day('due_date')}, '9999-99-99') ELSE '2' || ${day('date')} END)`;

/** Where a page starts: after its position, or before it. */
interface DocumentsEdge {
  readonly isBackward: boolean;
  readonly comparison: string;
}

/** $4 a currency, $5 a bucket, $6 a client, each null for all, $7 and $8 the position of the edge, $9 the limit. */
export function receivableDocuments(edge: DocumentsEdge | undefined): string {
  const direction = edge?.isBackward ? 'DESC' : 'ASC';
  const ordered = (key: string, id: string) => `ORDER BY ${key} ${direction}, ${id} ${direction}`;
  const isIn = edge
    ? `(key, id) ${edge.comparison} ($7::text COLLATE "C", $8::bigint)`
    : '$7::text IS NULL AND $8::bigint IS NULL';
  return `SELECT r.resource, r.id, i.number, r.client_id AS "clientId", c.name AS "clientName", r.currency, r.date,
      r.due_date AS "dueDate", r.days AS "daysOverdue", r.amount::text AS amount, r.bucket, r.key
    FROM (SELECT * FROM (SELECT *, ${KEY} COLLATE "C" AS key FROM (${ITEMS}) items) keyed
      WHERE ($4::text IS NULL OR currency = $4) AND ($5::text IS NULL OR bucket = $5)
        AND ($6::bigint IS NULL OR client_id = $6) AND ${isIn}
      ${ordered('key', 'id')} LIMIT $9) r
    JOIN clients c ON c.id = r.client_id LEFT JOIN invoices i ON r.resource = 'invoice' AND i.id = r.id
    ${ordered('r.key', 'r.id')}`;
}
