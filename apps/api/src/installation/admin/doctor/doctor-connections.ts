import { addressOf, isOneCell, ONE_CELL, READ_CELLS, type Cell } from '@billhook/db/cell-rows';
import { connectClient, type Arrival, type DatabaseClient } from '@billhook/db/database-client';
import { runnerOn } from '@billhook/db/on-connection';
import { CELL_SCHEMA } from '@billhook/db/search-path';
import type { ReadRunner, Statement } from '@billhook/db/statement';
import { sideOf, type StatementSide } from '@billhook/db/statement-side';
import { tablesOf } from '@billhook/db/statement-tables';
import type { QueryResultRow } from 'pg';
import { LIMIT_S, messageOf } from './doctor-finding.js';

/** What the checks read from. */
export interface DoctorConnections {
  readonly db: ReadRunner;
  readonly arrival: Arrival;
  /** The reason why there is no connection: then no check queries the database. */
  readonly lost: string | undefined;
  readonly close: () => Promise<void>;
}

/**
 * Connects to the database, to the first cell if that is on another server, and with several cells to the global side alone, which has its own
 * rows in tables of both sides. Statements run on the side of their tables.
 */
export async function connectDoctor(url: string): Promise<DoctorConnections> {
  const client = await openDoctor(url).catch(messageOf);
  if (typeof client === 'string')
    return { db: failing(client), arrival: { kind: 'arrived' }, lost: client, close: () => Promise.resolve() };
  const global = runnerOn(client);
  const cells = await cellsOf(global);
  const [first] = cells;
  const isHere = first === undefined || (first.url === null && first.schema === CELL_SCHEMA);
  const other = isHere ? undefined : await openDoctor(addressOf(first, url), first.schema).catch(messageOf);
  const alone = isOneCell(cells) ? undefined : await openDoctor(url, null).catch(messageOf);
  const runnerTo = (one: DatabaseClient | string | undefined): ReadRunner =>
    one === undefined ? global : typeof one === 'string' ? failing(one) : runnerOn(one);
  const runners = { global: runnerTo(alone), cell: runnerTo(other), none: global };
  const clients = [client, other, alone].filter((one) => one !== undefined && typeof one !== 'string');
  return {
    db: { query: (statement) => runners[sideOfTables(statement)].query(statement) },
    arrival: client.arrival,
    lost: undefined,
    close: async () => void (await Promise.all(clients.map((one) => one.end().catch(() => undefined)))),
  };
}

/** A statement about tables of both sides runs in the cell: the check of the cells reads those of the global side. */
function sideOfTables({ text }: Statement): StatementSide | 'none' {
  const sides = Array.from(tablesOf(text).named, sideOf);
  if (sides.includes('global')) return 'global';
  return sides.some((side) => side !== undefined) ? 'cell' : 'none';
}

/** @param schema of a cell, null for the global side alone, or undefined for the path of the role */
export const openDoctor = (url: string, schema?: string | null): Promise<DatabaseClient> =>
  connectClient({
    ...{ connectionString: url, schema, application_name: 'billhook-doctor' },
    // The second limit is for a server that has become silent.
    ...{ statementMs: LIMIT_S * 1_000, query_timeout: (LIMIT_S + 1) * 1_000 },
  });

/** A database before the schema step, or of a role that may not read them, is that of an installation with one cell. */
const cellsOf = (db: ReadRunner): Promise<readonly Cell[]> =>
  db.query<Cell & QueryResultRow>(READ_CELLS).catch(() => ONE_CELL);

const failing = (reason: string): ReadRunner => ({ query: () => Promise.reject(new Error(reason)) });
