import { connectClient, type DatabaseClient } from '@billhook/db/database-client';
import { describeUrl, POOLER_PAGE } from '@billhook/db/database-problem.rules';
import { isLostDatabase } from '@billhook/db/lost-database';
import { OperatorError } from '@billhook/db/operator-error';
import { GLOBAL_SCHEMA } from '@billhook/db/search-path';
import { serverMessage } from '@billhook/db/server-error';

/** A command that changed nothing. Its message says what to do. */
export class CellCommandError extends OperatorError {}

/** A server that does not respond now, and may later. */
export class UnreachableServerError extends OperatorError {}

/** Whether the connection to a server was lost or cannot be opened. */
export const isLostServer = (error: unknown): boolean =>
  error instanceof UnreachableServerError || isLostDatabase(error);

/** A connection to the server of a cell, for a command of the operator. */
export interface CellServer {
  readonly client: DatabaseClient;
  readonly url: string;
  /** The schema of global tables, or the one where they would be; null if the path of the role names none. */
  readonly globalSchema: string | null;
  /** Of the cluster: the slots of its subscriptions have it in their names. */
  readonly system: string;
  /** Distinguishes two running databases, also if one was copied from the other. */
  readonly identity: string;
}

const IDENTITY = `SELECT ${GLOBAL_SCHEMA} AS "globalSchema", system_identifier::text AS system, concat_ws(' ', system_identifier,
    extract(epoch FROM pg_postmaster_start_time()), current_database()) AS identity
  FROM pg_control_system()`;

/**
 * Statements have no limit of time. Names in definitions have their schemas, and each commit is on disk.
 * @param hasPath true leaves the path of the role, for the tables of the directory at DATABASE_URL
 * @throws an UnreachableServerError, or a CellCommandError if the server rejects the connection
 */
export async function connectServer(url: string, hasPath = false): Promise<CellServer> {
  const client = await connectClient({
    connectionString: url,
    application_name: 'billhook-cells',
    statementMs: 0,
    keepAlive: true,
  }).catch((cause: unknown) => {
    const Kind = isLostDatabase(cause) ? UnreachableServerError : CellCommandError;
    const setting = hasPath ? 'DATABASE_URL' : 'its address';
    throw new Kind(serverMessage(cause, { name: `PostgreSQL at ${describeUrl(url)}`, url, setting }), { cause });
  });
  try {
    if (client.arrival.kind !== 'arrived')
      throw new CellCommandError(
        `The address ${describeUrl(url)} leads to a pooler, which does not keep sessions. ${hasPath ? 'Run the command with a DATABASE_URL that leads to PostgreSQL itself' : 'Give the address of PostgreSQL itself'}: ${POOLER_PAGE}.`,
      );
    const { rows } = await client.query<Omit<CellServer, 'client' | 'url'>>(IDENTITY);
    const [facts] = rows;
    if (!facts) throw new Error('unreachable: the statement returns one row');
    await client.query('SET synchronous_commit = on');
    if (!hasPath) await client.query('SET search_path = pg_catalog');
    return { client, url, ...facts };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** @returns what the statement returns, in the order of its rows */
export async function read<T extends object>(
  { client }: Pick<CellServer, 'client'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  return (await client.query<T>(text, [...values])).rows;
}

/** @throws an Error if the statement returns no row */
export async function readOne<T extends object>(
  server: Pick<CellServer, 'client'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<T> {
  const [row] = await read<T>(server, text, values);
  if (!row) throw new Error('unreachable: the statement returns one row');
  return row;
}
