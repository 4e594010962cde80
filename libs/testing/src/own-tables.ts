import { CELL_SCHEMA } from '@billhook/db/search-path';

/** In SQL, whether a row of pg_class is a table that statements of the product find, in one schema or in two. */
export const isOwnTable = (alias: string): string =>
  `${alias}.relnamespace IN ('public'::regnamespace, to_regnamespace('${CELL_SCHEMA}')) AND pg_table_is_visible(${alias}.oid)`;

/** In SQL, the tables with a column `company_id` that statements of the product find. */
export const TABLES_OF_COMPANIES = `SELECT c.relname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE ${isOwnTable('c')} AND c.relkind IN ('r', 'p') AND a.attname = 'company_id' AND NOT a.attisdropped`;

/** The statement that lets a role use the tables and their sequences, in one schema or in two. */
export const grantTables = (privileges: string, role: string): string => `
  DO $$ DECLARE own text; BEGIN
    FOR own IN SELECT nspname FROM pg_namespace WHERE nspname IN ('public', '${CELL_SCHEMA}') LOOP
      EXECUTE format('GRANT ${privileges} ON ALL TABLES IN SCHEMA %I TO ${role}', own);
      EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA %I TO ${role}', own);
      EXECUTE format('GRANT USAGE ON SCHEMA %I TO ${role}', own);
    END LOOP;
  END $$`;
