import { withoutIndexes } from './filled-database.mjs';

/*
 * A million invoices over five years: old ones are paid, new ones open. One of three companies has six sevenths of the rows, but none of the
 * last two months: an index shared by all companies reads its rows first.
 * The indexes are created afterwards, which takes a fifth of the time.
 */

/** By age: the newest twentieth, the next one, and all others. */
const STATUS = `CASE
  WHEN n > :rows * 0.95 THEN (ARRAY['Draft','Sent','Sent','Partial','Overdue','Sent','Paid','Sent','Sent','Rejected'])[1 + h % 10]
  WHEN n > :rows * 0.9 THEN (ARRAY['Paid','Sent','Overdue','Paid','Partial','Paid','Paid','Paid','Paid','Draft'])[1 + h % 10]
  WHEN h % 1000 < 975 THEN 'Paid' WHEN h % 1000 < 990 THEN 'Void' WHEN h % 1000 < 996 THEN 'Overdue'
  WHEN h % 1000 < 998 THEN 'Rejected' ELSE 'Draft' END`;

const ADDRESS = `'{"line1": "8 rue des Tilleuls", "postalCode": "69003", "city": "Lyon", "country": "FR"}'::jsonb`;

/** As small as the lists need. */
const PARTIES = { seller: { vatNumber: 'FR83404833048' }, client: { customFields: {} } };

const OTHERS = `
INSERT INTO companies (id, name, plan, time_zone, currency, created_at)
  SELECT n, 'Company ' || n, 'Pro', 'Europe/Paris', 'EUR', now() FROM generate_series(1, 3) n;
-- Keys and members refer to the cards of companies.
INSERT INTO tenants (id, kind, created_at, name, plan, time_zone, clock_offset)
  SELECT id, kind, created_at, name, plan, time_zone, clock_offset FROM companies;
INSERT INTO clients (id, company_id, status, kind, name, email, external_id, contacts, billing_address, custom_fields, version,
    created_at, updated_at)
  SELECT n, CASE WHEN n <= 4400 THEN 1 WHEN n <= 4900 THEN 2 ELSE 3 END, CASE WHEN n % 20 = 0 THEN 'Archived' ELSE 'Active' END, 'Business',
    CASE n WHEN 77 THEN 'Zephyrin Quartz' ELSE
      (ARRAY['Atelier','Studio','Maison','Bureau','Fonderie','Verrerie','Imprimerie','Scierie'])[1 + n % 8] || ' '
      || initcap(translate(md5(n::text), '0123456789', 'ghijklmnop')::varchar(7)) END || ' ' || (ARRAY['SARL','SAS','GmbH','Ltd'])[1 + n % 4],
    'billing' || n || '@example.com', 'crm-' || n, '[]', ${ADDRESS}, '{}', 1, now(), now() - (n % 1000) * interval '1 hour'
  FROM generate_series(1, 5000) n;`;

