import type { MigrationInterface, QueryRunner } from 'typeorm';
import { globalSchema } from './steps.js';

/**
 * Moves the tables of a cell to their schema: docs/decisions/250. It only changes the catalogue. Programs of 0.2.0 find the tables before
 * and after it, because the path of their connections begins with this schema.
 */
export class ContractFrom0108CellSchema1700000000109 implements MigrationInterface {
  name = 'ContractFrom0108CellSchema1700000000109';

  async up(db: QueryRunner): Promise<void> {
    const global = await globalSchema(db);
    const path = await textsOf(db, `SELECT current_setting('search_path') AS text`);
    // PostgreSQL then writes each name in a definition with its schema.
    await db.query('SET LOCAL search_path = pg_catalog');
    const copies = await textsOf(db, COPIES, [global, BOTH, NAMES_OF_BOTH]);
    const grants = await textsOf(db, GRANTS, [global]);
    await db.query([`CREATE SCHEMA ${CELL}`, ...grants].join(';\n'));
    const locked = [...LOCKED, ...TABLES, ...BOTH, ...GLOBAL].map((table) => `${global}.${table}`);
    await db.query(`LOCK TABLE ${[...new Set(locked)].join(', ')} IN ACCESS EXCLUSIVE MODE`);
    const days = await textsOf(db, DAYS, [DAILY.map((table) => `${global}.${table}`)]);
    await db.query(
      [
        ...dropped(global),
        ...[...TABLES, ...BOTH].map((table) => `ALTER TABLE ${global}.${table} SET SCHEMA ${CELL}`),
        ...days.map((day) => `ALTER TABLE ${day} SET SCHEMA ${CELL}`),
        ...[...FUNCTIONS, ...FUNCTIONS_OF_BOTH].map((name) => `ALTER ROUTINE ${global}.${name} SET SCHEMA ${CELL}`),
        ...WITH_PATH.map((name) => `ALTER FUNCTION ${CELL}.${name} SET search_path = ${CELL}, pg_temp`),
        ...copies,
        `CREATE AGGREGATE ${global}.audit_chain (text) (SFUNC = ${global}.audit_hash, STYPE = bytea)`,
        ...REFERRING.map((table) => `ALTER TABLE ${CELL}.${table} DROP CONSTRAINT ${table}_tenant_fkey`),
      ].join(';\n'),
    );
    await db.query(`SELECT set_config('search_path', $1, true)`, path);
  }

  /** For specs. Rows of both sides must be in the cell, as programs of this release write them. */
  async down(db: QueryRunner): Promise<void> {
    const global = await globalSchema(db);
    const tables = await textsOf(db, TABLES_OF_CELL);
    const both = BOTH.map((table) => `${global}.${table}`).join(', ');
    const routines = [...FUNCTIONS, ...FUNCTIONS_OF_BOTH];
    await db.query(
      [
        `DROP TABLE ${both} CASCADE`,
        `DROP AGGREGATE ${global}.audit_chain (text)`,
        `DROP FUNCTION ${FUNCTIONS_OF_TABLES.map((name) => `${global}.${name}`).join(', ')}`,
        ...routines.map((name) => `ALTER ROUTINE ${CELL}.${name} SET SCHEMA ${global}`),
        ...tables.map((table) => `ALTER TABLE ${table} SET SCHEMA ${global}`),
        ...WITH_PATH.map((name) => `ALTER FUNCTION ${global}.${name} SET search_path = ${global}, pg_temp`),
        `DROP SCHEMA ${CELL}`,
        ...former(global),
        ...REFERRING.map(
          (table) => `ALTER TABLE ${global}.${table} ADD CONSTRAINT ${table}_tenant_fkey FOREIGN KEY (company_id)
            REFERENCES ${global}.tenants (id)`,
        ),
      ].join(';\n'),
    );
  }
}

const CELL = 'cell_1';

