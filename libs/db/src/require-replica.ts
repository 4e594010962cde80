import { connectClient } from './database-client.js';
import { UnusableDatabaseError, type DatabaseProblem } from './database-problem.rules.js';
import { replicaProblem } from './replica.rules.js';

/** A program waits no longer for a replica that it can do without. */
const CONNECT_MS = 3_000;

/** The replica does not respond, which is no reason not to start. */
const AWAY: DatabaseProblem = {
  detail: 'The server in DATABASE_REPLICA_URL does not respond, so everything is read from the primary until it does.',
  advice: 'Check that it runs, and that DATABASE_REPLICA_URL is right.',
};

/**
 * Checks the replica of a program that starts.
 * @returns what the operator should know if it does not respond
 * @throws UnusableDatabaseError if it accepts writes, as the primary itself does
 */
export async function requireReplica(url: string | undefined): Promise<DatabaseProblem | undefined> {
  if (url === undefined) return undefined;
  let isStandby: boolean | undefined;
  try {
    const client = await connectClient({
      connectionString: url,
      application_name: 'billhook-start',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
    });
    try {
      const { rows } = await client.query<{ isStandby: boolean }>('SELECT pg_is_in_recovery() AS "isStandby"');
      isStandby = rows[0]?.isStandby;
    } finally {
      await client.end();
    }
  } catch {
    return AWAY;
  }
  const problem = isStandby === false ? replicaProblem({ kind: 'writable' }) : undefined;
  if (problem) throw new UnusableDatabaseError(problem);
  return undefined;
}
