import { isTableOfAnyCell } from '@billhook/testing/own-tables';
import { withClient } from '@billhook/testing/test-server';
import type { TestApi } from './api.js';
import { COUNTERS, untimelyOf } from './audit-rows.js';

const WATCH = `
CREATE SCHEMA watch;
CREATE UNLOGGED TABLE watch.changes (name text NOT NULL);
CREATE FUNCTION watch.note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP <> 'UPDATE' OR (to_jsonb(OLD) - TG_ARGV[0]::text[]) <> (to_jsonb(NEW) - TG_ARGV[0]::text[]) THEN
    INSERT INTO watch.changes VALUES (TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;`;

/** Finds the tables whose rows were changed, by triggers: a transaction that is rolled back leaves no note of them either. */
export class ChangedTables {
  private constructor(private readonly api: TestApi) {}

  /** Watches the tables of `rowDigests`, for as long as the work takes. */
  static async watch<T>(api: TestApi, work: (changed: ChangedTables) => Promise<T>): Promise<T> {
    await withClient(api.databaseUrl, async (client) => {
      await client.query(WATCH);
      const { rows } = await client.query<{ name: string; path: string }>(
        `SELECT relname AS name, c.oid::regclass::text AS path FROM pg_class c WHERE ${isTableOfAnyCell('c')} AND relkind = 'r' AND relpersistence = 'p'
          AND relname <> ALL($1)`,
        [COUNTERS],
      );
      for (const { name, path } of rows) {
        await client.query(`CREATE TRIGGER watch_changes AFTER INSERT OR UPDATE OR DELETE ON ${path} FOR EACH ROW
          EXECUTE FUNCTION watch.note('{${untimelyOf(name).join(',')}}')`);
      }
    });
    try {
      return await work(new ChangedTables(api));
    } finally {
      await withClient(api.databaseUrl, (client) => client.query('DROP SCHEMA watch CASCADE'));
    }
  }

  /** Those of the changes since the last call. */
  async names(): Promise<string[]> {
    const rows = await this.api.database.query<{ name: string }>({
      name: 'test_changed_tables',
      text: 'WITH taken AS (DELETE FROM watch.changes RETURNING name) SELECT DISTINCT name FROM taken ORDER BY name',
    });
    return rows.map(({ name }) => name);
  }
}