const TABLES = [
  ...['companies', 'tenant_changes', 'company_logos', 'api_requests', 'sandbox_advances', 'clients', 'checkpoints'],
  ...['quotes', 'quote_lines', 'invoices', 'invoice_lines', 'credit_notes', 'credit_note_lines'],
  ...['payments', 'payment_allocations', 'postponements', 'settlement_entries'],
  ...['number_series', 'number_series_numbers', 'number_series_periods', 'document_numbers', 'tax_rates'],
  ...['answering_links', 'client_links', 'document_files'],
  ...['document_chain', 'document_chain_adoption', 'document_chain_heads', 'document_chain_upgrade'],
  ...['primary_history', 'record_change_counters', 'record_changes', 'record_history', 'record_tombstones'],
  ...['event_counters', 'event_sequencer', 'events', 'webhook_workers', 'webhook_deliveries', 'webhook_attempts'],
  ...['webhook_endpoints', 'webhook_endpoint_states', 'webhook_endpoint_stats', 'webhook_grants', 'webhook_runs'],
  ...['company_export_files', 'company_export_parts', 'company_exports', 'snapshot_parts', 'snapshots'],
  ...['import_parts', 'import_row_keys', 'imports'],
];

/** Moved with their rows, and created again in the schema of global tables. */
const BOTH = ['audit_heads', 'audit_log', 'deleting_companies', 'idempotency_records', 'mails'];

/** The first tables of most transactions. In the same order as theirs, a lock waits for fewer of them. */
const LOCKED = ['idempotency_records', 'companies'];

/** Their triggers and keys change. */
const GLOBAL = ['company_deletions', 'tenants'];

/** Tables with a table for each day, which a worker creates. */
const DAILY = ['api_requests', 'webhook_attempts'];

/** Tables of both sides whose rows in the cell no longer refer to the card, which another server can have. */
const REFERRING = ['audit_heads', 'idempotency_records', 'mails'];

const FUNCTIONS = [
  ...['document_chain_kept()', 'document_chain_kept_with_company()', 'document_chain_linked()'],
  ...['hold_document_number()', 'follow_company_plan()', 'keep_company_kind()', 'count_tenant_change()'],
  ...['webhook_endpoint_state_begin()', 'reject_event_sequencer()'],
  ...['create_attempts_day(text)', 'drop_attempts_day(text)', 'create_requests_day(text)', 'drop_requests_day(text)'],
];

/** The aggregate is created again by name: PostgreSQL has no definition of one. */
const FUNCTIONS_OF_BOTH = [
  ...['audit_chain(text)', 'audit_hash(bytea, text)', `audit_text(${CELL}.audit_log)`],
  ...['audit_log_chain()', 'audit_kept()', 'audit_kept_with_company()'],
];

/** Those of global tables that do not disappear with a table. */
const FUNCTIONS_OF_TABLES = [
  'audit_hash(bytea, text)',
  'audit_log_chain()',
  'audit_kept()',
  'audit_kept_with_company()',
];

