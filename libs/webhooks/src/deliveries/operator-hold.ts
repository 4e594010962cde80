import type { Tx } from '@billhook/db/unit-of-work';
import { CANCEL } from './deliveries.sql.js';

/** No receiver asks to wait until then, so it marks the endpoints that the operator holds; programs of older releases know it as well. */
const HELD_BY_OPERATOR = '9999-01-01T00:00:00.000Z';

/**
 * Holds every endpoint: deliveries are created and nothing is sent, except what a person resends or tests from now on. What was
 * requested earlier is withdrawn.
 * @returns the number of endpoints and of waiting deliveries
 */
export async function holdEndpoints(tx: Tx): Promise<{ endpoints: number; deliveries: number }> {
  await tx.query({
    name: 'operator_hold_resends',
    text: `UPDATE webhook_deliveries d SET
        status = coalesce(d.resume_status, 'Waiting'), next_attempt_at = d.resume_at, trigger = 'Schedule',
        resume_status = NULL, resume_at = NULL
      WHERE d.status = 'Waiting' AND d.trigger = 'Manual' AND d.sequence IS NOT NULL`,
  });
  await tx.query({
    name: 'operator_hold_tests',
    text: `UPDATE webhook_deliveries d SET ${CANCEL} WHERE d.status = 'Waiting' AND d.sequence IS NULL`,
  });
  const [held] = await tx.query<{ endpoints: number; deliveries: number }>({
    name: 'operator_hold',
    text: `WITH held AS (UPDATE webhook_endpoint_states SET held_until = $1 RETURNING endpoint_id)
      SELECT (SELECT count(*)::integer FROM held) AS endpoints,
        (SELECT count(*)::integer FROM webhook_deliveries WHERE status IN ('Waiting', 'Sending')) AS deliveries`,
    values: [HELD_BY_OPERATOR],
  });
  return held ?? { endpoints: 0, deliveries: 0 };
}

/**
 * What the worker still has to do before deliveries can be cancelled: events without deliveries, and deliveries of a worker that was lost
 * with the old server.
 */
export async function countUnsettled(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ count: number }>({
    name: 'operator_hold_unsettled',
    text: `SELECT ((SELECT count(*) FROM events WHERE sequence IS NULL AND NOT test)
        + (SELECT count(*) FROM webhook_deliveries WHERE status = 'Sending'))::integer AS count`,
  });
  return row?.count ?? 0;
}

/**
 * Releases the endpoints that the operator holds: what waits is due.
 * @param cancelBefore cancels the waiting deliveries of events before this moment
 * @returns the number of endpoints and of cancelled deliveries
 */
export async function releaseEndpoints(
  tx: Tx,
  cancelBefore: Date | undefined,
): Promise<{ endpoints: number; cancelled: number }> {
  const cancelled = await tx.query({
    name: 'operator_release_cancel',
    text: `UPDATE webhook_deliveries d SET ${CANCEL} FROM events v, webhook_endpoint_states s
      WHERE v.position = d.event_position AND d.status = 'Waiting' AND v.created_at < $1
        AND s.endpoint_id = d.endpoint_id AND s.held_until = $2 RETURNING d.id`,
    values: [cancelBefore ?? new Date(0), HELD_BY_OPERATOR],
  });
  const released = await tx.query({
    name: 'operator_release',
    text: 'UPDATE webhook_endpoint_states SET held_until = NULL WHERE held_until = $1 RETURNING endpoint_id',
    values: [HELD_BY_OPERATOR],
  });
  return { endpoints: released.length, cancelled: cancelled.length };
}
