import { randomBytes } from 'node:crypto';
import { SESSION_SETTINGS } from '@billhook/db/session-settings';
import { createTestDatabase } from '@billhook/testing/test-database';
import { withClient } from '@billhook/testing/test-server';

/** Settings of roles that no statement may depend on. PostgreSQL would compile every plan. */
const ODD_SETTINGS: Readonly<Record<string, string>> = {
  jit: 'on',
  jit_above_cost: '0',
  jit_inline_above_cost: '0',
  jit_optimize_above_cost: '0',
  DateStyle: 'SQL, DMY',
  IntervalStyle: 'sql_standard',
  TimeZone: 'Pacific/Chatham',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  array_nulls: 'off',
  standard_conforming_strings: 'off',
  plan_cache_mode: 'force_custom_plan',
  gin_fuzzy_search_limit: '1',
  default_transaction_isolation: 'serializable',
  default_transaction_read_only: 'on',
  default_transaction_deferrable: 'on',
  lock_timeout: '1ms',
  statement_timeout: '7s',
  enable_indexscan: 'off',
  enable_indexonlyscan: 'off',
  enable_bitmapscan: 'off',
  enable_nestloop: 'off',
  enable_sort: 'off',
};

/** The tables that the path of an event writes, from the request to the result of the attempt. */
const PATH = ['clients', 'events', 'webhook_deliveries', 'webhook_attempts'] as const;

/** What statements ran with: settings by name, each as a text. */
export type SeenSettings = Readonly<Record<string, string>>;

/** The settings that a statement sees. Others apply outside of transactions, or are changed by the engine. */
const SEEN = [
  ...SESSION_SETTINGS.map(({ name }) => name).filter((name) => !/^(default_|idle_|plan_cache_mode)/.test(name)),
  ...['transaction_isolation', 'transaction_read_only', 'statement_timeout'],
];

/**
 * An empty database as operators create it: it belongs to an administrator, and two roles with odd settings use it. One changes the
 * schema, and the other runs API and worker, and can create nothing.
 */
export class OperatorDatabase {
  private constructor(
    readonly administratorUrl: string,
    readonly schemaRole: string,
    readonly role: string,
    private readonly drop: () => Promise<void>,
  ) {}

  static async create(): Promise<OperatorDatabase> {
    const { url, drop } = await createTestDatabase({ hasSchema: false });
    const name = `test_${randomBytes(6).toString('hex')}`;
    const self = new OperatorDatabase(url, `${name}_schema`, `${name}_run`, drop);
    const sets = (role: string) =>
      Object.entries(ODD_SETTINGS).map(([setting, value]) => `ALTER ROLE ${role} SET ${setting} = '${value}'`);
    await self.administer(
      'DROP SCHEMA public CASCADE',
      'CREATE SCHEMA public',
      ...[self.schemaRole, self.role].flatMap((role) => [
        `CREATE ROLE ${role} LOGIN PASSWORD '${role}'`,
        ...sets(role),
      ]),
      `GRANT USAGE, CREATE ON SCHEMA public TO ${self.schemaRole}`,
      `GRANT USAGE ON SCHEMA public TO ${self.role}`,
    );
    return self;
  }

  /** The URL of a role. */
  urlOf(role: string): string {
    const url = new URL(this.administratorUrl);
    [url.username, url.password] = [role, role];
    return url.href;
  }

  administer(...statements: readonly string[]): Promise<void> {
    return withClient(this.administratorUrl, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  }

  /** The commands of docs/operations.md, "Two roles", which the role of the schema step runs. */
  grantUse(): Promise<void> {
    const { role } = this;
    return withClient(this.urlOf(this.schemaRole), async (client) => {
      await client.query('SET default_transaction_read_only = off');
      for (const statement of [
        'SET search_path = cell_1, public',
        `GRANT USAGE ON SCHEMA cell_1, bullmq TO ${role}`,
        `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA cell_1, public, bullmq TO ${role}`,
        `GRANT USAGE ON ALL SEQUENCES IN SCHEMA cell_1, public, bullmq TO ${role}`,
        `GRANT EXECUTE ON FUNCTION create_attempts_day(text), drop_attempts_day(text), create_requests_day(text),
          drop_requests_day(text) TO ${role}`,
        `ALTER DEFAULT PRIVILEGES IN SCHEMA cell_1, public, bullmq GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role}`,
        `ALTER DEFAULT PRIVILEGES IN SCHEMA cell_1, public, bullmq GRANT USAGE ON SEQUENCES TO ${role}`,
      ])
        await client.query(statement);
    });
  }

  /** From now on, notes the settings of each statement that writes on the path of an event. */
  async watchSettings(): Promise<void> {
    const values = SEEN.map((name) => `'${name}', current_setting('${name}')`).join(', ');
    await this.administer(
      'CREATE TABLE test_settings (settings jsonb)',
      'GRANT INSERT ON test_settings TO PUBLIC',
      `CREATE FUNCTION test_note_settings() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO test_settings VALUES (jsonb_build_object('table', regexp_replace(TG_TABLE_NAME, '_[0-9]+$', ''), ${values})); RETURN NULL; END $$`,
      ...PATH.map(
        (table) => `CREATE TRIGGER test_settings AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW
          EXECUTE FUNCTION test_note_settings()`,
      ),
    );
  }

  /** The settings seen since `watchSettings` or the last call, each once, and the tables that were written. */
  seenSettings(): Promise<{ settings: SeenSettings[]; tables: string[] }> {
    return withClient(this.administratorUrl, async (client) => {
      const { rows } = await client.query<{ table: string; settings: SeenSettings }>(
        `WITH seen AS (DELETE FROM test_settings RETURNING settings)
          SELECT DISTINCT settings ->> 'table' AS table, settings - 'table' AS settings FROM seen ORDER BY 1`,
      );
      const settings = new Map(rows.map((row) => [JSON.stringify(row.settings), row.settings]));
      return { settings: [...settings.values()], tables: [...new Set(rows.map(({ table }) => table))] };
    });
  }

  async close(): Promise<void> {
    const { administratorUrl, schemaRole, role } = this;
    const maintenance = new URL(administratorUrl);
    maintenance.pathname = '/postgres';
    await this.drop();
    await withClient(maintenance.href, async (client) => {
      await client.query(`DROP ROLE ${schemaRole}, ${role}`);
    });
  }
}

/** The settings that each statement of the path must see. */
export const EXPECTED_SETTINGS: SeenSettings = {
  ...Object.fromEntries(
    SESSION_SETTINGS.filter(({ name }) => SEEN.includes(name)).map(({ name, value }) => [name, value]),
  ),
  ...{ transaction_isolation: 'read committed', transaction_read_only: 'off', statement_timeout: '30s' },
};

/** All tables of the path, in the order of their names. */
export const WRITTEN_TABLES: readonly string[] = [...PATH].sort();