const NAMES_OF_BOTH = FUNCTIONS_OF_BOTH.map((name) => name.replace(/\(.*/, ''));

/** Functions that name tables. The others have no path, which would cost time in each call. */
const WITH_PATH = [
  ...FUNCTIONS.filter((name) => !['document_chain_linked()', 'reject_event_sequencer()'].includes(name)),
  ...['audit_log_chain()', 'audit_kept()', 'audit_kept_with_company()'],
];

const GRANTEE = `CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END`;

/** Who may use the schema of today may use the new one, and has the same permissions on later tables. */
const GRANTS = `
SELECT format('GRANT USAGE ON SCHEMA ${CELL} TO %s', ${GRANTEE}) AS text FROM pg_namespace, aclexplode(nspacl)
  WHERE oid = to_regnamespace($1) AND privilege_type = 'USAGE' AND grantee <> nspowner
UNION ALL SELECT format('ALTER DEFAULT PRIVILEGES FOR ROLE %s IN SCHEMA ${CELL} GRANT %s ON %s TO %s', defaclrole::regrole, privilege_type,
    CASE defaclobjtype WHEN 'r' THEN 'TABLES' WHEN 'S' THEN 'SEQUENCES' ELSE 'FUNCTIONS' END, ${GRANTEE})
  FROM pg_default_acl, aclexplode(defaclacl)
  WHERE defaclnamespace = to_regnamespace($1) AND defaclobjtype IN ('r', 'S', 'f') AND pg_has_role(defaclrole, 'USAGE')
ORDER BY text`;

/** The tables of days, which no worker creates while the table is locked. */
const DAYS = `SELECT inhrelid::regclass::text AS text FROM pg_inherits WHERE inhparent = ANY ($1::text[]::regclass[]) ORDER BY 1`;

/** Read before the move: what creates the tables of both sides again where they were, with their functions. */
const COPIES = `
WITH own AS (
  SELECT oid, relname, relowner, relacl, reloptions FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relname = ANY ($2)
), sequences AS (
  SELECT c.oid, c.relowner, c.relacl, d.refobjid, d.refobjsubid, d.deptype FROM pg_depend d
    JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S'
  WHERE d.classid = 'pg_class'::regclass AND d.refobjid IN (SELECT oid FROM own) AND d.deptype IN ('a', 'i')
), functions AS (
  SELECT oid, proowner, proacl FROM pg_proc WHERE pronamespace = to_regnamespace($1) AND proname = ANY ($3) AND prokind = 'f'
)
SELECT text FROM (
  SELECT 1 AS step, format('CREATE TABLE %s (LIKE ${CELL}.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED
      INCLUDING IDENTITY INCLUDING STORAGE INCLUDING COMPRESSION)%s', oid::regclass, relname,
      ' WITH (' || array_to_string(reloptions, ', ') || ')') AS text FROM own
  UNION ALL SELECT 2, format('CREATE SEQUENCE %s OWNED BY %s.%I', oid::regclass, refobjid::regclass, attname) FROM sequences
    JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid WHERE deptype = 'a'
  UNION ALL SELECT 3, format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE conrelid IN (SELECT oid FROM own) AND contype IN ('p', 'u', 'x', 'f')
  UNION ALL SELECT 4, pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid IN (SELECT oid FROM own)
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid)
  UNION ALL SELECT 5, pg_get_functiondef(oid) FROM functions
  UNION ALL SELECT 6, pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid IN (SELECT oid FROM own) AND NOT tgisinternal
  UNION ALL SELECT 7, format('GRANT %s ON %s TO %s', privilege_type, oid::regclass, ${GRANTEE}) FROM own, aclexplode(relacl)
    WHERE grantee <> relowner
  UNION ALL SELECT 7, format('GRANT %s ON SEQUENCE %s TO %s', privilege_type, oid::regclass, ${GRANTEE})
    FROM sequences, aclexplode(relacl) WHERE grantee <> relowner
  UNION ALL SELECT 7, format('GRANT %s ON FUNCTION %s TO %s', privilege_type, oid::regprocedure, ${GRANTEE})
    FROM functions, aclexplode(proacl) WHERE grantee <> proowner
) AS texts ORDER BY step, text`;

const TABLES_OF_CELL = `SELECT format('${CELL}.%I', relname) AS text FROM pg_class
  WHERE relnamespace = '${CELL}'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`;

/** What existed for programs of 0.1.0, which created no cards of companies and no marks of deletions. */
const dropped = (global: string): string[] => [
  `DROP TRIGGER companies_tenant ON ${global}.companies`,
  `DROP TRIGGER company_deletions_marked ON ${global}.company_deletions`,
  `DROP FUNCTION ${global}.create_tenant(), ${global}.mark_deleting_company()`,
];

const CARD = ['id', 'kind', 'sandbox_of', 'created_at', 'name', 'plan', 'time_zone', 'clock_offset', 'deletes_at'];

const former = (global: string): string[] => [
  `CREATE FUNCTION ${global}.create_tenant() RETURNS trigger LANGUAGE plpgsql SET search_path = ${global}, pg_temp AS $$
BEGIN
  INSERT INTO tenants (${CARD.join(', ')}) VALUES (${CARD.map((column) => `NEW.${column}`).join(', ')});
  RETURN NULL;
END $$`,
  `CREATE TRIGGER companies_tenant AFTER INSERT ON ${global}.companies FOR EACH ROW WHEN (NEW.creates_card)
    EXECUTE FUNCTION ${global}.create_tenant()`,
  `CREATE FUNCTION ${global}.mark_deleting_company() RETURNS trigger LANGUAGE plpgsql SET search_path = ${global}, pg_temp AS $$
BEGIN
  IF TG_OP <> 'DELETE' AND NEW.status = 'Running' THEN
    INSERT INTO deleting_companies (company_id) VALUES (NEW.company_id) ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM deleting_companies WHERE company_id = OLD.company_id;
  END IF;
  RETURN NULL;
END $$`,
  `CREATE TRIGGER company_deletions_marked AFTER INSERT OR UPDATE OF status OR DELETE ON ${global}.company_deletions FOR EACH ROW
    EXECUTE FUNCTION ${global}.mark_deleting_company()`,
];

/** The column `text` of a query. */
async function textsOf(db: QueryRunner, query: string, values: unknown[] = []): Promise<string[]> {
  const rows = (await db.query(query, values)) as { text: string }[];
  return rows.map(({ text }) => text);
}
