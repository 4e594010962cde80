import { eventually } from '@billhook/testing/patience';
import { type DeliveryRow, type TestEndpoint, type World } from './world.js';

/** Disables an endpoint, as a person does. */
export const switchOff = (world: World, { id }: TestEndpoint): Promise<void> =>
  world.sql(
    `UPDATE webhook_endpoints SET status = 'Disabled', disabled_reason = 'Manual', disabled_at = now() WHERE id = $1`,
    [id],
  );

/** Waits until the first delivery of an endpoint has one of the states. */
export const settled = (world: World, endpoint: TestEndpoint, ...statuses: string[]): Promise<DeliveryRow> =>
  eventually(`a delivery is ${statuses.join(' or ')}`, async () => {
    const [delivery] = await world.deliveries(endpoint);
    return delivery && statuses.includes(delivery.status) ? delivery : undefined;
  });
