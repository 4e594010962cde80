import { replicaProblem, replicaState, type PrimaryFacts, type ReplicaFacts } from '@billhook/db/replica.rules';
import { primaryFacts, replicaFacts } from '@billhook/db/replica.sql';
import { REPLICATED_CHANGES } from '@billhook/invoicing/changes/replicated-changes.sql';
import { withoutPassword } from '@billhook/platform/without-password';
import type { QueryResultRow } from 'pg';
import { openDoctor } from './doctor-connections.js';
import {
  ok,
  problem,
  skipped,
  warning,
  type DoctorCheck,
  type DoctorFinding,
  type DoctorParts,
} from './doctor-finding.js';

/** The check of DATABASE_REPLICA_URL. */
export const REPLICA_CHECKS: readonly DoctorCheck[] = [
  {
    name: 'replica',
    needs: 'database',
    check: checkReplica,
    advice: ({ DATABASE_REPLICA_URL: url }) =>
      `Check that the replica runs and that DATABASE_REPLICA_URL is right${url === undefined ? '' : `: psql "${withoutPassword(url)}" -c "SELECT 1"`}`,
  },
];

async function checkReplica({ env, db, hasTables }: DoctorParts): Promise<DoctorFinding> {
  if (env.DATABASE_REPLICA_URL === undefined) return ok('There is none: everything is read from the primary.');
  if (!hasTables) return skipped('the schema step creates the table by which both servers are compared.');
  const [primary] = await db.query<PrimaryFacts & QueryResultRow>(primaryFacts(REPLICATED_CHANGES));
  const client = await openDoctor(env.DATABASE_REPLICA_URL);
  try {
    const { text, values = [] } = replicaFacts(primary?.flushed ?? '');
    const { rows } = await client.query<ReplicaFacts & QueryResultRow>(text, [...values]);
    const [replica] = rows;
    if (!primary || !replica) throw new Error('unreachable: the statements return one row');
    const state = replicaState(primary, replica);
    const found = replicaProblem(state);
    if (found) return (state.kind === 'writable' ? problem : warning)(found.detail, found.advice);
    const lag = state.kind === 'follows' ? state.lagSeconds : null;
    return ok(`It follows the primary${lag === null ? '' : `, ${Math.round(lag)} s behind`}.`);
  } finally {
    await client.end();
  }
}
