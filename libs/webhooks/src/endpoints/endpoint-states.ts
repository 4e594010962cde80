import type { Statement } from '@billhook/db/statement';
import type { UnitOfWork } from '@billhook/db/unit-of-work';
import { afterAttempt, type AttemptResult, type EndpointState } from '@billhook/domain/webhooks/endpoint-health';
import { NOW } from '../sql/now.sql.js';

/** The results of one batch for an endpoint. */
export interface EndpointResults {
  readonly endpointId: number;
  readonly maxInFlight: number;
  /** In the order in which they ended. */
  readonly results: readonly AttemptResult[];
  /** How long the receiver asked to wait; null if it did not. */
  readonly holdMs: number | null;
}

type StateRow = EndpointState & { readonly endpointId: number; readonly now: Date };

/** The health of endpoints. Only the engine writes it, so it never waits for a request of the API. */
export class EndpointStates {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Updates the states of endpoints from results of attempts, without waiting for a lock: a turn that has locked states of the others may
   * wait for one of these.
   * @returns those whose state another transaction is changing
   */
  async applyFree(batch: readonly EndpointResults[]): Promise<readonly EndpointResults[]> {
    const applied = await this.#apply(batch, { name: 'endpoint_states_lock_free', text: LOCK_FREE_STATES });
    return batch.filter(({ endpointId }) => !applied.has(endpointId));
  }

  /** The same for one endpoint, after waiting for the transaction that is changing its state. */
  async applyOne(results: EndpointResults): Promise<void> {
    await this.#apply([results], { name: 'endpoint_state_lock', text: LOCK_STATE });
  }

  #apply(batch: readonly EndpointResults[], lock: Pick<Statement, 'name' | 'text'>): Promise<ReadonlySet<number>> {
    return this.unitOfWork.run(async (tx) => {
      const rows = await tx.query<StateRow>({ ...lock, values: [batch.map(({ endpointId }) => endpointId)] });
      const states = new Map(rows.map((row) => [row.endpointId, row]));
      const next = batch.flatMap(({ endpointId, maxInFlight, results, holdMs }) => {
        const row = states.get(endpointId);
        if (!row) return [];
        const { now, ...before } = row;
        const after = results.reduce<EndpointState>(
          (state, result) => afterAttempt(state, result, maxInFlight, now),
          before,
        );
        return [{ ...after, endpointId, holdMs }];
      });
      if (next.length > 0)
        tx.send({ name: 'endpoint_states_write', text: WRITE_STATES, values: [JSON.stringify(next)] });
      return new Set(states.keys());
    });
  }
}

const lockStates = (locked: 'SKIP LOCKED' | ''): string => `
SELECT endpoint_id AS "endpointId", health, health_since AS "healthSince", failing_since AS "failingSince",
  consecutive_failures AS "consecutiveFailures", failed_messages AS "failedMessages", concurrency, probe_at AS "probeAt",
  statement_timestamp() AS "now"
FROM webhook_endpoint_states WHERE endpoint_id = ANY ($1::bigint[]) ORDER BY endpoint_id FOR NO KEY UPDATE ${locked}`;

/** $1 endpoints. Locks those that no other transaction has locked. */
export const LOCK_FREE_STATES = lockStates('SKIP LOCKED');

/** $1 one endpoint, in an array. */
export const LOCK_STATE = lockStates('');

/** $1 states as JSON, each with the requested wait of its receiver in milliseconds, or null. */
export const WRITE_STATES = `
UPDATE webhook_endpoint_states s SET health = r."health", health_since = r."healthSince", failing_since = r."failingSince",
  consecutive_failures = r."consecutiveFailures", failed_messages = r."failedMessages", concurrency = r."concurrency",
  probe_at = r."probeAt", held_until = CASE WHEN r."holdMs" IS NULL THEN s.held_until
    ELSE greatest(s.held_until, ${NOW} + r."holdMs" * interval '1 millisecond') END
FROM jsonb_to_recordset($1::jsonb) AS r ("endpointId" bigint, "health" text, "healthSince" timestamptz, "failingSince" timestamptz,
  "consecutiveFailures" integer, "failedMessages" integer, "concurrency" integer, "probeAt" timestamptz, "holdMs" bigint)
WHERE s.endpoint_id = r."endpointId"`;
