import { addressOf, isOneCell, type Cell } from './cell-rows.js';
import { connectClient, type DatabaseClient } from './database-client.js';
import { UnusableDatabaseError, type DatabaseProblem } from './database-problem.rules.js';

/** A server of other cells that does not respond is no reason not to start. */
const CONNECT_MS = 3_000;

const problem = (what: string): DatabaseProblem => ({
  detail: `The installation has several cells, and a pooler on the way to PostgreSQL ${what}.`,
  advice:
    'Lead DATABASE_URL and the addresses of the cells to PostgreSQL itself, or to a pooler in session mode that passes start-up options on.',
});

const SHARED = problem('shares connections between transactions');
const DROPPED = problem('drops or rejects start-up options');

/**
 * Checks that connections keep the schema of their cell, which several cells need.
 * @throws UnusableDatabaseError if a pooler shares them between transactions, or does not pass their schema on
 */
export async function requireSessions(url: string, cells: readonly Cell[]): Promise<void> {
  if (isOneCell(cells)) return;
  const addresses = new Set([url, ...cells.map((cell) => addressOf(cell, url))]);
  const problems = await Promise.all([...addresses].map(problemAt));
  const [found] = problems.filter((one) => one !== undefined);
  if (found) throw new UnusableDatabaseError(found);
}

/** None for a server that does not respond. */
async function problemAt(url: string): Promise<DatabaseProblem | undefined> {
  const clients: DatabaseClient[] = [];
  const open = async (): Promise<DatabaseClient> => {
    const client = await connectClient({
      connectionString: url,
      application_name: 'billhook-start',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
    });
    clients.push(client);
    return client;
  };
  try {
    const [one, other] = [await open(), await open()];
    if (one.arrival.kind !== 'arrived') return DROPPED;
    const before = await processOf(one);
    // While the other one has a transaction, a pooler has to give the first one another connection, if it gave away its own.
    await other.query('BEGIN');
    const [held, after] = [await processOf(other), await processOf(one)];
    await other.query('ROLLBACK');
    return before === after && before !== held ? undefined : SHARED;
  } catch {
    return undefined;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

async function processOf(client: DatabaseClient): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}
