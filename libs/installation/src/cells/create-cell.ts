import { divideCells } from '@billhook/db/cell-changes.sql';
import { READ_CELLS, type Cell } from '@billhook/db/cell-rows';
import { connectClient, type DatabaseClient } from '@billhook/db/database-client';
import { databaseTarget } from '@billhook/db/database-problem.rules';
import { definitionLike, MOST_CELLS, schemaOfCell, TAKE_GLOBAL_IDS } from '@billhook/db/new-cell';
import { globalSchemaOf } from '@billhook/db/search-path';
import { TABLE_SIDES } from '@billhook/db/table-sides';
import { IDS_OF_CELL } from '@billhook/domain/shared/cell-ids';

/** A command that changed nothing. Its message says what to do. */
export class CellCreationError extends Error {}

/** Arbitrary numbers: of the commands that change cells, and of the schema step, which would leave the new cell behind. */
const LOCKS = [7_301_955, 7_301_945];

/** The tables with rows on both sides. */
export const OF_BOTH = [...TABLE_SIDES].filter(([, side]) => side === 'both').map(([table]) => table);

/** A cell with the number of its companies. */
export type CountedCell = Cell & { readonly companies: number };

/**
 * Creates the next cell beside the tables of the first server, without companies. Its schema, the ids of the global side and its row are one
 * transaction. Programs that run find it when the first company goes there.
 * @throws a CellCreationError if another command or the schema step runs
 */
export function createCell(url: string): Promise<Cell> {
  return withDirectory(url, async (client) => {
    for (const lock of LOCKS) await requireLock(client, lock);
    const { rows } = await client.query<Cell>(READ_CELLS.text);
    const like = rows.find((cell) => cell.url === null);
    if (!like)
      throw new CellCreationError('No cell is on the server of DATABASE_URL. First bring one back with: cells move');
    const number = Math.max(...rows.map((cell) => cell.number), await lastOfDeleted(client)) + 1;
    if (number > MOST_CELLS) throw new CellCreationError(`An installation has at most ${MOST_CELLS} cells.`);
    const schema = schemaOfCell(number);
    const global = await globalSchemaOf(client);
    await client.query('BEGIN');
    try {
      await client.query((await definitionLike(client, like.schema, number)).join(';\n'));
      if (rows.some(({ isDivided }) => !isDivided)) {
        await client.query(TAKE_GLOBAL_IDS, [global, OF_BOTH]);
        await client.query(divideCells(global));
      }
      const row = [number, schema];
      await client.query(
        `INSERT INTO ${client.escapeIdentifier(global)}.cells (number, schema, state) VALUES ($1, $2, 'open')`,
        row,
      );
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
    return { number, url: null, schema, state: 'open', isDivided: true };
  });
}

/** The last cell with a company that was deleted: its ids must not be given again. */
async function lastOfDeleted(client: DatabaseClient): Promise<number> {
  const { rows } = await client.query<{ number: number }>(
    'SELECT coalesce(ceil(max(company_id) / $1::numeric), 0)::integer AS number FROM company_deletions',
    [IDS_OF_CELL],
  );
  return rows[0]?.number ?? 0;
}

/** The cells in their order. */
export const listCells = (url: string): Promise<CountedCell[]> =>
  withDirectory(url, async (client) => {
    const { rows } =
      await client.query<CountedCell>(`SELECT c.number, c.url, c.schema, c.state, c.divided AS "isDivided",
        (SELECT count(*)::integer FROM tenants t WHERE t.cell = c.number) AS companies
      FROM cells c ORDER BY c.number`);
    return rows;
  });

/** Where a cell is, without a password. */
export function placeOf({ url }: Pick<Cell, 'url'>, directoryUrl: string): string {
  const { host, port, database } = databaseTarget(url ?? directoryUrl);
  return `${host}:${port}/${database}`;
}

async function withDirectory<T>(url: string, work: (client: DatabaseClient) => Promise<T>): Promise<T> {
  const client = await connectClient({ connectionString: url, application_name: 'billhook-cells', statementMs: 0 });
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Of the session: it ends with it, also if this process is killed. */
async function requireLock(client: DatabaseClient, lock: number): Promise<void> {
  const { rows } = await client.query<{ isFree: boolean }>('SELECT pg_try_advisory_lock($1) AS "isFree"', [lock]);
  if (rows[0]?.isFree !== true)
    throw new CellCreationError(
      'Another command for cells, or the schema step, is running. Wait for its end, and start this one again.',
    );
}