const INVOICES = `
INSERT INTO invoices (id, company_id, client_id, number, status, external_id, issue_date, currency, prices_include_tax, allowances, charges,
    totals, tax_breakdown, payable, purchase_order, notes, custom_fields, sent_at, version, created_at, updated_at, due_date, amount_paid,
    amount_credited, seller, client, issued_at, overdue_since, paid_at, voided_at, rejected_at, series, quote_line_ids)
  SELECT n, company, client, CASE WHEN issued THEN 'INV-' || to_char(day, 'YYYY') || '-' || lpad(n::text, 7, '0') END, status,
    CASE WHEN n % 4 = 0 THEN 'ext-' || n END, day::date, CASE WHEN n % 997 = 0 THEN 'USD' ELSE 'EUR' END, false, '[]', '[]',
    jsonb_build_object('lineNet', net::text, 'allowances', '0.00', 'charges', '0.00', 'net', net::text, 'tax', tax::text, 'gross', gross::text,
      'rounding', '0.00', 'due', gross::text),
    jsonb_build_array(jsonb_build_object('category', 'S', 'rate', '20', 'taxable', net::text, 'tax', tax::text, 'exemptionReason', NULL)),
    gross, CASE WHEN n % 3 = 0 THEN 'PO-' || n % 90000 WHEN n % 1000 = 1 THEN 'BLANKET-7' END, '[]',
    CASE WHEN n % 5000 = 1 THEN '{"costCentre": "A7"}'::jsonb ELSE '{}' END, CASE WHEN issued THEN day END, 3, day,
    day + (n % 40) * interval '1 day', CASE WHEN issued OR n % 2 = 1 THEN (day + interval '30 days')::date END,
    CASE status WHEN 'Paid' THEN gross WHEN 'Partial' THEN 1 ELSE 0 END, CASE status WHEN 'Void' THEN gross ELSE 0 END,
    CASE WHEN issued THEN :seller || jsonb_build_object('id', company, 'name', 'Company ' || company) END,
    CASE WHEN issued THEN :client || jsonb_build_object('id', client, 'name', 'Client ' || client) END,
    CASE WHEN issued THEN day END, CASE status WHEN 'Overdue' THEN day + interval '31 days' END,
    CASE status WHEN 'Paid' THEN day + interval '20 days' END, CASE status WHEN 'Void' THEN day END, CASE status WHEN 'Rejected' THEN day END,
    'default', '[]'
  FROM generate_series(:from, :to) n
    CROSS JOIN LATERAL (SELECT abs(hashint8(n)::bigint) AS h) hashed
    CROSS JOIN LATERAL (SELECT CASE WHEN n % 1000 = 0 THEN 3 WHEN n % 8 = 0 OR n > :rows * 0.97 THEN 2 ELSE 1 END AS company) owner
    CROSS JOIN LATERAL (SELECT CASE company WHEN 1 THEN 1 + h % 4400 WHEN 2 THEN 4401 + h % 500 ELSE 4901 + h % 100 END AS client) buyer
    CROSS JOIN LATERAL (SELECT timestamptz '2021-11-21 09:00Z' + n * (interval '1826 days' / :rows) AS day) dated
    CROSS JOIN LATERAL (SELECT round((h % 500000 + 100) / 100.0, 2) AS net) priced
    CROSS JOIN LATERAL (SELECT round(net * 0.2, 2) AS tax, net + round(net * 0.2, 2) AS gross) taxed
    CROSS JOIN LATERAL (SELECT ${STATUS} AS status) judged
    CROSS JOIN LATERAL (SELECT status <> 'Draft' AS issued) issuing`;

const LINES = `
INSERT INTO invoice_lines (position, name, quantity, unit, unit_price, price_base_quantity, allowances, charges, tax_category, tax_rate,
    custom_fields, net, tax, gross, invoice_id)
  SELECT 0, 'Consulting', 2, 'C62', 450, 1, '[]', '[]', 'S', 20, '{}', 900, 180, 1080, id FROM invoices`;

const TOMBSTONES = `
INSERT INTO record_tombstones (company_id, resource, record_id, version, deleted_at)
  SELECT 1, 'invoice', :rows + n, 2, timestamptz '2021-11-21 09:00Z' + n * interval '12 hours' FROM generate_series(1, 3000) n`;

/**
 * Fills an empty, migrated database.
 * @param client a superuser's connection
 * @param rows number of invoices
 * @param parties the snapshots of an invoice of the product, if an API is to read these
 * @param halfway called when the older half of the invoices is there, without indexes
 */
export async function fill(client, rows, { parties = PARTIES, halfway } = {}) {
  const run = (sql) => client.query(sql.replaceAll(':rows', String(rows)));
  const json = (value) => `${client.escapeLiteral(JSON.stringify(value))}::jsonb`;
  const written = INVOICES.replace(':seller', json(parties.seller)).replace(':client', json(parties.client));
  const invoices = (from, to) => run(written.replace(':from', String(from)).replace(':to', String(to)));
  await withoutIndexes(client, ['invoices'], async () => {
    await run(OTHERS);
    const half = Math.floor(rows / 2);
    await invoices(1, half);
    await halfway?.();
    await invoices(half + 1, rows);
  });
  for (const sql of [LINES, TOMBSTONES, 'VACUUM ANALYZE']) await run(sql);
}
