import { AGING_BUCKETS, UNALLOCATED_CREDIT, type AgingBucket } from '@billhook/domain/invoicing/aging';

/*
 * What clients owed at the end of a day: $1 the company, $2 the day, $3 the time zone of the company. Each document counts from its own
 * date; no stored balance is read.
 */

const UNTIL = 'company_id = $1 AND date <= $2::date';

/** Of all documents, which are read in the order of an index, or of few, whose rows are looked up. */
type OpenReading = 'all' | 'few';

/** What belongs to each invoice `i` or payment `p`: joined as a whole for all of them, or looked up for each of few. */
const joined = (reading: OpenReading, sums: string, by: string, each: string, name: string): string =>
  reading === 'all'
    ? `LEFT JOIN (${sums} GROUP BY ${by}) ${name} ON ${name}.${by} = ${each}`
    : `LEFT JOIN LATERAL (${sums} AND ${by} = ${each} GROUP BY ${by}) ${name} ON true`;

/** What payments, refunds and write-offs had settled of each invoice. */
const SETTLED = `SELECT invoice_id, sum(amount) AS amount FROM settlement_entries WHERE ${UNTIL}`;

const CREDITED = `SELECT invoice_id, sum(payable) AS amount FROM credit_notes WHERE company_id = $1 AND issue_date <= $2::date`;

/** The due date of invoices that were postponed later. */
const EARLIER_DUE_DATES = `SELECT DISTINCT ON (invoice_id) invoice_id, due_date_before FROM postponements
  WHERE company_id = $1 AND date > $2::date ORDER BY invoice_id, date, id`;
const EARLIER_DUE_DATE = `SELECT due_date_before FROM postponements
  WHERE company_id = $1 AND date > $2::date AND invoice_id = i.id ORDER BY date, id LIMIT 1`;

const openInvoices = (reading: OpenReading, from: string): string =>
  `SELECT i.id, i.client_id, i.currency, i.issue_date AS date, coalesce(d.due_date_before, i.due_date) AS due_date,
    i.payable - coalesce(s.amount, 0) - coalesce(n.amount, 0) AS open
  FROM ${from} i ${joined(reading, SETTLED, 'invoice_id', 'i.id', 's')} ${joined(reading, CREDITED, 'invoice_id', 'i.id', 'n')}
    ${reading === 'all' ? `LEFT JOIN (${EARLIER_DUE_DATES}) d ON d.invoice_id = i.id` : `LEFT JOIN LATERAL (${EARLIER_DUE_DATE}) d ON true`}
  WHERE i.company_id = $1 AND i.issue_date <= $2::date AND i.issued_at IS NOT NULL
    AND i.payable <> coalesce(s.amount, 0) + coalesce(n.amount, 0)`;

const RECEIVED = `CASE p.kind WHEN 'Refund' THEN -p.amount ELSE p.amount END`;

const ALLOCATED = `SELECT payment_id, sum(amount) AS amount FROM settlement_entries WHERE ${UNTIL} AND payment_id IS NOT NULL`;

/** What payments had not allocated, less what refunds had returned of it. A deleted payment counts on the days before its deletion. */
const credits = (reading: OpenReading, from: string): string =>
  `SELECT p.id, p.client_id, p.currency, p.date, ${RECEIVED} - coalesce(a.amount, 0) AS credit
  FROM ${from} p ${joined(reading, ALLOCATED, 'payment_id', 'p.id', 'a')}
  WHERE p.company_id = $1 AND p.date <= $2::date AND ${RECEIVED} <> coalesce(a.amount, 0)
    AND (p.deleted_at IS NULL OR p.deleted_at >= ($2::date + 1)::timestamp AT TIME ZONE $3)`;

const OVERDUE = 'greatest($2::date - i.due_date, 0)';

const BUCKET = Object.entries(AGING_BUCKETS)
  .map(([name, bucket]) => ('to' in bucket ? `WHEN ${OVERDUE} <= ${bucket.to} THEN '${name}'` : `ELSE '${name}'`))
  .join(' ');

/** An invoice settled beyond its amount on that day is credit: a replaced payment counts until its deletion, its successor from its date. */
const invoiceItems = (
  openOnes: string,
): string => `SELECT 'invoice' AS resource, i.id, i.client_id, i.currency, i.date, i.due_date,
    CASE WHEN i.open > 0 AND i.due_date IS NOT NULL THEN ${OVERDUE} ELSE 0 END AS days,
    abs(i.open) AS amount,
    CASE WHEN i.open < 0 THEN '${UNALLOCATED_CREDIT}' WHEN i.due_date IS NULL THEN 'NotDue' ${BUCKET} END AS bucket
  FROM (${openOnes}) i`;

const paymentItems = (unallocated: string): string =>
  `SELECT 'payment', id, client_id, currency, date, NULL::date, 0, credit, '${UNALLOCATED_CREDIT}' FROM (${unallocated}) c`;

const ITEMS = `${invoiceItems(openInvoices('all', 'invoices'))} UNION ALL ${paymentItems(credits('all', 'payments'))}`;

export const RECEIVABLES = `SELECT currency, bucket, sum(amount)::text AS amount, count(*)::int AS documents
  FROM (${ITEMS}) r GROUP BY currency, bucket ORDER BY currency`;

