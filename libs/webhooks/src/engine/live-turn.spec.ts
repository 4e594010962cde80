import { afterEach, describe, expect, it } from '@jest/globals';
import { aDelivery, EngineBench, LIVE_NOTHING, NOTHING, RELAYED, until } from '../../test/engine-bench.js';

let bench: EngineBench;
afterEach(() => bench.engine.stop(0));

describe('a live turn of the engine', () => {
  it('sends what it claimed, and asks for nothing else', async () => {
    bench = new EngineBench();
    bench.live = async () => ({ ...LIVE_NOTHING, events: 1, deliveries: 1, claimed: [aDelivery(1)] });
    await bench.engine.poke();
    await until(() => bench.recorded.length === 1);
    expect(bench.claims).toBe(0);
  });

  it('is handed back if the worker was frozen during it: others may have taken it over', async () => {
    bench = new EngineBench();
    bench.live = async () => {
      bench.heartbeat.isAlive = false;
      bench.live = async () => LIVE_NOTHING;
      return { ...LIVE_NOTHING, events: 1, deliveries: 1, claimed: [aDelivery(1)] };
    };
    await bench.engine.poke();
    expect(bench.released).toEqual([expect.objectContaining({ deliveryId: 1, number: 1 })]);
    expect(bench.beats).toBe(1);
    expect(bench.recorded).toEqual([]);
  });

  it.each([
    ['is followed by another look beside another worker, which may have skipped a new event', false, 2],
    ['is not followed by one if the worker is alone', true, 1],
  ])('%s', async (_, isAlone, expected) => {
    bench = new EngineBench();
    bench.heartbeat.isAlone = isAlone;
    let turns = 0;
    bench.live = async () => ({ ...LIVE_NOTHING, events: ++turns === 1 ? 1 : 0 });
    await bench.engine.poke();
    expect(turns).toBe(expected);
  });

  it('leaves the delivery to the general turn if it fails', async () => {
    bench = new EngineBench();
    bench.events = 1;
    bench.live = async () => {
      throw new Error('connection lost');
    };
    bench.relay = async () => ({ ...RELAYED, claim: { ...NOTHING, claimed: [aDelivery(1)] } });
    await bench.engine.poke();
    await until(() => bench.recorded.length === 1);
  });
});
