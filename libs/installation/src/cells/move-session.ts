import type { BegunMove } from '@billhook/db/cell-moves.sql';
import { addressOf, type Cell } from '@billhook/db/cell-rows';
import { describeUrl } from '@billhook/db/database-problem.rules';
import { findCell, findMove, lockDirectory, lockSource } from './cell-directory.js';
import { hasSlot, hasSubscription } from './cell-replication.js';
import { CellCommandError, connectServer, read, type CellServer } from './cell-server.js';
import { haveSameTables } from './compare-cells.js';
import type { MoveFacts } from './move-state.rules.js';
import { isGuard } from './schema-guard.js';

export interface MoveOptions {
  /** The database with the table of cells. */
  readonly directoryUrl: string;
  readonly cell: number;
  /** Where programs find the cell afterwards. */
  readonly toUrl: string;
  /** The present server with the role that owns the tables, as the target reaches it; by default the address of the cell. */
  readonly sourceUrl?: string | undefined;
  /** The target with the role that will own the tables; by default `toUrl`. */
  readonly targetUrl?: string | undefined;
  readonly report: (line: string) => void;
  /** Waiting times, for specs. */
  readonly settleMs?: number | undefined;
  readonly failingMs?: number | undefined;
  readonly pauseMs?: number | undefined;
  readonly lockMs?: number | undefined;
}

/** The connections of a command, which holds the locks of the directory. */
export interface Move {
  readonly options: MoveOptions;
  readonly cell: Cell;
  readonly begun: BegunMove | undefined;
  /** The value for the table of cells. Null for the database of the directory. */
  readonly toUrl: string | null;
  readonly directory: CellServer;
  readonly source: CellServer;
  /** A second connection to the source. */
  readonly aside: CellServer;
  readonly target: CellServer;
}

/** A move whose row is in the directory. */
export type BegunSession = Move & { readonly begun: BegunMove };

/**
 * Runs a step of a move with connections to its servers, which end with it.
 * @throws a CellCommandError if another command or the schema step runs, or if the addresses do not fit
 */
export async function withMove<T>(options: MoveOptions, work: (move: Move) => Promise<T>): Promise<T> {
  const open: CellServer[] = [];
  const connect = async (url: string, hasPath = false): Promise<CellServer> => {
    const server = await connectServer(url, hasPath);
    open.push(server);
    return server;
  };
  try {
    const directory = await connect(options.directoryUrl, true);
    await lockDirectory(directory.client);
    const cell = await findCell(directory.client, options.cell);
    const begun = await findMove(directory.client, cell.number);
    const at = (url: string | null) => addressOf({ url }, options.directoryUrl);
    const source = await connect(at(options.sourceUrl ?? (begun ? begun.fromUrl : cell.url)));
    await lockSource(source.client, directory.client, { cell, begun }, options.lockMs);
    const aside = await connect(source.url);
    const target = await connect(at(options.targetUrl ?? options.toUrl));
    const toUrl = target.identity === directory.identity ? null : options.toUrl;
    if (begun && begun.toUrl !== toUrl)
      throw new CellCommandError(
        `A move of cell ${cell.number} to ${describeUrl(at(begun.toUrl))} has not ended. Start the command with this address again, or first: cells cancel-move ${cell.number}`,
      );
    return await work({ options, cell, begun, toUrl, directory, source, aside, target });
  } finally {
    // Without waiting for a server that does not respond.
    for (const { client } of open) client.end().catch(() => undefined);
  }
}

/** Reads what each server has. */
export async function factsOf({ cell, begun, toUrl, aside, target }: BegunSession): Promise<MoveFacts> {
  const [hasSchema, hasOldSchema, slot, subscription] = await Promise.all([
    isSchema(aside, cell.schema),
    isSchema(aside, begun.oldSchema),
    hasSlot(aside, cell.number),
    hasSubscription(target, cell.number),
  ]);
  return {
    isAtTarget: cell.url === toUrl,
    source: { hasSchema, hasOldSchema, hasSlot: slot },
    target: { hasSubscription: subscription },
    hasSameTables: subscription && (await haveSameTables(aside, target, cell.schema)),
  };
}

/** Whether there is a schema with this name that is not a guard. */
export async function isSchema(server: CellServer, name: string): Promise<boolean> {
  const rows = await read(server, `SELECT FROM pg_namespace WHERE nspname = $1 AND NOT ${isGuard('$1')}`, [name]);
  return rows.length > 0;
}