const day = (date: string): string => `to_char(${date}::timestamp, 'YYYY-MM-DD')`;
/** The beginnings of keys, and the due date in that of an invoice without one. */
export const INVOICE = '1';
export const WITHOUT_DUE_DATE = '9999-99-99';
/** Invoices by due date, those without one last, then payments by date. The id makes it unique. */
const KEY = `(CASE resource WHEN 'invoice' THEN '${INVOICE}' || coalesce(${day('due_date')}, '${WITHOUT_DUE_DATE}') ELSE '2' || ${day('date')} END)`;

/** Where a page starts: after its position, or before it. */
export interface DocumentsEdge {
  readonly isBackward: boolean;
  readonly comparison: string;
}

/** A page of items that have a key. */
function pageOf(items: string, edge: DocumentsEdge | undefined, more = ''): string {
  const direction = edge?.isBackward ? 'DESC' : 'ASC';
  const ordered = (key: string, id: string) => `ORDER BY ${key} ${direction}, ${id} ${direction}`;
  const isIn = edge
    ? `(key, id) ${edge.comparison} ($7::text COLLATE "C", $8::bigint)`
    : '$7::text IS NULL AND $8::bigint IS NULL';
  return `SELECT r.resource, r.id, i.number, r.client_id AS "clientId", c.name AS "clientName", r.currency, r.date,
      r.due_date AS "dueDate", r.days AS "daysOverdue", r.amount::text AS amount, r.bucket, r.key
    FROM (SELECT * FROM (SELECT *, ${KEY} COLLATE "C" AS key FROM (${items}) items) keyed
      WHERE ($4::text IS NULL OR currency = $4) AND ($5::text IS NULL OR bucket = $5)
        AND ($6::bigint IS NULL OR client_id = $6) AND ${isIn} ${more}
      ${ordered('key', 'id')} LIMIT $9) r
    JOIN clients c ON c.id = r.client_id LEFT JOIN invoices i ON r.resource = 'invoice' AND i.id = r.id
    ${ordered('r.key', 'r.id')}`;
}

/** $4 a currency, $5 a bucket, $6 a client, each null for all, $7 and $8 the position of the edge, $9 the limit. */
export const receivableDocuments = (edge: DocumentsEdge | undefined): string => pageOf(ITEMS, edge);

/** The same for one client, whose documents are few. */
export function receivablesOfClient(edge: DocumentsEdge | undefined): string {
  const of = (table: string) => `(SELECT * FROM ${table} WHERE company_id = $1 AND client_id = $6)`;
  const items = `${invoiceItems(openInvoices('few', of('invoices')))} UNION ALL ${paymentItems(credits('few', of('payments')))}`;
  return pageOf(items, edge);
}

/** The due dates of a bucket, if the invoice was not postponed later. */
function dueWithin(bucket: AgingBucket | undefined): string {
  if (bucket === undefined) return 'due_date IS NOT NULL';
  const { from, to }: { readonly from?: number; readonly to?: number } = AGING_BUCKETS[bucket];
  const ends = [
    from !== undefined && `due_date <= $2::date - ${from}`,
    to !== undefined && `due_date >= $2::date - ${to}`,
  ];
  return ends.filter((end) => end !== false).join(' AND ');
}

/**
 * The same, if it is found among the first $3 invoices from the edge on, in the order of the index of due dates. `isWhole` says whether
 * these were all; without it, the page may continue behind them. `hasUndated`: whether the company has invoices without a due date.
 * @param edge at an invoice with a due date
 */
export function nearReceivables(edge: DocumentsEdge | undefined, bucket: AgingBucket | undefined): string {
  const direction = edge?.isBackward ? 'DESC' : 'ASC';
  const opposite = edge?.isBackward ? 'ASC' : 'DESC';
  const after = edge ? `AND (due_date, id) ${edge.comparison} (substr($7, 2)::date, $8::bigint)` : '';
  const postponed = `SELECT invoice_id FROM postponements WHERE company_id = $1 AND date > $2::date`;
  const items = [
    openInvoices('few', 'near') + ' AND d.due_date_before IS NULL',
    openInvoices('few', `(SELECT * FROM invoices WHERE company_id = $1 AND id IN (${postponed}))`),
  ].map(invoiceItems);
  const isNear = `AND ((SELECT "isWhole" FROM reach) OR (due_date, id) ${edge?.isBackward ? '>=' : '<='} (SELECT due_date, id FROM near
      ORDER BY due_date ${opposite}, id ${opposite} LIMIT 1))`;
  return `WITH near AS MATERIALIZED (
      SELECT id, company_id, client_id, currency, issue_date, due_date, issued_at, payable FROM invoices
      WHERE company_id = $1 AND ${dueWithin(bucket)} ${after} ORDER BY due_date ${direction}, id ${direction} LIMIT $3
    ), reach AS (SELECT count(*) < $3 AS "isWhole", EXISTS (SELECT FROM invoices
        WHERE company_id = $1 AND due_date IS NULL AND issued_at IS NOT NULL) AS "hasUndated" FROM near)
    SELECT reach.*, page.* FROM reach LEFT JOIN (${pageOf(items.join(' UNION ALL '), edge, isNear)}) page ON true
    ORDER BY page.key ${direction}, page.id ${direction}`;
}
