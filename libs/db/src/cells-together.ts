import type { Cell } from './cell-rows.js';

/** A statement locks all tables that it names, and PostgreSQL has a table of locks. */
const AT_ONCE = 32;

/** Some cells of a server. One statement reads or writes in all of them, and names the schema of each table. */
export interface CellGroup {
  readonly cells: readonly Cell[];
  /** Their server, as in a cell. */
  readonly url: string | null;
  /** For the names of statements: each group has its texts, and a name stands for one text. */
  readonly name: string;
}

const groups = new WeakMap<readonly Cell[], readonly CellGroup[]>();

/** The groups of cells, the same ones for the same list. */
export function groupsOf(cells: readonly Cell[]): readonly CellGroup[] {
  const known = groups.get(cells) ?? divide(cells);
  groups.set(cells, known);
  return known;
}

function divide(cells: readonly Cell[]): readonly CellGroup[] {
  return [...new Set(cells.map(({ url }) => url))].flatMap((url) => {
    const beside = cells.filter((cell) => cell.url === url);
    return Array.from({ length: Math.ceil(beside.length / AT_ONCE) }, (_, n) => {
      const together = beside.slice(n * AT_ONCE, (n + 1) * AT_ONCE);
      return { cells: together, url, name: together.map(({ number, schema }) => `${number} ${schema}`).join() };
    });
  });
}

/** The schema of a cell, before the name of a table. */
export const schemaInSql = ({ schema }: Pick<Cell, 'schema'>): string => `"${schema.replaceAll('"', '""')}"`;
