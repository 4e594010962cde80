import type { Tx } from '@billhook/db/unit-of-work';
import { HEALTH_RULES } from '@billhook/domain/webhooks/endpoint-health';
import { NOW } from '../now.queries.js';

/*
 * What people do to endpoints that the engine has to know of. Each belongs to the transaction of the request, and is to be followed by a
 * wake-up of the engine: `tx.afterCommit(wake)`.
 */

/**
 * Forgets the failures of an endpoint that is switched on again: what it was switched off for would switch it off at once. One that was
 * paused begins with few requests at once.
 */
export async function forgiveFailures(tx: Tx, endpointId: number): Promise<void> {
  await tx.query({
    name: 'endpoint_forgive',
    text: `UPDATE webhook_endpoint_states SET failing_since = NULL, consecutive_failures = 0, failed_messages = 0, held_until = NULL,
        probe_at = NULL, notice = NULL,
        health = CASE health WHEN 'Healthy' THEN 'Healthy' ELSE 'Degraded' END,
        health_since = CASE health WHEN 'Paused' THEN ${NOW} ELSE health_since END,
        concurrency = CASE health WHEN 'Paused' THEN $2::integer ELSE concurrency END
      WHERE endpoint_id = $1`,
    values: [endpointId, HEALTH_RULES.degradedConcurrency],
  });
}

/** Has an endpoint that is called elsewhere from now on tried at once: nobody there has asked for patience, or failed. */
export async function tryAgainNow(tx: Tx, endpointId: number): Promise<void> {
  await tx.query({
    name: 'endpoint_try_again',
    text: `UPDATE webhook_endpoint_states SET held_until = NULL, probe_at = CASE WHEN health = 'Paused' THEN ${NOW} END
      WHERE endpoint_id = $1`,
    values: [endpointId],
  });
}
