import { divideCells, insertCell } from '@billhook/db/cell-changes.sql';
import { READ_CELLS, type Cell } from '@billhook/db/cell-rows';
import type { DatabaseClient } from '@billhook/db/database-client';
import { definitionLike, MOST_CELLS, schemaOfCell, TAKE_GLOBAL_IDS } from '@billhook/db/new-cell';
import { onConnection } from '@billhook/db/on-connection';
import { globalSchemaOf } from '@billhook/db/search-path';
import { OF_BOTH } from '@billhook/db/table-sides';
import { IDS_OF_CELL } from '@billhook/domain/shared/cell-ids';
import { companiesByCell } from '@billhook/identity/companies/tenants.repository';
import type { QueryResultRow } from 'pg';
import { withDirectory } from './cell-directory.js';
import { CellCommandError } from './cell-server.js';

/** A cell with the number of its companies. */
export type CountedCell = Cell & { readonly companies: number };

/**
 * Creates the next cell beside the tables of the first server, without companies. Its schema, the ids of the global side and its row are one
 * transaction. Programs that run find it when the first company goes there.
 * @throws a CellCommandError if another command or the schema step runs
 */
export const createCell = (url: string): Promise<Cell> =>
  withDirectory(url, async ({ client }) => {
    const { rows } = await client.query<Cell>(READ_CELLS.text);
    const like = rows.find((cell) => cell.url === null);
    if (!like)
      throw new CellCommandError('No cell is on the server of DATABASE_URL. First bring one back with: cells move');
    const number = Math.max(...rows.map((cell) => cell.number), await lastOfDeleted(client)) + 1;
    if (number > MOST_CELLS) throw new CellCommandError(`An installation has at most ${MOST_CELLS} cells.`);
    const schema = schemaOfCell(number);
    const global = await globalSchemaOf(client);
    await client.query('BEGIN');
    try {
      await client.query((await definitionLike(client, like.schema, number)).join(';\n'));
      if (rows.some(({ isDivided }) => !isDivided)) {
        await client.query(TAKE_GLOBAL_IDS, [global, OF_BOTH]);
        await client.query(divideCells(global));
      }
      await client.query(insertCell({ number, schema }, global));
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
    return { number, url: null, schema, state: 'open', isDivided: true };
  });

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
  onConnection(
    url,
    async (db) => {
      const cells = await db.query<Cell & QueryResultRow>(READ_CELLS);
      const companies = await companiesByCell(db);
      return cells.map((cell) => ({ ...cell, companies: companies.get(cell.number) ?? 0 }));
    },
    'billhook-cells',
  );
