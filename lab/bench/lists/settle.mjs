import { withoutIndexes } from './filled-database.mjs';

/* The payments and credit notes behind the amounts of `fill`, with the days on which they settled. One payment in 50 has a rest of 10.00. */

const PAYMENTS = `
INSERT INTO payments (id, company_id, client_id, kind, status, date, amount, currency, unallocated, version, created_at, updated_at)
  SELECT id, company_id, client_id, 'Payment', 'Recorded', issue_date + 20 + (id % 60)::int, amount_paid + CASE WHEN id % 50 = 0 THEN 10 ELSE 0 END,
    currency, CASE WHEN id % 50 = 0 THEN 10 ELSE 0 END, 1, issued_at, issued_at
  FROM invoices WHERE amount_paid > 0`;

const ALLOCATIONS = `
INSERT INTO payment_allocations (payment_id, position, invoice_id, amount) SELECT id, 0, id, amount_paid FROM invoices WHERE amount_paid > 0`;

const ENTRIES = `
INSERT INTO settlement_entries (company_id, invoice_id, payment_id, date, amount)
  SELECT company_id, id, id, issue_date + 20 + (id % 60)::int, amount_paid FROM invoices WHERE amount_paid > 0 ORDER BY issue_date + 20 + (id % 60)::int`;

const CREDIT_NOTES = `
INSERT INTO credit_notes (id, company_id, client_id, invoice_id, number, issue_date, currency, prices_include_tax, allowances, charges, totals,
    tax_breakdown, payable, notes, custom_fields, sent_at, version, created_at, updated_at, series, reason, allocation, seller, client)
  SELECT id, company_id, client_id, id, 'CN-' || id, issue_date + 10, currency, prices_include_tax, allowances, charges, totals, tax_breakdown,
    payable, notes, custom_fields, sent_at, 1, created_at, updated_at, series, '{"code": "Other", "text": null}', '{}', seller, client
  FROM invoices WHERE amount_credited > 0`;

const TABLES = ['payments', 'payment_allocations', 'settlement_entries', 'credit_notes'];

/** @param client of a database that `fill` has filled */
export async function settle(client) {
  await withoutIndexes(client, TABLES, async () => {
    for (const sql of [PAYMENTS, ALLOCATIONS, ENTRIES, CREDIT_NOTES]) await client.query(sql);
  });
  await client.query('VACUUM ANALYZE');
}
