import { describe, expect, it } from '@jest/globals';
import type { ClaimedDelivery } from '../deliveries/claim-deliveries.js';
import { InFlightDeliveries, InFlightTotals } from './in-flight-deliveries.js';

let nextId = 1;

function fill(engine: InFlightDeliveries, count: number, bytes = 0): void {
  const body = 'x'.repeat(bytes);
  for (let n = 0; n < count; n++)
    engine.add({ deliveryId: nextId++, number: 1, companyId: nextId, body } as ClaimedDelivery);
}

const MIB = 1024 * 1024;

describe('the room of engines', () => {
  it('is everything for the engine of one cell', () => {
    const engine = new InFlightDeliveries();
    expect(engine.room()).toMatchObject({ places: 500, bytes: 32 * MIB });
    fill(engine, 300, 1_000);
    expect(engine.room()).toMatchObject({ places: 200, bytes: 32 * MIB - 300_000 });
    fill(engine, 200);
    expect(engine.room().places).toBe(0);
  });

  it('is never less than its share, and together never more than everything', () => {
    const totals = new InFlightTotals();
    totals.cells = 5;
    const [one, two, three] = [0, 0, 0].map(() => new InFlightDeliveries(totals)) as [
      InFlightDeliveries,
      InFlightDeliveries,
      InFlightDeliveries,
    ];
    fill(one, one.room().places);
    expect(one.used.places).toBe(300);
    expect([one, two, three].map((engine) => engine.room().places)).toEqual([0, 50, 50]);
    fill(two, 20);
    expect([one, two, three].map((engine) => engine.room().places)).toEqual([0, 30, 50]);
  });

  it('is left to others that have sent a text larger than the rest', () => {
    const totals = new InFlightTotals();
    totals.cells = 2;
    const [one, two] = [new InFlightDeliveries(totals), new InFlightDeliveries(totals)];
    fill(one, 30, MIB);
    expect([one.room().bytes, two.room().bytes]).toEqual([0, 8 * MIB]);
  });
});
