import { afterEach, describe, expect, it } from '@jest/globals';
import { aDelivery, EngineBench, NOTHING, OK, RELAYED, until } from '../../test/engine-bench.js';
import type { AttemptResponse } from '../attempts/attempt-sender.js';
import type { DeliveryClaim } from '../deliveries/claim-deliveries.js';
import { InFlightDeliveries } from './in-flight-deliveries.js';
import type { RelayTurnResult } from './relay-turn.js';

let bench: EngineBench;
afterEach(() => bench.engine.stop(0));

describe('DeliveryEngine', () => {
  it('sends a heartbeat with engines of other cells only while no delivery is in flight', async () => {
    bench = new EngineBench();
    const send = () => Promise.resolve(undefined);
    await bench.engine.beatTogether(send);
    expect(bench.beats).toBe(1);
    let respond: (response: AttemptResponse) => void = () => undefined;
    bench.send = () => new Promise((resolve) => (respond = resolve));
    bench.claim = async (count) => (count === 1 ? { ...NOTHING, claimed: [aDelivery(1)] } : NOTHING);
    await bench.engine.poke();
    await bench.engine.beatTogether(send);
    expect(bench.beats).toBe(1);
    respond(OK);
    await until(() => bench.recorded.length === 1);
    await bench.engine.beatTogether(send);
    expect(bench.beats).toBe(2);
  });

  it('claims again if slots became free during a claim that still counted them', async () => {
    bench = new EngineBench();
    bench.claim = async (count) => {
      if (count === 1) return { ...NOTHING, claimed: [aDelivery(1)], blocked: false, opensInMs: undefined };
      if (count > 2) return NOTHING;
      // This claim has seen the first delivery in flight; its result is stored before the claim returns.
      await until(() => bench.recorded.length === 1);
      await new Promise((resolve) => setImmediate(resolve));
      return { ...NOTHING, claimed: [], blocked: true, opensInMs: undefined };
    };
    await bench.engine.poke();
    await bench.engine.poke();
    await until(() => bench.claims === 3);
  });

  it('after a turn that could not start all, claims when a slot becomes free, and not before', async () => {
    bench = new EngineBench();
    bench.events = 1;
    let respond: (response: AttemptResponse) => void = () => undefined;
    bench.send = () => new Promise((resolve) => (respond = resolve));
    const claim = { ...NOTHING, claimed: [aDelivery(1)], blocked: true };
    bench.relay = async () => ({ ...RELAYED, events: 2, deliveries: 2, more: true, claim });
    await bench.engine.poke();
    expect(bench.claims).toBe(0);
    respond(OK);
    await until(() => bench.claims === 1);
  });

  it('after it, also claims when a slot becomes free if the next turn has nothing to claim', async () => {
    bench = new EngineBench();
    bench.events = 2;
    let respond: (response: AttemptResponse) => void = () => undefined;
    bench.send = () => new Promise((resolve) => (respond = resolve));
    const counts = { events: 1, deliveries: 1, held: [], unclaimed: false, requestIds: [] };
    const turns: RelayTurnResult[] = [
      { ...counts, more: true, claim: { ...NOTHING, claimed: [aDelivery(1)], blocked: true } },
      { ...counts, deliveries: 0, more: false, claim: undefined },
    ];
    bench.relay = async () => turns.shift() ?? Promise.reject(new Error('no events to number'));
    await bench.engine.poke();
    expect([turns.length, bench.claims]).toEqual([0, 0]);
    respond(OK);
    await until(() => bench.claims === 1);
  });

  it('numbers events without a claim, and claims without numbering, if a turn fails', async () => {
    bench = new EngineBench();
    bench.events = 1;
    let turns = 0;
    bench.relay = async () => {
      if (++turns === 1) throw new Error('the claim failed');
      return RELAYED;
    };
    await bench.engine.poke();
    expect([turns, bench.claims]).toEqual([2, 1]);
  });

  it('claims after a turn during which another worker claimed', async () => {
    bench = new EngineBench();
    bench.events = 1;
    bench.relay = async () => ({ ...RELAYED, unclaimed: true });
    await bench.engine.poke();
    expect(bench.claims).toBe(1);
  });

  it('continues when a slot becomes free and more is due', async () => {
    bench = new EngineBench();
    bench.claim = async (count) =>
      count <= 3 ? { ...NOTHING, claimed: [aDelivery(count)], blocked: count < 3, opensInMs: undefined } : NOTHING;
    await bench.engine.poke();
    await until(() => bench.recorded.length === 3);
    expect(bench.claims).toBe(3);
  });

  it('waits neither for receivers nor for a slot', async () => {
    bench = new EngineBench();
    bench.claim = async () => ({ ...NOTHING, claimed: [aDelivery(bench.claims)], blocked: true });
    bench.send = (stop) =>
      new Promise((resolve) => stop.addEventListener('abort', () => resolve({ ...OK, error: 'cut' })));
    await bench.engine.poke();
    await bench.engine.poke();
    expect(bench.claims).toBe(2);
    expect(bench.recorded).toEqual([]);
  });

  it('wakes for the next due delivery', async () => {
    bench = new EngineBench();
    bench.nextDueInMs = 30;
    await bench.engine.sweep();
    expect(bench.claims).toBe(1);
    await until(() => bench.claims === 2);
  });

  it('survives a failing database, and claims again when requested', async () => {
    bench = new EngineBench();
    bench.claim = async (count) => {
      if (count === 1) throw new Error('connection lost');
      return NOTHING;
    };
    await bench.engine.poke();
    await bench.engine.sweep();
    expect(bench.claims).toBe(2);
  });

  it('after a claim whose response was lost, releases in a sweep what it claimed and does not know', async () => {
    bench = new EngineBench();
    bench.claim = async (count) => {
      if (count === 1) return { ...NOTHING, claimed: [aDelivery(1)] };
      if (count === 2) throw new Error('connection lost');
      return NOTHING;
    };
    bench.send = (stop) =>
      new Promise((resolve) => stop.addEventListener('abort', () => resolve({ ...OK, error: 'cut' })));
    await bench.engine.poke();
    await bench.engine.poke();
    expect(bench.keptInFlight).toEqual([]);
    await bench.engine.sweep();
    expect(bench.keptInFlight).toEqual([[1]]);
  });

  it('releases it between two claims, never in parallel', async () => {
    bench = new EngineBench();
    let answer: (claim: DeliveryClaim) => void = () => undefined;
    bench.claim = (count) => (count === 1 ? new Promise((resolve) => (answer = resolve)) : Promise.resolve(NOTHING));
    bench.send = (stop) =>
      new Promise((resolve) => stop.addEventListener('abort', () => resolve({ ...OK, error: 'cut' })));
    const poked = bench.engine.poke();
    await until(() => bench.claims === 1);
    const swept = bench.engine.sweep();
    await new Promise((resolve) => setImmediate(resolve));
    expect(bench.keptInFlight).toEqual([]);
    answer({ ...NOTHING, claimed: [aDelivery(1)] });
    await Promise.all([poked, swept]);
    expect(bench.keptInFlight).toEqual([[1]]);
  });

  it('frozen during a claim, and unable to hand it back, releases it in a sweep', async () => {
    bench = new EngineBench();
    bench.claim = async (count) => {
      if (count === 1) bench.heartbeat.isAlive = false;
      return count === 1 ? { ...NOTHING, claimed: [aDelivery(1)] } : NOTHING;
    };
    bench.release = async () => {
      throw new Error('connection lost');
    };
    await bench.engine.poke();
    await bench.engine.sweep();
    expect(bench.released).toEqual([]);
    expect(bench.keptInFlight).toEqual([[]]);
  });

  it('frozen during a claim, sends nothing of it: others may have taken it over', async () => {
    bench = new EngineBench();
    bench.claim = async (count) => {
      if (count === 1) bench.heartbeat.isAlive = false;
      return count === 1 ? { ...NOTHING, claimed: [aDelivery(1)] } : NOTHING;
    };
    await bench.engine.poke();
    expect(bench.released).toEqual([expect.objectContaining({ deliveryId: 1, number: 1 })]);
    expect(bench.beats).toBe(1);
    expect(bench.claims).toBe(2);
    expect(bench.recorded).toEqual([]);
  });

  it('marked as stopped, sends heartbeats again and claims under a new row', async () => {
    bench = new EngineBench();
    bench.claim = async (count) =>
      count === 1 ? { ...NOTHING, isGone: true } : { ...NOTHING, claimed: count === 2 ? [aDelivery(1)] : [] };
    await bench.engine.poke();
    await until(() => bench.recorded.length === 1);
    expect(bench.beats).toBe(1);
  });

  it('stores finished attempts on stop, and hands back the others', async () => {
    bench = new EngineBench();
    bench.claim = async (count) =>
      count === 1
        ? { ...NOTHING, claimed: [aDelivery(1), aDelivery(2)], blocked: false, opensInMs: undefined }
        : NOTHING;
    let sends = 0;
    bench.send = (stop) =>
      ++sends === 1
        ? Promise.resolve(OK)
        : new Promise((resolve) => stop.addEventListener('abort', () => resolve({ ...OK, error: 'cut' })));
    await bench.engine.poke();
    await bench.engine.stop(50);
    expect(bench.recorded.map(({ deliveryId }) => deliveryId)).toEqual([1]);
    expect(bench.released).toEqual([expect.objectContaining({ deliveryId: 2, number: 1 })]);
    await bench.engine.poke();
    expect(bench.claims).toBe(1);
  });

  it('leaves its room to engines of other cells when it stops', async () => {
    bench = new EngineBench();
    bench.totals.cells = 2;
    const other = new InFlightDeliveries(bench.totals);
    const claimed = Array.from({ length: 375 }, (_, n) => aDelivery(n + 1));
    bench.claim = async (count) => (count === 1 ? { ...NOTHING, claimed } : NOTHING);
    bench.send = (stop) =>
      new Promise((resolve) => stop.addEventListener('abort', () => resolve({ ...OK, error: 'cut' })));
    await bench.engine.poke();
    expect(other.room().places).toBe(125);
    await bench.engine.stop(0);
    expect(other.room().places).toBe(375);
  });
});
