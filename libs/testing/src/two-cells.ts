import { divideCells } from '@billhook/db/cell-changes.sql';
import { definitionLike, TAKE_GLOBAL_IDS } from '@billhook/db/new-cell';
import { sideOf } from '@billhook/db/statement-side';
import { TABLE_SIDES } from '@billhook/db/table-sides';
import type pg from 'pg';
import { CELL_SETTING, SPEC_PARENTS as PARENTS, SPEC_SCHEMA } from './spec-path.js';

/*
 * A database with two cells, for specs that run unchanged. Their statements find the rows of both cells in one schema: each view there is
 * one of an empty table that the tables of the cells inherit from, so that rows can be read, changed and locked. A row that a spec inserts goes to
 * the cell of its ids.
 */

const TABLES = `SELECT c.relname::text AS name, c.relkind = 'p' OR c.relispartition AS "isPartitioned"
  FROM pg_class c WHERE c.relnamespace = 'cell_1'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname !~ '_[0-9]{8}$' ORDER BY 1`;

interface CellTable {
  readonly name: string;
  /** Such a table can inherit from no other one. */
  readonly isPartitioned: boolean;
}

/** Adds the second cell, and the schema of the specs. */
export async function divideDatabase(client: pg.Client): Promise<void> {
  await client.query('BEGIN');
  const statements = await definitionLike(client, 'cell_1', 2);
  for (const statement of statements) await client.query(statement);
  await client.query(TAKE_GLOBAL_IDS, [
    'public',
    [...TABLE_SIDES].filter(([, side]) => side === 'both').map(([table]) => table),
  ]);
  await client.query(divideCells('public'));
  await client.query(`INSERT INTO public.cells (number, schema, state) VALUES (2, 'cell_2', 'open')`);
  await client.query(`CREATE SCHEMA ${SPEC_SCHEMA}; CREATE SCHEMA ${PARENTS}`);
  await client.query(FUNCTIONS);
  for (const table of (await client.query<CellTable>(TABLES)).rows) await addTable(client, table);
  await client.query('COMMIT');
}

async function addTable(client: pg.Client, { name, isPartitioned }: CellTable): Promise<void> {
  const [view, parent] = [`${SPEC_SCHEMA}.${name}`, `${PARENTS}.${name}`];
  const schemas = sideOf(name) === 'both' ? ['public', 'cell_1', 'cell_2'] : ['cell_1', 'cell_2'];
  const all = schemas.map((schema) => `SELECT * FROM ${schema}.${name}`).join(' UNION ALL ');
  if (isPartitioned) await client.query(`CREATE VIEW ${view} AS ${all}`);
  else {
    await client.query(`CREATE TABLE ${parent} (LIKE cell_1.${name} INCLUDING GENERATED)`);
    for (const schema of schemas) await client.query(`ALTER TABLE ${schema}.${name} INHERIT ${parent}`);
    await client.query(`CREATE VIEW ${view} AS SELECT * FROM ${parent}`);
  }
  const writes = isPartitioned ? 'INSERT OR UPDATE OR DELETE' : 'INSERT';
  await client.query(
    `CREATE TRIGGER in_its_cell INSTEAD OF ${writes} ON ${view} FOR EACH ROW EXECUTE FUNCTION ${SPEC_SCHEMA}.in_its_cell()`,
  );
}

/** The ids of the second cell begin at 2^40. A row without a company, such as a notice about an account, is of the global side. */
const FUNCTIONS = `
CREATE FUNCTION ${SPEC_SCHEMA}.schema_of(name text, given jsonb) RETURNS text LANGUAGE sql AS $$
  SELECT CASE
    WHEN given ? 'company_id' AND given ->> 'company_id' IS NULL THEN 'public'
    WHEN EXISTS (SELECT FROM jsonb_each_text(given) WHERE (key IN ('id', 'sandbox_of') OR key LIKE '%\\_id') AND value ~ '^[0-9]{13,16}$' AND value::bigint > 1099511627776)
      THEN 'cell_2'
    ELSE 'cell_' || coalesce(nullif(current_setting('${CELL_SETTING}', true), ''), '1') END
$$;
CREATE FUNCTION ${SPEC_SCHEMA}.in_its_cell() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found text := ${SPEC_SCHEMA}.schema_of(TG_TABLE_NAME, CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END);
  own text;
  columns text;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    SELECT string_agg(format('t.%1$I = ($1).%1$I', a.attname), ' AND ') INTO own FROM pg_index i
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = format('%I.%I', found, TG_TABLE_NAME)::regclass AND i.indisprimary;
  END IF;
  IF TG_OP = 'DELETE' THEN
    EXECUTE format('DELETE FROM %I.%I t WHERE %s', found, TG_TABLE_NAME, own) USING OLD;
    RETURN OLD;
  END IF;
  SELECT string_agg(quote_ident(a.attname), ', ') INTO columns FROM pg_attribute a
    JOIN jsonb_each(to_jsonb(NEW)) given ON given.key = a.attname
    WHERE a.attrelid = format('%I.%I', found, TG_TABLE_NAME)::regclass AND a.attnum > 0 AND a.attgenerated = ''
      AND (TG_OP = 'UPDATE' OR given.value <> 'null');
  IF TG_OP = 'UPDATE' THEN
    EXECUTE format('UPDATE %1$I.%2$I t SET (%3$s) = (SELECT %3$s FROM (SELECT ($2).*) n) WHERE %4$s', found, TG_TABLE_NAME, columns, own)
      USING OLD, NEW;
    RETURN NEW;
  END IF;
  IF columns IS NULL THEN
    EXECUTE format('INSERT INTO %I.%I DEFAULT VALUES RETURNING *', found, TG_TABLE_NAME) INTO NEW;
  ELSE
    EXECUTE format('INSERT INTO %1$I.%2$I (%3$s) OVERRIDING SYSTEM VALUE SELECT %3$s FROM (SELECT ($1).*) n RETURNING *', found, TG_TABLE_NAME, columns)
      USING NEW INTO NEW;
  END IF;
  RETURN NEW;
END $$;`;
