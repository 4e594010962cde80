import { CELL_SCHEMA } from '@billhook/db/search-path';
import { IDS_OF_CELL } from '@billhook/domain/shared/cell-ids';
import { HAS_TWO_CELLS, SPEC_PARENTS, SPEC_SCHEMA } from './spec-path.js';

/** In SQL, whether a column such as `relnamespace` is the schema of global tables or that of the cell, which a former schema lacks. */
export const isInOwnSchema = (column: string): string =>
  `${column} IN ('public'::regnamespace, to_regnamespace('${CELL_SCHEMA}'))`;

/** In SQL, whether a row of pg_class is a table that statements of the product find: of both sides, that of the first cell. */
export const isOwnTable = (alias: string): string =>
  `(${alias}.relnamespace = to_regnamespace('${CELL_SCHEMA}') OR ${alias}.relnamespace = 'public'::regnamespace AND NOT EXISTS
    (SELECT FROM pg_class o WHERE o.relname = ${alias}.relname AND o.relnamespace = to_regnamespace('${CELL_SCHEMA}')))`;

/** In SQL, the tables with a column `company_id` that statements of the product find. */
export const TABLES_OF_COMPANIES = `SELECT c.relname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE ${isOwnTable('c')} AND c.relkind IN ('r', 'p') AND a.attname = 'company_id' AND NOT a.attisdropped`;

/** The schemas of the cells that a spec has from its beginning. */
export const CELL_SCHEMAS: readonly string[] = HAS_TWO_CELLS ? [CELL_SCHEMA, 'cell_2'] : [CELL_SCHEMA];

/** The number of the cell that has given an id. */
export const cellOfId = (id: number): number => 1 + Math.floor(id / IDS_OF_CELL);

/** In SQL, whether a row of pg_class is a table that statements of the product find in any of these cells, or on the global side. */
export const isTableOfAnyCell = (alias: string): string =>
  HAS_TWO_CELLS
    ? `${alias}.relnamespace::regnamespace::text IN ('public', '${CELL_SCHEMAS.join(`', '`)}')`
    : isOwnTable(alias);

/** A table with the rows of all cells, where a view does not do: it has system columns, and each cell inherits a constraint. */
export const storedTable = (name: string): string => (HAS_TWO_CELLS ? `${SPEC_PARENTS}.${name}` : name);

const SCHEMAS = ['public', ...CELL_SCHEMAS, ...(HAS_TWO_CELLS ? [SPEC_SCHEMA] : [])].join(', ');

/** The statement that lets a role use the tables and their sequences. */
export const grantTables = (privileges: string, role: string): string => `
  DO $$ BEGIN
    GRANT ${privileges} ON ALL TABLES IN SCHEMA ${SCHEMAS} TO ${role};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${SCHEMAS} TO ${role};
    GRANT USAGE ON SCHEMA ${SCHEMAS} TO ${role};
  END $$`;
