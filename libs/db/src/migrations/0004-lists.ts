import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes of the lists. Each member that a list can be sorted by has one on (company, member, id), read from either end: that is the
 * order of the pages, and it finds the range. What is searched for lies in one trigram index for each table.
 */
export class Lists1700000000004 implements MigrationInterface {
  name = 'Lists1700000000004';

  async up(db: QueryRunner): Promise<void> {
    for (const { index, after } of REMADE) await db.query(`DROP INDEX ${index}; CREATE INDEX ${index} ON ${after}`);
    for (const part of [INVOICES, QUOTES, CREDIT_NOTES, PAYMENTS, CLIENTS, NO_JIT]) await db.query(part);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX ${NAMES.join(', ')}`);
    for (const { index, before } of REMADE) await db.query(`DROP INDEX ${index}; CREATE INDEX ${index} ON ${before}`);
    await db.query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET jit', current_database());
      EXCEPTION WHEN insufficient_privilege THEN NULL; END $$`);
  }
}

/** Indexes that there were, made anew: the company in each, and all the same way round, so that the lists can ask for their order. */
const REMADE = [
  ...['invoices', 'quotes', 'credit_notes', 'payments'].map((table) => ({
    index: `${table}_client`,
    before: `${table} (client_id, id DESC)`,
    after: `${table} (client_id, company_id, id)`,
  })),
  ...['invoices', 'quotes', 'credit_notes', 'payments', 'clients'].map((table) => ({
    index: `${table}_company`,
    before: `${table} (company_id, id DESC)`,
    after: `${table} (company_id, id)`,
  })),
  {
    index: 'invoices_company_status',
    before: 'invoices (company_id, status, id DESC)',
    after: 'invoices (company_id, status, id)',
  },
];

/** The very expression of the lists: otherwise PostgreSQL does not see that the index holds it. */
const GROSS = `((totals ->> 'gross')::numeric)`;

/** Limits the pending list of a GIN index, so that no single write has to flush a long one. */
const PENDING = 'WITH (gin_pending_list_limit = 1024)';

const INVOICES = `
CREATE INDEX invoices_issue_date ON invoices (company_id, issue_date, id);
CREATE INDEX invoices_due_date ON invoices (company_id, due_date, id);
CREATE INDEX invoices_gross ON invoices (company_id, ${GROSS}, id);
CREATE INDEX invoices_updated_at ON invoices (company_id, updated_at, id);
CREATE INDEX invoices_created_at ON invoices (company_id, created_at, id);
-- Sorted by number, drafts come last: invoices_number has the others.
CREATE INDEX invoices_unnumbered ON invoices (company_id, number, id) WHERE number IS NULL;
-- Predicates, not a column: PostgreSQL takes an AND apart, and then finds no index on the whole of it.
CREATE INDEX invoices_with_balance ON invoices (company_id, id) WHERE issued_at IS NOT NULL AND payable > amount_paid + amount_credited;
CREATE INDEX invoices_without_balance ON invoices (company_id, id) WHERE issued_at IS NULL OR payable <= amount_paid + amount_credited;
CREATE INDEX invoices_purchase_order ON invoices (company_id, purchase_order, id) WHERE purchase_order IS NOT NULL;
-- For the balances of clients: what is open of one.
CREATE INDEX invoices_open ON invoices (client_id) WHERE status IN ('Sent', 'Partial', 'Overdue', 'Rejected');
CREATE INDEX invoices_search ON invoices USING gin
  (company_id, number gin_trgm_ops, purchase_order gin_trgm_ops, currency, custom_fields jsonb_path_ops) ${PENDING};
`;

const QUOTES = `
CREATE INDEX quotes_issue_date ON quotes (company_id, issue_date, id);
CREATE INDEX quotes_expiry_date ON quotes (company_id, expiry_date, id);
CREATE INDEX quotes_gross ON quotes (company_id, ${GROSS}, id);
CREATE INDEX quotes_updated_at ON quotes (company_id, updated_at, id);
CREATE INDEX quotes_created_at ON quotes (company_id, created_at, id);
CREATE INDEX quotes_unnumbered ON quotes (company_id, number, id) WHERE number IS NULL;
CREATE INDEX quotes_search ON quotes USING gin
  (company_id, number gin_trgm_ops, title gin_trgm_ops, purchase_order gin_trgm_ops, currency, custom_fields jsonb_path_ops) ${PENDING};
`;

const CREDIT_NOTES = `
CREATE INDEX credit_notes_issue_date ON credit_notes (company_id, issue_date, id);
CREATE INDEX credit_notes_gross ON credit_notes (company_id, ${GROSS}, id);
CREATE INDEX credit_notes_updated_at ON credit_notes (company_id, updated_at, id);
CREATE INDEX credit_notes_created_at ON credit_notes (company_id, created_at, id);
CREATE INDEX credit_notes_search ON credit_notes USING gin (company_id, number gin_trgm_ops, currency) ${PENDING};
`;

const PAYMENTS = `
CREATE INDEX payments_date ON payments (company_id, date, id);
CREATE INDEX payments_amount ON payments (company_id, amount, id);
CREATE INDEX payments_updated_at ON payments (company_id, updated_at, id);
CREATE INDEX payments_created_at ON payments (company_id, created_at, id);
CREATE INDEX payments_with_credit ON payments (company_id, id) WHERE status = 'Recorded' AND kind = 'Payment' AND unallocated > 0;
-- For the balances of clients: what of one's payments is neither allocated nor given back.
CREATE INDEX payments_credit ON payments (client_id) WHERE status = 'Recorded' AND unallocated > 0;
CREATE INDEX payments_search ON payments USING gin (company_id, reference gin_trgm_ops, method, currency, kind, status) ${PENDING};
`;

const CLIENTS = `
CREATE INDEX clients_name ON clients (company_id, lower(name), id);
CREATE INDEX clients_updated_at ON clients (company_id, updated_at, id);
CREATE INDEX clients_created_at ON clients (company_id, created_at, id);
CREATE INDEX clients_search ON clients USING gin
  (company_id, name gin_trgm_ops, trading_name gin_trgm_ops, email gin_trgm_ops, external_id gin_trgm_ops, vat_number, currency, custom_fields jsonb_path_ops) ${PENDING};
`;

/**
 * A search that turns out not to be needed is part of the plan, and by its cost PostgreSQL decides whether to compile the plan: for a fifth
 * of a second, to run for one millisecond. Who does not own the database goes on with what it has.
 */
const NO_JIT = `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET jit = off', current_database());
  EXCEPTION WHEN insufficient_privilege THEN NULL; END $$`;

const NAMES = [INVOICES, QUOTES, CREDIT_NOTES, PAYMENTS, CLIENTS].flatMap((part) =>
  [...part.matchAll(/CREATE INDEX (\w+)/g)].map(([, name]) => name),
);
