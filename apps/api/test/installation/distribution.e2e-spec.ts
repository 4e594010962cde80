import { RECORD_NAMES, RESOURCES } from '@billhook/domain/shared/resources';
import { createTestDatabase, type TestDatabase } from '@billhook/testing/test-database';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/*
 * A cluster of several PostgreSQL servers stores the rows of a company together. It requires `company_id` in each table that it
 * distributes, and in each of its unique keys. docs/beyond-one-machine.md describes what each group of exceptions needs.
 */

/** Tables that every server has a copy of, or only the first one: they belong to no single company. */
const UNDISTRIBUTED: Readonly<Record<string, string>> = {
  accounts: 'an account can be a member of several companies',
  companies: 'the companies themselves, found by id before anything else',
  document_chain_adoption: 'one row at most, of the installation',
  document_chain_upgrade: 'one row at most, of the installation',
  event_sequencer: 'one row, which never changes',
  installation: 'one row, the id of the installation',
  mails: 'an email to an account belongs to no company',
  migrations: 'of the schema',
  oauth_applications: 'an application can be authorised by members of all companies; company_id names its publisher',
  oauth_secrets: 'of an application',
  password_resets: 'of an account',
  rate_limits: 'an unlogged counter by name, on Redis in a large installation',
  recovery_codes: 'of an account',
  second_factors: 'of an account',
  served_archives: 'files of the installation',
  sessions: 'of an account, found by a hash before the company is known',
  sign_in_attempts: 'an unlogged counter by name',
  webhook_workers: 'a worker delivers for all companies',
};

/** Tables whose rows belong to a company through another row. They need a column with its company, and a key with that column. */
const COLUMN_MISSING: Readonly<Record<string, string>> = {
  credit_note_lines: 'credit_notes',
  invoice_lines: 'invoices',
  key_hosts: 'api_keys',
  key_permissions: 'api_keys',
  key_requests: 'api_keys',
  number_series_numbers: 'number_series',
  number_series_periods: 'number_series',
  oauth_tokens: 'oauth_grants',
  payment_allocations: 'payments',
  quote_lines: 'quotes',
  webhook_attempts: 'webhook_deliveries',
  webhook_endpoint_states: 'webhook_endpoints',
  webhook_endpoint_stats: 'webhook_endpoints',
};

/** Ids are unique in the installation. In a cluster, the key of the table becomes (company_id, id). */
const IDS: readonly string[] = [
  ...RECORD_NAMES.map((name) => `${RESOURCES[name].table}_pkey`),
  ...['answering_links_pkey', 'api_keys_pkey', 'audit_log_pkey', 'checkpoints_pkey', 'client_links_pkey'],
  ...['company_exports_pkey', 'document_chain_pkey', 'events_pkey', 'imports_pkey'],
  ...['invitations_pkey', 'members_pkey', 'number_series_pkey', 'oauth_grants_pkey'],
  ...[
    'portal_links_pkey',
    'postponements_pkey',
    'record_changes_pkey',
    'record_history_pkey',
    'sandbox_advances_pkey',
    'settlement_entries_pkey',
    'snapshot_parts_pkey',
    'snapshots_pkey',
    'tax_rates_pkey',
  ],
  ...['webhook_deliveries_pkey', 'webhook_endpoints_pkey', 'webhook_runs_pkey'],
];

/** Keys that contain the id of a row of one company: they can start with company_id without another meaning. */
const FOLLOWING: readonly string[] = [
  ...[
    'answering_links_resource_record_id_key',
    'api_keys_successor',
    'document_files_pkey',
    'event_stream_places_pkey',
  ],
  ...['portal_sessions_link', 'quotes_previous_revision', 'record_tombstones_pkey', 'webhook_deliveries_event'],
  ...['webhook_runs_under_way'],
];

