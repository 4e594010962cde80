import type { UnitOfWork } from '@billhook/db/unit-of-work';
import { afterAttempt, type AttemptResult, type EndpointState } from '@billhook/domain/webhooks/endpoint-health';
import { LOCK_STATES, WRITE_STATES } from './endpoint-states.sql.js';

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

  /** Updates the states of endpoints from results of attempts. */
  async apply(batch: readonly EndpointResults[]): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const rows = await tx.query<StateRow>({
        name: 'endpoint_states_lock',
        text: LOCK_STATES,
        values: [batch.map(({ endpointId }) => endpointId)],
      });
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
      await tx.query({ name: 'endpoint_states_write', text: WRITE_STATES, values: [JSON.stringify(next)] });
    });
  }
}
