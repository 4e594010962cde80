import type { Tx } from '@billhook/db/unit-of-work';
import { HEALTH_RULES } from '@billhook/domain/webhooks/endpoint-health';
import { NOW } from '../sql/now.sql.js';

/*
 * Actions of people on endpoints that affect the engine. Each is part of the transaction of the request, and needs a wake-up of the
 * engine afterwards: `tx.afterCommit(wake)`.
 */

/**
 * Clears the failures of an endpoint that is enabled again, which would otherwise disable it immediately. A paused one begins with few
 * requests in flight.
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

/** Makes an endpoint with a new URL due immediately: its wait and failures belong to the old URL. */
export async function tryAgainNow(tx: Tx, endpointId: number): Promise<void> {
  await tx.query({
    name: 'endpoint_try_again',
    text: `UPDATE webhook_endpoint_states SET held_until = NULL, probe_at = CASE WHEN health = 'Paused' THEN ${NOW} END
      WHERE endpoint_id = $1`,
    values: [endpointId],
  });
}
