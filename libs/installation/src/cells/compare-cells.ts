import { connectServer, read, readOne, type CellServer } from './cell-server.js';

/** A table that holds rows. A divided one has them in its partitions. */
export interface MovedTable {
  readonly name: string;
  /** With its schema, as SQL reads it. */
  readonly qualified: string;
  readonly isPartition: boolean;
  readonly isDivided: boolean;
}

/** The rows of a table in two numbers. */
export interface Contents {
  readonly rows: number;
  readonly sum: string;
}

/** The smallest tables, up to so many rows together, are compared again during the switch, in which writes wait. */
const MOST_ROWS = 20_000;
/** The ends of the chains, which depend on every entry. */
const HEADS: readonly string[] = ['audit_heads', 'document_chain_heads'];

export const tablesOf = (server: CellServer, schema: string): Promise<MovedTable[]> =>
  read<MovedTable>(
    server,
    `SELECT c.relname::text AS name, c.oid::regclass::text AS qualified, c.relispartition AS "isPartition", c.relkind = 'p' AS "isDivided"
      FROM pg_class c WHERE c.relnamespace = to_regnamespace(quote_ident($1)) AND c.relkind IN ('r', 'p') ORDER BY c.relname`,
    [schema],
  );

/** Whether both servers have the same tables. A daily table can be created or deleted while no command runs. */
export async function haveSameTables(source: CellServer, target: CellServer, schema: string): Promise<boolean> {
  const [here, there] = await Promise.all([tablesOf(source, schema), tablesOf(target, schema)]);
  return here.map(({ name }) => name).join() === there.map(({ name }) => name).join();
}

/** The text of a row does not depend on the server: the settings of the connection are the same. */
const contentsOf = (server: CellServer, { qualified }: MovedTable): Promise<Contents> =>
  readOne<Contents>(
    server,
    `SELECT count(*)::float8 AS rows, coalesce(sum(hashtextextended(whole::text, 0)::numeric), 0)::text AS sum FROM ONLY ${qualified} AS whole`,
  );

/** What both servers had in each table at one moment. */
export type ComparedTables = ReadonlyMap<string, Contents>;

/** The two servers that are compared. */
export interface CellPair {
  readonly source: CellServer;
  readonly target: CellServer;
}

/** Other connections to both, for one piece of work. */
export async function withPair<T>(
  urls: { source: string; target: string },
  work: (pair: CellPair) => Promise<T>,
): Promise<T> {
  const source = await connectServer(urls.source);
  try {
    const target = await connectServer(urls.target);
    try {
      return await work({ source, target });
    } finally {
      await target.client.end().catch(() => undefined);
    }
  } finally {
    await source.client.end().catch(() => undefined);
  }
}

/** From now on, both connections see what is committed at this moment. */
export async function beginSnapshots({ source, target }: CellPair): Promise<void> {
  await Promise.all(
    [source, target].map(async ({ client }) => {
      // Of an attempt that failed.
      await client.query('ROLLBACK');
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      // A transaction takes its snapshot with its first statement.
      await client.query('SELECT 1');
    }),
  );
}

/**
 * Reads every row of both servers.
 * @throws an Error that names the first tables that differ
 */
export async function compareTables(
  pair: CellPair,
  tables: readonly MovedTable[],
  report: (line: string) => void,
): Promise<ComparedTables> {
  const found: TablePair[] = [];
  for (const table of tables.filter(({ isDivided }) => !isDivided)) found.push(await readPair(pair, table));
  requireEqual(found);
  const rows = found.reduce((sum, { here }) => sum + here.rows, 0);
  report(`Compared ${rows} rows of ${found.length} tables: the copy is equal.`);
  return new Map(found.map(({ table, here }) => [table.name, here]));
}

/** Compares the ends of the chains and small tables again, while writes wait. @throws an Error that names what differs */
export async function compareAgain(
  pair: CellPair,
  tables: readonly MovedTable[],
  compared: ComparedTables,
): Promise<void> {
  requireEqual(await Promise.all(quickTables(tables, compared).map((table) => readPair(pair, table))));
}

function quickTables(tables: readonly MovedTable[], compared: ComparedTables): MovedTable[] {
  const rowsOf = ({ name }: MovedTable): number => compared.get(name)?.rows ?? 0;
  let rows = 0;
  return tables
    .filter(({ isDivided }) => !isDivided)
    .toSorted((a, b) => rowsOf(a) - rowsOf(b))
    .filter((table) => HEADS.includes(table.name) || (rows += rowsOf(table)) <= MOST_ROWS);
}

/** A table with its rows on both servers. */
interface TablePair {
  readonly table: MovedTable;
  readonly here: Contents;
  readonly there: Contents;
}

async function readPair({ source, target }: CellPair, table: MovedTable): Promise<TablePair> {
  const [here, there] = await Promise.all([contentsOf(source, table), contentsOf(target, table)]);
  return { table, here, there };
}

/** @throws an Error that names the first tables that differ */
function requireEqual(pairs: readonly TablePair[]): void {
  const faults = pairs.filter(({ here, there }) => here.rows !== there.rows || here.sum !== there.sum).map(difference);
  if (faults.length > 0)
    throw new Error(`The copy differs: ${faults.slice(0, 5).join('; ')}. The cell stays where it is.`);
}

const difference = ({ table: { name }, here, there }: TablePair): string =>
  here.rows === there.rows ? `a row of ${name}` : `${name} has ${here.rows} rows, and ${there.rows} in the copy`;
