import { addressOf, READ_CELLS, type Cell } from '@billhook/db/cell-rows';
import { connectClient, type DatabaseClient } from '@billhook/db/database-client';
import { describeUrl } from '@billhook/db/database-problem.rules';
import { OperatorError } from '@billhook/db/operator-error';
import { serverError } from '@billhook/db/server-error';

/** A server that has cells, and is not that of DATABASE_URL. */
export interface ServerOfCells {
  readonly url: string;
  readonly cells: readonly Cell[];
  /** For the operator. */
  readonly name: string;
}

/** SQLSTATE codes of a missing table, and of a missing permission. */
const MISSING = '42P01';
const FORBIDDEN = '42501';

/** Restored copies of a server have its identifier, so it alone does not distinguish them. */
const IDENTITY = `SELECT concat_ws(' ', system_identifier, extract(epoch FROM pg_postmaster_start_time())) AS identity FROM pg_control_system()`;

/** Where an installation has cells apart from the server of DATABASE_URL. */
export interface CellPlaces {
  /** The cells that have an address, as text: it changes if one moves. */
  readonly text: string;
  readonly cells: readonly Cell[];
  /** In the order of their first cells. An address may also lead to the server of DATABASE_URL. */
  readonly servers: readonly ServerOfCells[];
}

/**
 * Finds the servers that have cells of an installation. None if all cells are on the server of the URL.
 * @throws an Error with a message for the operator if the cells cannot be read, or a server does not respond
 */
export async function findCellPlaces(url: string): Promise<CellPlaces> {
  const { cells: all, identity } = await onServer(url, readDirectory);
  const cells = all.filter((cell) => cell.url !== null);
  const servers = new Map<string, { url: string; cells: Cell[] }>();
  for (const cell of cells) {
    const address = addressOf(cell, url);
    const own = await onServer(address, identityOf).catch((error: unknown) => {
      throw serverError(error, { name: nameOf([cell], address), url: address, setting: 'its address' });
    });
    if (own === identity) continue;
    const found = servers.get(own);
    if (found) found.cells.push(cell);
    else servers.set(own, { url: address, cells: [cell] });
  }
  return {
    text: cells.map((cell) => `${cell.number} ${cell.url} ${cell.schema}`).join('\n'),
    cells,
    servers: [...servers.values()].map((server) => ({ ...server, name: nameOf(server.cells, server.url) })),
  };
}

const nameOf = (cells: readonly Cell[], url: string): string =>
  `The server of cell ${cells.map(({ number }) => number).join(', ')} (${describeUrl(url)})`;

async function readDirectory(
  client: DatabaseClient,
): Promise<{ readonly cells: readonly Cell[]; readonly identity: string }> {
  try {
    const { rows: cells } = await client.query<Cell>(READ_CELLS.text);
    const isDivided = cells.some((cell) => cell.url !== null);
    return { cells, identity: isDivided ? await identityOf(client) : '' };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // Of a release before cells, or of another program.
    if (code === MISSING) return { cells: [], identity: '' };
    if (code !== FORBIDDEN) throw error;
    throw new OperatorError(
      `The role of the backup may not read which servers have cells. As the owner of the tables, run: GRANT SELECT ON cells TO ${client.escapeIdentifier(client.user ?? '')};`,
      { cause: error },
    );
  }
}

async function identityOf(client: DatabaseClient): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(IDENTITY);
  return rows[0]?.identity ?? '';
}

async function onServer<T>(url: string, work: (client: DatabaseClient) => Promise<T>): Promise<T> {
  const client = await connectClient({ connectionString: url, application_name: 'billhook-backup' });
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
