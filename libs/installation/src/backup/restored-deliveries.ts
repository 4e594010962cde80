import type { Tx } from '@billhook/db/unit-of-work';
import { holdEndpoints } from '@billhook/webhooks/deliveries/operator-hold';

/** What the operator can decide about deliveries when a database is restored. */
export const RESTORED_DELIVERIES = ['hold', 'send'] as const;
export type RestoredDeliveries = (typeof RESTORED_DELIVERIES)[number];

/**
 * A restored database does not show which messages were confirmed after the restored moment, and what is sent cannot be undone.
 */
export const AFTER_RESTORE: RestoredDeliveries = 'hold';

/**
 * What a restore does to deliveries. `hold` holds every endpoint until the operator releases it: deliveries are created, and nothing is
 * sent. `send` changes nothing: the worker sends what waits.
 * @returns how many endpoints are held, with how many waiting deliveries
 */
export async function settleRestoredDeliveries(
  tx: Tx,
  choice: RestoredDeliveries = AFTER_RESTORE,
): Promise<{ readonly endpoints: number; readonly deliveries: number }> {
  return choice === 'hold' ? holdEndpoints(tx) : { endpoints: 0, deliveries: 0 };
}
