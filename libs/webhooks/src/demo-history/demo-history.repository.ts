import type { StoredMessage } from '@billhook/contract/webhooks/message';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import type { EndpointNotice, EndpointState } from '@billhook/domain/webhooks/endpoint-health';
import type { WebhookAttempt } from '../deliveries/attempt.entity.js';
import type { WebhookEndpoint } from '../endpoints/endpoint.entity.js';
import type { WebhookRun } from '../runs/run.entity.js';
import { ATTEMPTS, GONE, RUNS, STATE, STATS } from './demo-history.sql.js';

/* For the demo data: what endpoints did before the installation existed. The engine writes the same rows while it works. */

export interface DemoEvent extends StoredMessage {
  readonly id: string;
  readonly position: number;
  readonly createdAt: Date;
}

/** The attempts of an endpoint that ended in an hour. */
export interface PastHour {
  readonly hour: Date;
  readonly succeeded: number;
  readonly failed: number;
  readonly durationMs: number;
  readonly histogram: readonly number[];
  readonly lastSuccessAt: Date | null;
}

/** The state after the last delivery, whose sequence is `last`. */
export interface PastState extends EndpointState {
  readonly endpointId: number;
  readonly last: number;
  readonly notice: EndpointNotice | null;
  readonly noticeAt: Date | null;
}

/** A run that has ended, or that waits for a person. */
export type PastRun = Pick<WebhookRun, 'kind' | 'since' | 'until' | 'done' | 'createdAt'> & {
  readonly status: 'Completed' | 'Paused';
};

/** The events since the creation of an endpoint that it subscribed to. */
export function eventsSinceCreation(runner: ReadRunner, endpoint: WebhookEndpoint): Promise<DemoEvent[]> {
  return runner.query<DemoEvent>({
    name: 'history_events',
    text: `SELECT position, id, type, resource_id AS "resourceId", body, changes, resource_version AS "resourceVersion",
        created_at AS "createdAt"
      FROM events WHERE company_id = $1 AND type = ANY ($2) AND created_at >= $3 ORDER BY sequence`,
    values: [endpoint.companyId, endpoint.eventTypes, endpoint.createdAt],
  });
}

/** Inserts attempts of deliveries that are stored. */
export async function insertPastAttempts(tx: Tx, attempts: readonly WebhookAttempt[]): Promise<void> {
  await tx.query({ name: 'history_attempts', text: ATTEMPTS, values: [JSON.stringify(attempts)] });
}

export async function insertPastHours(tx: Tx, endpointId: number, hours: readonly PastHour[]): Promise<void> {
  await tx.query({ name: 'history_hours', text: STATS, values: [endpointId, JSON.stringify(hours)] });
}

export async function setPastState(tx: Tx, state: PastState): Promise<void> {
  await tx.query({ name: 'history_state', text: STATE, values: [JSON.stringify(state)] });
}

/** Inserts runs. The total of a paused one contains the failed deliveries of its period. @param by the label of who started them */
export async function insertPastRuns(tx: Tx, endpointId: number, by: string, runs: readonly PastRun[]): Promise<void> {
  await tx.query({ name: 'history_runs', text: RUNS, values: [endpointId, by, JSON.stringify(runs)] });
}

/** Disables an endpoint that responded with 410, and writes the audit entry, at a time in the past. */
export async function disableGone(tx: Tx, endpointId: number, at: Date): Promise<void> {
  await tx.query({ name: 'history_gone', text: GONE, values: [endpointId, at] });
}
