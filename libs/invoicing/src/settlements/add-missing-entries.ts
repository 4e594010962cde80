import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import type { Clock } from '@billhook/platform/clock';

const DAY_MS = 86_400_000;

/** An arbitrary number: the advisory lock of a round, because two rounds would add the same entries. */
const ENTRIES_LOCK = 7_301_951;

/** The invoices that changed since $1. */
const CHANGED = `SELECT i.id, i.company_id, i.issue_date, i.updated_at, i.amount_written_off, i.write_off, c.time_zone
  FROM companies c JOIN invoices i ON i.company_id = c.id WHERE i.updated_at >= $1 AND i.issued_at IS NOT NULL`;

/** What payments and write-offs settle of them, less their entries. */
const MISSING = `SELECT invoice_id, payment_id, sum(amount) AS amount, bool_or(has_entry) AS has_entry FROM (
    SELECT a.invoice_id, a.payment_id, CASE p.kind WHEN 'Refund' THEN -a.amount ELSE a.amount END AS amount, false AS has_entry
    FROM payment_allocations a JOIN payments p ON p.id = a.payment_id AND p.status = 'Recorded'
    WHERE a.invoice_id IN (SELECT id FROM changed)
    UNION ALL SELECT id, NULL, amount_written_off, false FROM changed
    UNION ALL SELECT e.invoice_id, e.payment_id, -e.amount, true
    FROM changed c JOIN settlement_entries e ON e.company_id = c.company_id AND e.invoice_id = c.id
  ) s GROUP BY invoice_id, payment_id HAVING sum(amount) <> 0`;

const day = (at: string): string => `(${at} AT TIME ZONE i.time_zone)::date`;

/** A first allocation and a write-off have dates; the rest has the day of the last change. */
export const MISSING_ENTRIES = `WITH changed AS MATERIALIZED (${CHANGED})
  INSERT INTO settlement_entries (company_id, invoice_id, payment_id, date, amount)
  SELECT i.company_id, i.id, m.payment_id, CASE WHEN p.id IS NULL THEN coalesce((i.write_off ->> 'date')::date, ${day('i.updated_at')})
      WHEN m.has_entry THEN ${day('p.updated_at')} ELSE greatest(p.date, i.issue_date) END, m.amount
  FROM (${MISSING}) m JOIN changed i ON i.id = m.invoice_id LEFT JOIN payments p ON p.id = m.payment_id`;

export const MISSING_POSTPONEMENTS = `WITH i AS (${CHANGED})
  INSERT INTO postponements (company_id, invoice_id, date, due_date_before)
  SELECT i.company_id, i.id, ${day('h.at')}, (h.details ->> 'dueDateBefore')::date
  FROM i JOIN record_history h ON h.resource = 'invoice' AND h.record_id = i.id AND h.action = 'postpone' AND h.at >= $1
  WHERE h.details ->> 'dueDateBefore' IS NOT NULL AND NOT EXISTS (SELECT FROM postponements d
    WHERE d.company_id = i.company_id AND d.invoice_id = i.id AND d.due_date_before = (h.details ->> 'dueDateBefore')::date)`;

/** Adds the entries of what programs of a release without them wrote in the last day: during an upgrade, both run. */
export async function addMissingEntries(uow: UnitOfWork, clock: Clock): Promise<void> {
  const since = new Date(clock.now().getTime() - DAY_MS);
  await uow.run(async (tx: Tx) => {
    tx.send({ name: 'settlement_entries_lock', text: `SELECT pg_advisory_xact_lock(${ENTRIES_LOCK})` });
    tx.send({ name: 'postponements_missing', text: MISSING_POSTPONEMENTS, values: [since] });
    await tx.query({ name: 'settlement_entries_missing', text: MISSING_ENTRIES, values: [since] });
  });
}
