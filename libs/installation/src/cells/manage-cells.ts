import { deleteCell, setCellState } from '@billhook/db/cell-changes.sql';
import { addressOf, FIRST_CELL, READ_CELLS, type Cell } from '@billhook/db/cell-rows';
import { describeUrl } from '@billhook/db/database-problem.rules';
import { runnerOn } from '@billhook/db/on-connection';
import { companiesOfCell } from '@billhook/identity/companies/tenants.repository';
import pg from 'pg';
import { findCell, findMove, withDirectory } from './cell-directory.js';
import { CellCommandError, connectServer, read, readOne, type CellServer } from './cell-server.js';
import { removeGuard } from './schema-guard.js';

export interface CellOptions {
  readonly directoryUrl: string;
  readonly cell: number;
  /** Another address of the server of the cell, with the role that owns the tables. */
  readonly url?: string | undefined;
}

/** @throws a CellCommandError if there is no such cell, or if no other one would get new companies */
export const changeCellState = (options: CellOptions, state: Cell['state']): Promise<void> =>
  withCell(options, async ({ client }, cell) => {
    if (state === 'draining' && !(await hasOtherOpen(client, cell)))
      throw new CellCommandError(
        `No other cell is open, so new companies need cell ${cell.number}. First run: cells create, or cells open with the number of another one`,
      );
    await client.query(setCellState(cell, state));
  });

async function hasOtherOpen(client: CellServer['client'], { number }: Cell): Promise<boolean> {
  const { rows } = await client.query<Cell>(READ_CELLS.text);
  return rows.some((cell) => cell.state === 'open' && cell.number !== number);
}

/**
 * Deletes a cell without companies, and its schema.
 * @throws a CellCommandError if the cell is in use
 */
export const removeCell = (options: CellOptions): Promise<void> =>
  withCell(options, async (directory, cell) => {
    await requireUnused(directory, cell);
    const server = await connectServer(addressOf({ url: options.url ?? cell.url }, options.directoryUrl));
    const schema = pg.escapeIdentifier(cell.schema);
    try {
      if (await hasRows(server, cell.schema)) {
        // A company that was created in the meantime has its card before its row.
        await requireUnused(directory, cell);
        throw new CellCommandError(
          `Cell ${cell.number} has companies without a card. Wait until a worker has deleted them.`,
        );
      }
      for (const each of [directory, server])
        if ((await copiesAt(each, cell)).length > 0)
          throw new CellCommandError(
            `A move has left a copy of cell ${cell.number} at ${describeUrl(each.url)}. First run: cells forget ${cell.number}, with --at for this server`,
          );
      // The key of the cards rejects the deletion if a company is created in the meantime.
      await directory.client.query('BEGIN');
      await directory.client.query(deleteCell(cell)).catch((error: unknown) => {
        throw isReferred(error) ? new CellCommandError(`A company is being created in cell ${cell.number}.`) : error;
      });
      const on = server.identity === directory.identity ? directory : server;
      await removeGuard(directory, cell.schema);
      await on.client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
      await directory.client.query('COMMIT');
    } finally {
      await server.client.end().catch(() => undefined);
    }
  });

/** The error of a row to which another one refers. */
const isReferred = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23503';

/** A command that was interrupted may have dropped the schema already. */
async function hasRows(server: CellServer, schema: string): Promise<boolean> {
  const table = `${pg.escapeIdentifier(schema)}.companies`;
  const { exists } = await readOne<{ exists: boolean }>(server, 'SELECT to_regclass($1) IS NOT NULL AS exists', [
    table,
  ]);
  return exists && (await read(server, `SELECT FROM ${table} LIMIT 1`)).length > 0;
}

async function requireUnused({ client }: CellServer, { number, state }: Cell): Promise<void> {
  if (number === FIRST_CELL)
    throw new CellCommandError(
      `Cell ${FIRST_CELL} cannot be removed, because links of documents without a number lead there. It can be drained, and moved.`,
    );
  await requireNoMove(client, number);
  const companies = await companiesOfCell(runnerOn(client), number);
  if (companies > 0)
    throw new CellCommandError(
      `Cell ${number} has ${companies} ${companies === 1 ? 'company' : 'companies'}. A cell can be removed once they are deleted.`,
    );
  if (state !== 'draining')
    throw new CellCommandError(`New companies can be created in cell ${number}. First run: cells drain ${number}`);
}

async function requireNoMove(client: CellServer['client'], number: number): Promise<void> {
  if (await findMove(client, number))
    throw new CellCommandError(
      `A move of cell ${number} has not ended. Start it again, or first: cells cancel-move ${number}`,
    );
}

/** Deletes the copies that moves have left at a server. @returns the schemas that were dropped */
export const forgetCopies = (options: CellOptions): Promise<readonly string[]> =>
  withCell(options, async (directory, cell) => {
    await requireNoMove(directory.client, cell.number);
    const server = await connectServer(addressOf({ url: options.url ?? null }, options.directoryUrl));
    try {
      const copies = await copiesAt(server, cell);
      for (const name of copies) await server.client.query(`DROP SCHEMA ${pg.escapeIdentifier(name)} CASCADE`);
      await removeGuard(server, cell.schema);
      return copies;
    } finally {
      await server.client.end().catch(() => undefined);
    }
  });

async function copiesAt(server: CellServer, { schema }: Cell): Promise<string[]> {
  const rows = await read<{ name: string }>(
    server,
    `SELECT nspname::text AS name FROM pg_namespace WHERE nspname ~ ('^' || $1 || '_moved_[0-9]{8}t[0-9]{6}$') ORDER BY 1`,
    [schema],
  );
  return rows.map(({ name }) => name);
}

const withCell = <T>(
  { directoryUrl, cell }: CellOptions,
  work: (directory: CellServer, cell: Cell) => Promise<T>,
): Promise<T> =>
  withDirectory(directoryUrl, async (directory) => work(directory, await findCell(directory.client, cell)));
