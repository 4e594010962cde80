import { addressOf, isOneCell, READ_CELLS, type Cell } from './cell-rows.js';
import { connectClient, type DatabaseClient, type DatabaseClientConfig } from './database-client.js';

/** A connection of a command that reads an installation side by side. */
export interface SideConnection {
  readonly client: DatabaseClient;
  /** Undefined for the global side, and for the only connection of an installation with one cell. */
  readonly cell: Cell | undefined;
  /** Whether it finds everything. */
  readonly isOnly: boolean;
}

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
      const client = await connectClient({ ...config, connectionString: addressOf(cell, url), schema: cell.schema });
      sides.push({ client, cell, isOnly: false });
    }
    first.lookIn(null);
    return await work([...sides, { client: first, cell: undefined, isOnly: false }]);
  } finally {
    await Promise.all(
      [first, ...sides.map(({ client }) => client)].map((client) => client.end().catch(() => undefined)),
    );
  }
}
