import pg from 'pg';
import type { Cell } from './cell-rows.js';

/** A statement on a connection of a command. */
interface CellStatement {
  readonly text: string;
  readonly values: unknown[];
}

/**
 * Adds an open cell on the server of DATABASE_URL.
 * @param globalSchema for a connection without a path
 */
export const insertCell = (
  { number, schema }: Pick<Cell, 'number' | 'schema'>,
  globalSchema: string,
): CellStatement => ({
  text: `INSERT INTO ${pg.escapeIdentifier(globalSchema)}.cells (number, schema, state) VALUES ($1, $2, 'open')`,
  values: [number, schema],
});

/** Writes the address of a cell into a restored directory, before any program reads the directory. */
export const placeCell = ({ number, url }: Pick<Cell, 'number' | 'url'>): CellStatement => ({
  text: 'UPDATE cells SET url = $2 WHERE number = $1',
  values: [number, url],
});

/**
 * Sends the programs of an installation to another address. With one cell, divides it as `divideCells` does. Changes no row if the address is not the one that is known.
 * @param toUrl null for the server of `schema`
 * @param schema the one of global tables, for a connection without a path
 */
export const relocateCell = ({ number, url }: Cell, toUrl: string | null, schema: string): CellStatement => ({
  text: `UPDATE ${pg.escapeIdentifier(schema)}.cells SET url = $3, divided = true WHERE number = $1 AND url IS NOT DISTINCT FROM $2`,
  values: [number, url, toUrl],
});

/**
 * In the transaction that adds the second cell: from then on, the global side has its own rows in tables of both sides.
 * @param schema the one of global tables, for a connection without a path
 */
export const divideCells = (schema: string): string =>
  `UPDATE ${pg.escapeIdentifier(schema)}.cells SET divided = true WHERE NOT divided`;

export const setCellState = ({ number }: Cell, state: Cell['state']): CellStatement => ({
  text: 'UPDATE cells SET state = $2 WHERE number = $1',
  values: [number, state],
});

/** Fails if a company has its card there. */
export const deleteCell = ({ number }: Cell): CellStatement => ({
  text: 'DELETE FROM cells WHERE number = $1',
  values: [number],
});
