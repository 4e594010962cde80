import { isTableOfAnyCell } from '@billhook/testing/own-tables';
import { withClient } from '@billhook/testing/test-server';
import type { TestApi } from './api.js';
import { COUNTERS, UNTIMELY } from './audit-rows.js';

/** One row that one request wrote. */
export interface RowChange {
  readonly table: string;
  readonly op: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly companyId: number | null;
  /** The id of the row, or of the record that it belongs to. */
  readonly recordId: number | null;
  /** The text of a timeline entry. */
  readonly resource: string | null;
  readonly before: number | null;
  readonly after: number | null;
}

/** Tables that do not count: notes of this spec, migrations, and counters of requests. */
const UNWATCHED = new RegExp(`^(fuzz_|migrations$|rate_|${COUNTERS.join('$|')}$)`);

/*
 * The database itself records every written row, in the transaction that writes it: rolled back rows leave no record, and committed ones
 * always do.
 */
const NOTES = `
CREATE UNLOGGED TABLE public.fuzz_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  in_table text NOT NULL, op text NOT NULL, company_id bigint, record_id bigint, resource text, before integer, after integer
);
CREATE FUNCTION public.fuzz_note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- A read of the log of changes numbers what is committed.
  untimely text[] := '{${UNTIMELY.join(',')}}'::text[] || CASE TG_TABLE_NAME WHEN 'record_changes' THEN '{sequence}' ELSE '{}' END::text[];
  was jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - untimely END;
  is_now jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - untimely END;
  one jsonb := coalesce(is_now, was);
BEGIN
  IF was = is_now THEN RETURN NULL; END IF;
  INSERT INTO public.fuzz_changes (in_table, op, company_id, record_id, resource, before, after) VALUES (
    TG_TABLE_NAME, TG_OP, (CASE TG_TABLE_NAME WHEN 'companies' THEN one ->> 'id' ELSE one ->> 'company_id' END)::bigint,
    (CASE TG_TABLE_NAME WHEN 'record_history' THEN one ->> 'record_id' ELSE substring(one ->> 'id' FROM '^\\d{1,18}$') END)::bigint, one ->> 'resource',
    (was ->> 'version')::integer, (is_now ->> 'version')::integer);
  RETURN NULL;
END $$;
`;

/** Returns the rows that each request wrote. */
export class Watch {
  private seen = 0;

  private constructor(private readonly api: TestApi) {}

  static async on(api: TestApi): Promise<Watch> {
    await withClient(api.databaseUrl, async (client) => {
      const { rows } = await client.query<{ name: string; path: string }>(
        // A trigger on a partitioned table is one on each of its parts.
        `SELECT relname AS name, c.oid::regclass::text AS path FROM pg_class c WHERE ${isTableOfAnyCell('c')} AND relkind IN ('r', 'p')
          AND NOT relispartition ORDER BY 1`,
      );
      const watched = rows.filter(({ name }) => !UNWATCHED.test(name));
      const triggers = watched.map(
        ({ path }) =>
          `CREATE TRIGGER fuzz_note AFTER INSERT OR UPDATE OR DELETE ON ${path} FOR EACH ROW EXECUTE FUNCTION public.fuzz_note();`,
      );
      await client.query(NOTES + triggers.join('\n'));
    });
    return new Watch(api);
  }

  /** The rows written since the last call. Those of a sandbox count as rows of its company, whose members may create it. */
  async changes(): Promise<RowChange[]> {
    const rows = await this.api.database.query<RowChange & { id: number }>({
      name: 'fuzz_changes_since',
      text: `SELECT f.id, in_table AS table, op, coalesce(c.sandbox_of, f.company_id) AS "companyId", record_id AS "recordId", resource,
          before, after
        FROM fuzz_changes f LEFT JOIN companies c ON c.id = f.company_id WHERE f.id > $1 ORDER BY f.id`,
      values: [this.seen],
    });
    this.seen = rows.at(-1)?.id ?? this.seen;
    return rows;
  }
}
