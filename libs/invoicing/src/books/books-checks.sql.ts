import type { ConsistencyCheck } from '@billhook/db/consistency-check';

/** Recalculates the stored values that follow from documents and payments. */
export const BOOKS_CHECKS: readonly ConsistencyCheck[] = [
  {
    name: 'amount_paid',
    says: 'The paid amount of each invoice is the sum of its payments without refunds',
    text: `SELECT 'invoice ' || i.id || ': ' || i.amount_paid || ', payments ' || coalesce(p.sum, 0) AS "row"
      FROM invoices i LEFT JOIN (
        SELECT a.invoice_id, sum(CASE p.kind WHEN 'Refund' THEN -a.amount ELSE a.amount END) AS sum
        FROM payment_allocations a JOIN payments p ON p.id = a.payment_id WHERE p.status = 'Recorded' GROUP BY a.invoice_id
      ) p ON p.invoice_id = i.id
      WHERE i.amount_paid <> coalesce(p.sum, 0)`,
  },
  {
    name: 'amount_credited',
    says: 'The credited amount of each invoice is the sum of its credit notes',
    text: `SELECT 'invoice ' || i.id || ': ' || i.amount_credited || ', credit notes ' || coalesce(c.sum, 0) AS "row"
      FROM invoices i LEFT JOIN (
        SELECT invoice_id, sum(payable) AS sum FROM credit_notes GROUP BY invoice_id
      ) c ON c.invoice_id = i.id
      WHERE i.amount_credited <> coalesce(c.sum, 0)`,
  },
  {
    name: 'outstanding',
    says: 'No invoice is paid or credited by more than its payable amount',
    text: `SELECT 'invoice ' || id AS "row" FROM invoices
      WHERE payable >= 0 AND amount_paid + amount_credited + amount_written_off > payable`,
  },
  {
    name: 'invoice_status',
    says: 'The outstanding amount of each paid invoice is 0, and no other issued one has none',
    text: `SELECT 'invoice ' || id || ': ' || status AS "row" FROM invoices
      WHERE voided_at IS NULL AND issued_at IS NOT NULL AND rejected_at IS NULL
        AND (payable = amount_paid + amount_credited + amount_written_off) <> (status IN ('Paid', 'WrittenOff'))`,
  },
  {
    name: 'unallocated',
    says: 'The unallocated rest of each payment is its amount without its allocations',
    text: `SELECT 'payment ' || p.id || ': ' || p.unallocated || ' of ' || p.amount AS "row"
      FROM payments p LEFT JOIN (
        SELECT payment_id, sum(amount) AS sum FROM payment_allocations GROUP BY payment_id
      ) a ON a.payment_id = p.id
      WHERE p.status = 'Recorded' AND p.unallocated <> p.amount - coalesce(a.sum, 0)`,
  },
  {
    name: 'settlement_entries',
    says: 'The entries of each invoice add up to what its payments and its write-off settle',
    text: `SELECT 'invoice ' || i.id || ': ' || i.amount_paid + i.amount_written_off || ', entries ' || coalesce(e.sum, 0) AS "row"
      FROM invoices i LEFT JOIN (
        SELECT invoice_id, sum(amount) AS sum FROM settlement_entries GROUP BY invoice_id
      ) e ON e.invoice_id = i.id
      WHERE i.amount_paid + i.amount_written_off <> coalesce(e.sum, 0)`,
  },
  {
    name: 'numbers',
    says: 'Each number that a series has given belongs to a document, and no number is left out',
    text: `SELECT s.kind || ' series ' || s.code || ' ' || p.period || ': ' || coalesce(n.count, 0) || ' of ' || p.next - p.first AS "row"
      FROM number_series s JOIN number_series_periods p ON p.series_id = s.id
      LEFT JOIN (
        SELECT n.series_id, n.period, count(*) FROM number_series_numbers n JOIN number_series s ON s.id = n.series_id
        WHERE EXISTS (SELECT FROM invoices i WHERE s.kind = 'Invoice' AND i.company_id = s.company_id AND i.number = n.number)
          OR EXISTS (SELECT FROM credit_notes c WHERE s.kind = 'CreditNote' AND c.company_id = s.company_id AND c.number = n.number)
          OR EXISTS (SELECT FROM quotes q WHERE s.kind = 'Quote' AND q.company_id = s.company_id AND q.number = n.number)
        GROUP BY n.series_id, n.period
      ) n ON n.series_id = p.series_id AND n.period = p.period
      WHERE coalesce(n.count, 0) <> p.next - p.first`,
  },
];
