import type { Tx } from '@billhook/db/unit-of-work';
import type { EventType } from '@billhook/domain/shared/event-types';
import { NOW } from '../sql/now.sql.js';
import { CANCEL } from './deliveries.sql.js';
import type { DeliveryStatus } from './delivery.entity.js';

/**
 * Actions of people on deliveries. Each is part of the transaction of the request, and needs a wake-up of the engine afterwards:
 * `tx.afterCommit(wake)`.
 */

/** `Expired`: its text is no longer kept. `Queued` even if an attempt is already due or in flight: a second click has no effect. */
export type ResendResult = 'Queued' | 'NotFound' | 'EndpointDisabled' | 'EndpointDeleted' | 'Expired';

/**
 * Requests one attempt now, in addition to the schedule. After a failure the delivery returns to its state and time; a success ends the schedule.
 */
export async function resend(tx: Tx, companyId: number, deliveryId: number): Promise<ResendResult> {
  const [found] = await tx.query<{ enabled: boolean; deleted: boolean; kept: boolean }>({
    name: 'delivery_resend_find',
    text: `SELECT e.status = 'Enabled' AS enabled, e.deleted_at IS NOT NULL AS deleted, v.body IS NOT NULL AS kept
      FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id JOIN events v ON v.position = d.event_position
      WHERE d.company_id = $1 AND d.id = $2 FOR UPDATE OF d`,
    values: [companyId, deliveryId],
  });
  if (!found) return 'NotFound';
  if (found.deleted) return 'EndpointDeleted';
  if (!found.enabled) return 'EndpointDisabled';
  if (!found.kept) return 'Expired';
  await tx.query({
    name: 'delivery_resend',
    text: `UPDATE webhook_deliveries d SET trigger = 'Manual', resume_status = d.status, resume_at = d.next_attempt_at,
        status = 'Waiting', next_attempt_at = ${NOW}
      WHERE d.id = $1 AND d.trigger = 'Schedule' AND d.status <> 'Sending'`,
    values: [deliveryId],
  });
  return 'Queued';
}

/**
 * Cancels a waiting delivery. A requested resend is withdrawn, and the delivery returns to its earlier state.
 * @returns the status before; only a waiting one is cancelled. Undefined if there is none.
 */
export async function cancel(tx: Tx, companyId: number, deliveryId: number): Promise<DeliveryStatus | undefined> {
  const [found] = await tx.query<{ status: DeliveryStatus }>({
    name: 'delivery_cancel_find',
    text: 'SELECT d.status FROM webhook_deliveries d WHERE d.company_id = $1 AND d.id = $2 FOR NO KEY UPDATE OF d',
    values: [companyId, deliveryId],
  });
  if (found?.status === 'Waiting') {
    await tx.query({
      name: 'delivery_cancel',
      text: `UPDATE webhook_deliveries d SET ${CANCEL} WHERE d.id = $1`,
      values: [deliveryId],
    });
  }
  return found?.status;
}

/** A test message or a record sent on request: it is delivered to one endpoint, and is not part of the event log. */
export interface TestMessage {
  /** `msg_…` */
  readonly id: string;
  readonly type: EventType;
  readonly resourceId: number;
  /** The exact text to send. */
  readonly text: string;
  /** As of an event, for endpoints with the payload `Changes`. */
  readonly changes?: string | null;
  readonly resourceVersion?: number | null;
  /** Whether it is the present state of a record. */
  readonly manual?: boolean;
  readonly at: Date;
}

/** Creates a delivery of a test message: one attempt, without retries. Returns its id. */
export async function createTestDelivery(
  tx: Tx,
  endpoint: { readonly id: number; readonly companyId: number },
  body: TestMessage,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>({
    name: 'delivery_create_test',
    text: `WITH message AS (
        INSERT INTO events (id, company_id, type, resource_id, body, test, created_at, changes, resource_version, manual)
        VALUES ($1, $2, $3, $4, $5, true, $6, $8, $9, $10)
        RETURNING position
      )
      INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, event_type, resource, resource_id, status, trigger,
        attempt_count, schedule_step, next_attempt_at, resume_status, created_at)
      SELECT $2, $7, position, $3, split_part($3, '.', 1), $4, 'Waiting', 'Manual', 0, 0, ${NOW}, 'Failed', ${NOW} FROM message
      RETURNING id`,
    values: [
      ...[body.id, endpoint.companyId, body.type, body.resourceId, body.text, body.at, endpoint.id],
      ...[body.changes ?? null, body.resourceVersion ?? null, body.manual ?? false],
    ],
  });
  if (!row) throw new Error('unreachable: the statement inserts one delivery');
  return row.id;
}

/** Locks all deliveries of a company, which waits for a claim that is being written. The caller deletes them. */
export async function lockDeliveriesOf(tx: Tx, companyId: number): Promise<void> {
  await tx.query({
    name: 'deliveries_lock_of',
    text: 'SELECT count(*) FROM (SELECT FROM webhook_deliveries WHERE company_id = $1 FOR UPDATE) locked',
    values: [companyId],
  });
}
