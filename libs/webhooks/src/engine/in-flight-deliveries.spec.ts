import { describe, expect, it } from '@jest/globals';
import { aDelivery } from '../../test/engine-bench.js';
import { InFlightDeliveries } from './in-flight-deliveries.js';

/** Deliveries in flight after a claim that took this many. */
function after(taken: number): InFlightDeliveries {
  const inFlight = new InFlightDeliveries();
  for (let id = 1; id <= taken; id++) inFlight.add(aDelivery(id));
  inFlight.claimed();
  return inFlight;
}

describe('InFlightDeliveries', () => {
  it('of a full process are claimed again when a quarter of the places is free', () => {
    const inFlight = after(500);
    const worth: number[] = [];
    for (let deliveryId = 1; deliveryId <= 500; deliveryId++) {
      inFlight.remove({ deliveryId, number: 1 });
      if (inFlight.isWorthClaim) worth.push(deliveryId);
    }
    expect([worth[0], worth.length]).toEqual([125, 376]);
  });

  it('of a process that was not full are claimed again for each free place', () => {
    const inFlight = after(499);
    inFlight.remove({ deliveryId: 1, number: 1 });
    expect(inFlight.isWorthClaim).toBe(true);
  });

  it('are not held back after a claim that left places', () => {
    const inFlight = after(500);
    inFlight.remove({ deliveryId: 1, number: 1 });
    inFlight.claimed();
    expect(inFlight.isWorthClaim).toBe(true);
  });
});
