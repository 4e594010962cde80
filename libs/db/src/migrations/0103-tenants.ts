import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inBatches } from './steps.js';

/** Tables with a `company_id` whose rows are found before the cell of the company is known, or may be on both sides. */
const REFERRING = [
  ...['api_keys', 'audit_heads', 'idempotency_records', 'invitations', 'key_policies', 'mails', 'members'],
  ...['oauth_applications', 'oauth_grants', 'oauth_policies', 'portal_links', 'portal_sessions'],
];

/**
 * The card of each company, a global row to which the rows of global tables refer. Triggers create it with the company, also for programs
 * of the previous release, and count the changes that the worker has to copy.
 */
export class Tenants1700000000103 implements MigrationInterface {
  name = 'Tenants1700000000103';
  // A transaction would keep the locks of tables while it reads the rows of others.
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(TABLES);
    await replaceFunction(db, CREATE_TENANT);
    await db.query(`CREATE OR REPLACE TRIGGER companies_tenant AFTER INSERT ON companies
      FOR EACH ROW EXECUTE FUNCTION create_tenant()`);
    await replaceFunction(db, COUNT_CHANGE);
    await db.query(`CREATE OR REPLACE TRIGGER companies_tenant_change AFTER UPDATE ON companies FOR EACH ROW
      WHEN ((${state('OLD')}) IS DISTINCT FROM (${state('NEW')})) EXECUTE FUNCTION count_tenant_change()`);
    await inBatches(db, { table: 'companies', text: FILL });
    for (const table of REFERRING) await refer(db, table, TO_TENANTS, TO_COMPANIES);
    await replaceFunction(db, chainFunction(''));
  }

  async down(db: QueryRunner): Promise<void> {
    await replaceFunction(db, chainFunction('PERFORM FROM companies WHERE id = NEW.company_id FOR KEY SHARE;'));
    for (const table of REFERRING) await refer(db, table, TO_COMPANIES, TO_TENANTS);
    await db.query('DROP TRIGGER IF EXISTS companies_tenant_change ON companies');
    await db.query('DROP TRIGGER IF EXISTS companies_tenant ON companies');
    await db.query('DROP FUNCTION IF EXISTS count_tenant_change(), create_tenant()');
    await db.query('DROP TABLE IF EXISTS tenant_changes, tenants');
  }
}

const TABLES = `
CREATE TABLE IF NOT EXISTS tenants (
  id bigint PRIMARY KEY,
  cell integer NOT NULL DEFAULT 1,
  kind text NOT NULL,
  sandbox_of bigint REFERENCES tenants (id),
  created_at timestamptz(3) NOT NULL,
  -- The change that the following columns have: tenant_changes.version.
  version bigint NOT NULL DEFAULT 0,
  name text NOT NULL,
  plan text NOT NULL,
  time_zone text NOT NULL,
  clock_offset bigint NOT NULL,
  deletes_at timestamptz(3)
);
CREATE INDEX IF NOT EXISTS tenants_sandbox_of ON tenants (sandbox_of) WHERE sandbox_of IS NOT NULL;

CREATE TABLE IF NOT EXISTS tenant_changes (
  company_id bigint PRIMARY KEY REFERENCES companies (id) ON DELETE CASCADE,
  version bigint NOT NULL,
  applied bigint NOT NULL
);
CREATE INDEX IF NOT EXISTS tenant_changes_behind ON tenant_changes (company_id) WHERE applied < version;
`;

/** What a card has of the company and can change. */
const STATE = ['name', 'plan', 'time_zone', 'clock_offset', 'deletes_at'];
const state = (row: string): string => STATE.map((column) => `${row}.${column}`).join(', ');

const CARD = ['id', 'kind', 'sandbox_of', 'created_at', ...STATE];
const cardOf = (row: string): string => CARD.map((column) => `${row}.${column}`).join(', ');