/** Random values that are found before their company is known. They need a small table from the value to the company. */
const TOKENS: readonly string[] = [
  ...['answering_links_token_hash_key', 'api_keys_hash', 'api_keys_prefix', 'client_links_token_hash_key'],
  ...['credit_notes_public_token', 'events_id'],
  ...[
    'invitations_token',
    'invoices_public_token',
    'portal_links_token',
    'portal_sessions_pkey',
    'quotes_public_token',
  ],
];

/** Tables of the schema with their unique keys, and whether `company_id` is in them. */
const FOUND = `
SELECT c.relname AS "table", i.relname AS "key", EXISTS (
    SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'company_id' AND a.attnotnull) AS "hasColumn",
  coalesce('company_id' = ANY (ARRAY (
    SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (x.indkey))), false) AS "hasKey"
FROM pg_class c
LEFT JOIN pg_index x ON x.indrelid = c.oid AND (x.indisunique OR x.indisexclusion)
LEFT JOIN pg_class i ON i.oid = x.indexrelid
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
ORDER BY 1, 2`;

interface Found {
  readonly table: string;
  readonly key: string | null;
  readonly hasColumn: boolean;
  readonly hasKey: boolean;
}

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** What keeps the schema from being distributed: tables without the column, and keys of the others without it. */
const obstacles = (text = ''): Promise<{ tables: string[]; keys: string[] }> =>
  withClient(database.url, async (client) => {
    await client.query(`BEGIN; ${text}`);
    const { rows } = await client.query<Found>(FOUND);
    await client.query('ROLLBACK');
    const candidates = rows.filter(({ table }) => !(table in UNDISTRIBUTED));
    return {
      tables: [...new Set(candidates.filter(({ hasColumn }) => !hasColumn).map(({ table }) => table))],
      keys: candidates.flatMap(({ key, hasColumn, hasKey }) => (key !== null && hasColumn && !hasKey ? [key] : [])),
    };
  });

const KEYS = [...IDS, ...FOLLOWING, ...TOKENS].sort();

describe('the distribution of tables by company', () => {
  it('has no obstacle besides the listed ones, and each of those still exists', async () => {
    const { tables, keys } = await obstacles();
    expect(tables.toSorted()).toEqual(Object.keys(COLUMN_MISSING).sort());
    expect(keys.toSorted()).toEqual(KEYS);
    const { rows } = await withClient(database.url, (client) => client.query<Found>(FOUND));
    const all = new Set(rows.map(({ table }) => table));
    expect(
      [...Object.keys(UNDISTRIBUTED), ...Object.values(COLUMN_MISSING)].filter((table) => !all.has(table)),
    ).toEqual([]);
  });

  it.each<[what: string, text: string, found: { tables: readonly string[]; keys: readonly string[] }]>([
    ['a table without the column', 'CREATE TABLE probe (id bigint)', { tables: ['probe'], keys: [] }],
    [
      'a table whose rows may have no company',
      'CREATE TABLE probe (company_id bigint)',
      { tables: ['probe'], keys: [] },
    ],
    [
      'a primary key without it',
      'CREATE TABLE probe (company_id bigint NOT NULL, id bigint PRIMARY KEY)',
      { tables: [], keys: ['probe_pkey'] },
    ],
    [
      'a unique index of an expression',
      'CREATE TABLE probe (company_id bigint NOT NULL, name text); CREATE UNIQUE INDEX probe_name ON probe (lower(name))',
      { tables: [], keys: ['probe_name'] },
    ],
    ['a new unique index of a table', 'CREATE UNIQUE INDEX probe ON clients (name)', { tables: [], keys: ['probe'] }],
    [
      'nothing, if column and key are there',
      'CREATE TABLE probe (company_id bigint, id bigint, PRIMARY KEY (company_id, id))',
      { tables: [], keys: [] },
    ],
  ])('finds %s', async (_, text, found) => {
    const [before, after] = [await obstacles(), await obstacles(text)];
    expect(after.tables.filter((table) => !before.tables.includes(table))).toEqual(found.tables);
    expect(after.keys.filter((key) => !before.keys.includes(key))).toEqual(found.keys);
  });
});
