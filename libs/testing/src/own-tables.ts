import { CELL_SCHEMA } from '@billhook/db/search-path';

/** In SQL, whether a column such as `relnamespace` is the schema of global tables or that of the cell, which a former schema lacks. */
export const isInOwnSchema = (column: string): string =>
  `${column} IN ('public'::regnamespace, to_regnamespace('${CELL_SCHEMA}'))`;

/** In SQL, whether a row of pg_class is a table that statements of the product find: of both sides, that of the cell. */
export const isOwnTable = (alias: string): string =>
  `${isInOwnSchema(`${alias}.relnamespace`)} AND pg_table_is_visible(${alias}.oid)`;

/** In SQL, the tables with a column `company_id` that statements of the product find. */
export const TABLES_OF_COMPANIES = `SELECT c.relname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE ${isOwnTable('c')} AND c.relkind IN ('r', 'p') AND a.attname = 'company_id' AND NOT a.attisdropped`;

const SCHEMAS = `public, ${CELL_SCHEMA}`;

/** The statement that lets a role use the tables and their sequences. */
export const grantTables = (privileges: string, role: string): string => `
  DO $$ BEGIN
    GRANT ${privileges} ON ALL TABLES IN SCHEMA ${SCHEMAS} TO ${role};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${SCHEMAS} TO ${role};
    GRANT USAGE ON SCHEMA ${SCHEMAS} TO ${role};
  END $$`;
