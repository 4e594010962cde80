import { placeCell } from '@billhook/db/cell-changes.sql';
import { placeOf } from '@billhook/db/cell-connections';
import { addressOf, READ_CELLS, type Cell } from '@billhook/db/cell-rows';
import { connectClient, CONNECT_MS, type DatabaseClient } from '@billhook/db/database-client';
import { OperatorError } from '@billhook/db/operator-error';
import { serverError } from '@billhook/db/server-error';
import { databaseUrl } from '@billhook/platform/env-fields';
import pg from 'pg';

/** The addresses that an operator gives to restored cells, by their numbers. */
export type CellAddresses = ReadonlyMap<number, string>;

/**
 * Reads `2=postgresql://…`, once for each cell.
 * @throws an Error with a message for the operator
 */
export function readAddresses(texts: readonly string[]): CellAddresses {
  const addresses = new Map<number, string>();
  for (const text of texts) {
    const [, number, address] = /^([1-9]\d{0,3})=(.+)$/.exec(text) ?? [];
    if (number === undefined)
      throw new Error('--cell needs the number of a cell and its address, such as --cell 2=postgresql://….');
    const { data: url, error } = databaseUrl().safeParse(address);
    // Without the address, which may have a password.
    if (url === undefined) throw new Error(`The address in --cell ${number} ${error?.issues[0]?.message}.`);
    addresses.set(Number(number), url);
  }
  return addresses;
}

/** A cell with an address. */
type Placed = Pick<Cell, 'number' | 'schema'>;

/**
 * Requires an address for each cell that has one, and the cell there: a restored directory has the addresses of the old installation, where
 * programs would continue to write.
 * @param directoryUrl for users and passwords that the addresses lack
 * @throws an Error with a message for the operator
 */
export async function requireCells(
  cells: readonly Placed[],
  given: CellAddresses,
  directoryUrl?: string,
): Promise<void> {
  const lacking = cells.map(({ number }) => number).filter((number) => !given.has(number));
  if (lacking.length > 0)
    throw new Error(
      `The installation has cells with an address (${lacking.join(', ')}). Restore their servers first, and name the address of each: ${lacking.map((number) => `--cell ${number}=postgresql://…`).join(' ')}`,
    );
  const unknown = [...given.keys()].find((number) => !cells.some((cell) => cell.number === number));
  if (unknown !== undefined)
    throw new Error(
      `Cell ${unknown} has no address, because it is on the server of DATABASE_URL: omit --cell ${unknown}.`,
    );
  for (const cell of cells) {
    const url = given.get(cell.number) ?? '';
    await requireCell({ ...cell, url }, directoryUrl ?? url);
  }
}

/**
 * Writes the addresses of restored cells into a restored directory. Nothing is written before each of them has its cell.
 * @param directory a connection to the server of DATABASE_URL
 * @param directoryUrl its address, for users and passwords that the addresses lack
 * @returns a line for each cell
 * @throws an Error with a message for the operator
 */
export async function placeCells(
  directory: Pick<DatabaseClient, 'query'>,
  directoryUrl: string,
  given: CellAddresses,
): Promise<readonly string[]> {
  const { rows: cells } = await directory.query<Cell>(READ_CELLS.text);
  const elsewhere = cells.filter(({ url }) => url !== null);
  await requireCells(elsewhere, given, directoryUrl);
  const placed = elsewhere.map((cell) => ({ ...cell, url: given.get(cell.number) ?? null }));
  for (const cell of placed) await directory.query(placeCell(cell));
  return placed.map((cell) => `Cell ${cell.number} is at ${placeOf(cell, directoryUrl)}.\n`);
}

async function requireCell(cell: Placed & Pick<Cell, 'url'>, directoryUrl: string): Promise<void> {
  const name = `Cell ${cell.number} at ${placeOf(cell, directoryUrl)}`;
  const url = addressOf(cell, directoryUrl);
  const config = { connectionString: url, application_name: 'billhook-cells', statementMs: CONNECT_MS };
  const client = await connectClient(config).catch((error: unknown) => {
    throw serverError(error, { name, url, setting: `--cell ${cell.number}` });
  });
  try {
    const table = `${pg.escapeIdentifier(cell.schema)}.companies`;
    const text = 'SELECT to_regclass($1) IS NOT NULL AS exists, pg_is_in_recovery() AS recovering';
    const { rows } = await client.query<{ exists: boolean; recovering: boolean }>(text, [table]);
    if (rows[0]?.recovering) throw new OperatorError(`${name} is a standby, or its recovery has not ended.`);
    if (!rows[0]?.exists) throw new OperatorError(`${name} has no schema ${cell.schema} with the tables of a cell.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}
