import { lockOfCell } from '@billhook/db/current-cell';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { DAY_MS } from '@billhook/domain/shared/durations';
import type { Clock } from '@billhook/platform/clock';

/** Invoices per transaction of a comparison of all. */
const BATCH = 1_000;

/** An arbitrary number: the advisory lock of a transaction, because two would add the same entries. */
const ENTRIES_LOCK = 7_301_951;

/** Issued invoices to compare. */
const compared = (which: string): string => `SELECT i.id, i.company_id, i.issue_date, i.updated_at,
    i.amount_written_off, i.write_off, c.time_zone
  FROM companies c JOIN invoices i ON i.company_id = c.id WHERE ${which} AND i.issued_at IS NOT NULL`;

/** What payments and write-offs settle of them, less their entries. */
const MISSING = `SELECT invoice_id, payment_id, sum(amount) AS amount, bool_or(has_entry) AS has_entry FROM (
    SELECT a.invoice_id, a.payment_id, CASE p.kind WHEN 'Refund' THEN -a.amount ELSE a.amount END AS amount, false AS has_entry
    FROM payment_allocations a JOIN payments p ON p.id = a.payment_id AND p.status = 'Recorded'
    WHERE a.invoice_id IN (SELECT id FROM compared)
    UNION ALL SELECT id, NULL, amount_written_off, false FROM compared
    UNION ALL SELECT e.invoice_id, e.payment_id, -e.amount, true
    FROM compared c JOIN settlement_entries e ON e.company_id = c.company_id AND e.invoice_id = c.id
  ) s GROUP BY invoice_id, payment_id HAVING sum(amount) <> 0`;

const day = (at: string): string => `(${at} AT TIME ZONE i.time_zone)::date`;

/** A first allocation and a write-off have dates; the rest has the day of the last change. */
const missingEntries = (which: string): string => `WITH compared AS MATERIALIZED (${compared(which)})
  INSERT INTO settlement_entries (company_id, invoice_id, payment_id, date, amount)
  SELECT i.company_id, i.id, m.payment_id, CASE WHEN p.id IS NULL THEN coalesce((i.write_off ->> 'date')::date, ${day('i.updated_at')})
      WHEN m.has_entry THEN ${day('p.updated_at')} ELSE greatest(p.date, i.issue_date) END, m.amount
  FROM (${MISSING}) m JOIN compared i ON i.id = m.invoice_id LEFT JOIN payments p ON p.id = m.payment_id`;

const missingPostponements = (which: string): string => `WITH i AS (${compared(which)})
  INSERT INTO postponements (company_id, invoice_id, date, due_date_before)
  SELECT i.company_id, i.id, ${day('h.at')}, (h.details ->> 'dueDateBefore')::date
  FROM i JOIN record_history h ON h.resource = 'invoice' AND h.record_id = i.id AND h.action = 'postpone'
  WHERE h.details ->> 'dueDateBefore' IS NOT NULL AND NOT EXISTS (SELECT FROM postponements d
    WHERE d.company_id = i.company_id AND d.invoice_id = i.id AND d.due_date_before = (h.details ->> 'dueDateBefore')::date)`;

const statementsFor = (name: string, which: string) => ({
  postponements: { name: `postponements_missing${name}`, text: missingPostponements(which) },
  entries: { name: `settlement_entries_missing${name}`, text: missingEntries(which) },
});

/** Those that changed since $1. */
const CHANGED = statementsFor('', 'i.updated_at >= $1');

/** Those with an id after $1, up to $2. */
const NUMBERED = statementsFor('_of', 'i.id > $1 AND i.id <= $2');

/**
 * Adds the entries of what programs of a release without them wrote. Compares the invoices that changed within a day.
 * @param isUpgrading compares all invoices: since the schema step, those programs may have run for longer
 */
export async function addMissingEntries(
  uow: UnitOfWork,
  clock: Clock,
  { isUpgrading, stop }: { readonly isUpgrading: boolean; readonly stop?: AbortSignal },
): Promise<void> {
  if (!isUpgrading) return add(uow, CHANGED, [new Date(clock.now().getTime() - DAY_MS)]);
  const { first, last } = await uow.run(firstAndLastInvoice);
  for (let after = first - 1; after < last && stop?.aborted !== true; after += BATCH)
    await add(uow, NUMBERED, [after, after + BATCH]);
}

const add = (uow: UnitOfWork, { postponements, entries }: typeof CHANGED, values: readonly unknown[]): Promise<void> =>
  uow.run(async (tx) => {
    tx.send({
      name: 'settlement_entries_lock',
      text: 'SELECT pg_advisory_xact_lock($1)',
      values: [lockOfCell(ENTRIES_LOCK)],
    });
    tx.send({ ...postponements, values });
    await tx.query({ ...entries, values });
  });

/** The ids of a later cell begin far from 1. Without an invoice, the last one is before the first one. */
async function firstAndLastInvoice(tx: Tx): Promise<{ readonly first: number; readonly last: number }> {
  const [row] = await tx.query<{ first: number; last: number }>({
    name: 'settlement_entries_last',
    text: 'SELECT coalesce(min(id), 1) AS first, coalesce(max(id), 0) AS last FROM invoices',
  });
  return row ?? { first: 1, last: 0 };
}
