import type { EventType } from '@billhook/domain/events';
import type { Tx } from '@billhook/db/unit-of-work';
import { NOW } from './deliveries.sql.js';

/**
 * What people do to deliveries. Each belongs to the transaction of the request, and is to be followed by a wake-up of the
 * engine: `tx.afterCommit(wake)`.
 */

/** `Queued` also when an attempt is due at once or under way already: a second click asks for nothing more. */
export type ResendResult = 'Queued' | 'NotFound' | 'EndpointDisabled';

/**
 * Asks for one attempt now, beside the schedule: if it fails, the delivery goes back to what it was and to its time; if it
 * succeeds, the schedule ends.
 */
export async function resend(tx: Tx, companyId: number, deliveryId: number): Promise<ResendResult> {
  const [found] = await tx.query<{ live: boolean }>({
    name: 'delivery_resend_find',
    text: `SELECT e.status = 'Enabled' AND e.deleted_at IS NULL AS live
      FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
      WHERE d.company_id = $1 AND d.id = $2 FOR UPDATE OF d`,
    values: [companyId, deliveryId],
  });
  if (!found) return 'NotFound';
  if (!found.live) return 'EndpointDisabled';
  await tx.query({
    name: 'delivery_resend',
    text: `UPDATE webhook_deliveries d SET trigger = 'Manual', resume_status = d.status, resume_at = d.next_attempt_at,
        status = 'Waiting', next_attempt_at = ${NOW}
      WHERE d.id = $1 AND d.trigger = 'Schedule' AND d.status <> 'Sending'`,
    values: [deliveryId],
  });
  return 'Queued';
}

/** A message that tells of nothing: it is delivered to one endpoint, and is not part of the event log. */
export interface TestMessage {
  /** `msg_…` */
  readonly id: string;
  readonly type: EventType;
  readonly resourceId: number;
  /** The exact text to send. */
  readonly text: string;
  readonly at: Date;
}

/** Makes a delivery of a test message: one attempt, without retries. Gives its id. */
export async function createTestDelivery(
  tx: Tx,
  endpoint: { readonly id: number; readonly companyId: number },
  body: TestMessage,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>({
    name: 'delivery_create_test',
    text: `WITH message AS (
        INSERT INTO events (id, company_id, type, resource_id, body, test, created_at) VALUES ($1, $2, $3, $4, $5, true, $6)
        RETURNING position
      )
      INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, event_type, resource, resource_id, status, trigger,
        attempt_count, schedule_step, next_attempt_at, resume_status, created_at)
      SELECT $2, $7, position, $3, split_part($3, '.', 1), $4, 'Waiting', 'Manual', 0, 0, ${NOW}, 'Failed', ${NOW} FROM message
      RETURNING id`,
    values: [body.id, endpoint.companyId, body.type, body.resourceId, body.text, body.at, endpoint.id],
  });
  if (!row) throw new Error('unreachable: the statement inserts one delivery');
  return row.id;
}
