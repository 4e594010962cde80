import type { QueryResultRow } from 'pg';
import { addressOf, isOneCell, ONE_CELL, READ_CELLS, type Cell } from './cell-rows.js';
import { connectClient, type DatabaseClient, type DatabaseClientConfig } from './database-client.js';
import { databaseProblem, databaseTarget, describeUrl } from './database-problem.rules.js';
import { runnerOn } from './on-connection.js';
import { serverError, type NamedServer } from './server-error.js';
import type { ReadRunner } from './statement.js';

/** A connection of a command that reads an installation side by side. */
export interface SideConnection {
  readonly client: DatabaseClient;
  /** Undefined for the global side, and for the only connection of an installation with one cell. */
  readonly cell: Cell | undefined;
  /** Whether it finds everything. */
  readonly isOnly: boolean;
}

/**
 * A connection of a command to a cell.
 * @param url of the first server
 * @throws an OperatorError that names the cell, unless it is on the first server
 */
export function connectCell(cell: Cell, url: string, config: DatabaseClientConfig = {}): Promise<DatabaseClient> {
  const connectionString = addressOf(cell, url);
  return connectClient({ ...config, connectionString, schema: cell.schema }).catch((error: unknown) => {
    throw cell.url === null ? error : serverError(error, named(cell, url));
  });
}

/**
 * Runs work on the server of a cell, such as a connection and its statements.
 * @param url of the first server
 * @throws an OperatorError that names the cell, as `connectCell`. Errors that are not about the server remain as they are
 */
export async function aboutCell<T>(cell: Cell, url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isKnown = databaseProblem(error, databaseTarget(url)) !== undefined;
    throw cell.url !== null && isKnown ? serverError(error, named(cell, url)) : error;
  }
}

/** Where a cell is, for the operator. */
export const placeOf = (cell: Pick<Cell, 'url'>, url: string): string => describeUrl(addressOf(cell, url));

const named = (cell: Cell, url: string): NamedServer => ({
  name: `Cell ${cell.number} at ${placeOf(cell, url)}`,
  url: addressOf(cell, url),
  setting: `the address of cell ${cell.number}`,
});

/**
 * Runs work on a connection to each place: with one cell on one connection that finds everything, otherwise on one for each cell and one for the
 * global side, which is the last.
 */
export async function onEachSide<T>(
  config: DatabaseClientConfig & { readonly connectionString: string },
  work: (sides: readonly SideConnection[]) => Promise<T>,
): Promise<T> {
  const url = config.connectionString;
  const first = await connectClient(config);
  const sides: SideConnection[] = [];
  try {
    const { rows: cells } = await first.query<Cell>(READ_CELLS.text);
    if (isOneCell(cells)) return await work([{ client: first, cell: undefined, isOnly: true }]);
    for (const cell of cells) {
      const client = await connectCell(cell, url, config);
      sides.push({ client, cell, isOnly: false });
      // Its statements name the cell in their errors: the work uses all sides.
      const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
      Object.assign(client, { query: (...args: unknown[]) => aboutCell(cell, url, () => query(...args)) });
    }
    first.lookIn(null);
    return await work([...sides, { client: first, cell: undefined, isOnly: false }]);
  } finally {
    await Promise.all(
      [first, ...sides.map(({ client }) => client)].map((client) => client.end().catch(() => undefined)),
    );
  }
}

const EXISTS = { name: 'cells_exist', text: `SELECT to_regclass('cells') IS NOT NULL AS exists` };

/**
 * Runs reads in one cell after the other: with one cell, and before there were cells, on the connection that a program has, and otherwise on a
 * separate one.
 * @throws the error of a connection
 */
export async function inEachCell(url: string, db: ReadRunner, work: (db: ReadRunner) => Promise<void>): Promise<void> {
  const [table] = await db.query<{ exists: boolean }>(EXISTS);
  const cells = table?.exists ? await db.query<Cell & QueryResultRow>(READ_CELLS) : ONE_CELL;
  if (isOneCell(cells)) return work(db);
  for (const cell of cells) {
    await aboutCell(cell, url, async () => {
      const client = await connectCell(cell, url);
      try {
        await work(runnerOn(client));
      } finally {
        await client.end().catch(() => undefined);
      }
    });
  }
}
