import { describe, expect, it } from '@jest/globals';
import type { ClaimedDelivery } from '../deliveries/claim-deliveries.js';
import { InFlightDeliveries, InFlightTotals, type InFlight } from './in-flight-deliveries.js';

let nextId = 1;

function fill(engine: InFlightDeliveries, count: number, bytes = 0): InFlight[] {
  const body = 'x'.repeat(bytes);
  return Array.from({ length: count }, () =>
    engine.add({ deliveryId: nextId++, number: 1, companyId: nextId, body } as ClaimedDelivery),
  );
}

function enginesOf(cells: number): InFlightDeliveries[] {
  const totals = new InFlightTotals();
  totals.cells = cells;
  return Array.from({ length: cells }, () => new InFlightDeliveries(totals));
}

const two = () => enginesOf(2) as [InFlightDeliveries, InFlightDeliveries];
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

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

  it('is that of the others after an engine has stopped', () => {
    const [one, two] = enginesOf(2) as [InFlightDeliveries, InFlightDeliveries];
    fill(one, one.room().places);
    expect(two.room().places).toBe(125);
    one.leave();
    expect(two.room().places).toBe(375);
  });

  it('is left to others that have sent a text larger than the rest', () => {
    const totals = new InFlightTotals();
    totals.cells = 2;
    const [one, two] = [new InFlightDeliveries(totals), new InFlightDeliveries(totals)];
    fill(one, 30, MIB);
    expect([one.room().bytes, two.room().bytes]).toEqual([0, 8 * MIB]);
  });

  it('is together never more than everything, also if all engines claim at the same time', async () => {
    const engines = enginesOf(8);
    const rooms = await Promise.all(
      engines.map((engine) =>
        engine.claiming(async (room) => {
          await Promise.resolve();
          fill(engine, room?.places ?? 0);
          return room;
        }),
      ),
    );
    expect(sum(engines.map(({ used }) => used.places))).toBe(500);
    expect(sum(rooms.map((room) => room?.bytes ?? 0))).toBe(32 * MIB);
    expect(rooms.slice(1).map((room) => room?.places)).toEqual([31, 31, 31, 31, 31, 31, 31]);
  });

  it('is free again where a claim did not take it', async () => {
    const [one, other] = two();
    await one.claiming(async () => {
      fill(one, 10);
      expect(other.room().places).toBe(125);
    });
    expect(other.room().places).toBe(375);
  });

  it('is no less for others because a lost cell cannot store its results', () => {
    const [lost, other] = two();
    const sent = fill(lost, 375, 10_000);
    expect(other.room().places).toBe(125);
    for (const each of sent) each.finished = true;
    expect(other.room()).toMatchObject({ places: 375, bytes: 24 * MIB });
    expect(lost.room().places).toBe(0);
  });

  it('is the share of the cell alone from a claim that failed until one that did not', async () => {
    const [lost, other] = two();
    const failed = lost.claiming(() => Promise.reject(new Error('the server does not respond')));
    expect(other.room().places).toBe(125);
    await expect(failed).rejects.toThrow('does not respond');
    await lost.claiming(async (room) => {
      expect(room).toMatchObject({ places: 125, bytes: 8 * MIB });
      expect(other.room().places).toBe(375);
    });
    expect(lost.room().places).toBe(375);
  });

  it('is everything for the engine of one cell, also after a claim that failed', async () => {
    const engine = new InFlightDeliveries();
    await expect(engine.claiming(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(engine.room()).toMatchObject({ places: 500, bytes: 32 * MIB });
    fill(engine, 500);
    await engine.claiming(async (room) => expect(room).toBeUndefined());
  });
});