const CREATE_TENANT = `
CREATE OR REPLACE FUNCTION create_tenant() RETURNS trigger LANGUAGE plpgsql SET search_path = %I, pg_temp AS $function$
BEGIN
  INSERT INTO tenants (${CARD.join(', ')}) VALUES (${cardOf('NEW')});
  RETURN NULL;
END $function$`;

const COUNT_CHANGE = `
CREATE OR REPLACE FUNCTION count_tenant_change() RETURNS trigger LANGUAGE plpgsql SET search_path = %I, pg_temp AS $function$
BEGIN
  INSERT INTO tenant_changes AS t (company_id, version, applied) VALUES (NEW.id, 1, 0)
  ON CONFLICT (company_id) DO UPDATE SET version = t.version + 1;
  RETURN NULL;
END $function$`;

/** A company that is created or changed in the meantime has its card, or a change that waits, from the triggers. */
const FILL = `INSERT INTO tenants (${CARD.join(', ')})
  SELECT ${cardOf('c')} FROM companies c WHERE c.id > $1 AND c.id <= $2 ON CONFLICT (id) DO NOTHING`;

/** @param lock of the company, before the key of its head takes it. No transaction locks a card so that a key has to wait for it. */
const chainFunction = (lock: string): string => `
CREATE OR REPLACE FUNCTION audit_log_chain() RETURNS trigger LANGUAGE plpgsql SET search_path = %I, pg_temp AS $function$
DECLARE head audit_heads;
BEGIN
  SELECT * INTO head FROM audit_heads WHERE company_id = NEW.company_id FOR UPDATE;
  IF NOT FOUND THEN
    ${lock}
    INSERT INTO audit_heads (company_id, entries) VALUES (NEW.company_id, 0) ON CONFLICT DO NOTHING;
    SELECT * INTO STRICT head FROM audit_heads WHERE company_id = NEW.company_id FOR UPDATE;
  END IF;
  NEW.id := nextval('audit_log_ids');
  NEW.prev_hash := head.hash;
  NEW.hash := audit_hash(head.hash, audit_text(NEW));
  UPDATE audit_heads SET entries = head.entries + 1, entry_id = NEW.id, hash = NEW.hash WHERE company_id = NEW.company_id;
  RETURN NEW;
END $function$`;

/** @param text of a function whose schema is inserted for %I, so that every connection finds its tables */
async function replaceFunction(db: QueryRunner, text: string): Promise<void> {
  await db.query(`DO $up$ BEGIN EXECUTE format($create$${text}$create$, current_schema()); END $up$`);
}

interface KeyToCompany {
  readonly suffix: string;
  readonly table: string;
}

interface StoredKey {
  readonly name: string;
  readonly valid: boolean;
}

const TO_COMPANIES: KeyToCompany = { suffix: 'company_id_fkey', table: 'companies' };
const TO_TENANTS: KeyToCompany = { suffix: 'tenant_fkey', table: 'tenants' };

/** Replaces a foreign key, unless it is done. The rows are read by a statement that does not block writes. */
async function refer(db: QueryRunner, table: string, to: KeyToCompany, instead: KeyToCompany): Promise<void> {
  const name = `${table}_${to.suffix}`;
  const former = `${table}_${instead.suffix}`;
  const stored = 'SELECT conname AS name, convalidated AS valid FROM pg_constraint WHERE conrelid = $1::regclass';
  const keys = (await db.query(stored, [table])) as StoredKey[];
  const key = keys.find((each) => each.name === name);
  const add = `ADD CONSTRAINT ${name} FOREIGN KEY (company_id) REFERENCES ${to.table} (id) NOT VALID`;
  if (!key) await db.query(`ALTER TABLE ${table} ${add}`);
  if (!key?.valid) await db.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`);
  if (keys.some((each) => each.name === former)) await db.query(`ALTER TABLE ${table} DROP CONSTRAINT ${former}`);
}
