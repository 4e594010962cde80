import { AppSecrets } from '@billhook/platform/app-secrets';
import { createLogger } from '@billhook/platform/logger';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { AttemptResponse } from '../attempts/attempt-sender.js';
import type { ClaimedDelivery, DeliveryClaim } from '../deliveries/claim-deliveries.js';
import type { AttemptName, AttemptRecord } from '../deliveries/delivery-states.repository.js';
import { DeliveryEngine } from './delivery-engine.js';
import type { RelayTurnResult } from './relay-turn.js';

const secrets = new AppSecrets(['an application secret for the tests only']);
const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });
const NOTHING: DeliveryClaim = { isGone: false, claimed: [], blocked: false, opensInMs: undefined };
const OK: AttemptResponse = {
  durationMs: 1,
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: 1,
  remoteAddress: null,
  requestHeaders: {},
  responseStatus: 200,
  responseHeaders: {},
  responseBody: '',
  responseTruncated: false,
  error: null,
  errorKind: null,
};

const aDelivery = (deliveryId: number): ClaimedDelivery => ({
  deliveryId,
  number: 1,
  trigger: 'Schedule',
  step: 0,
  sequence: deliveryId,
  endpointId: 1,
  url: 'https://example.com/',
  startedAt: new Date(),
  ...{ companyId: 1, sandbox: false },
  secrets: [],
  headers: null,
  payload: 'Full',
  schedule: [],
  maxInFlight: 10,
  ordered: false,
  troubled: false,
  resourceId: 1,
  ...{ test: false, manual: false },
  changes: null,
  resourceVersion: 1,
  eventId: `msg_${deliveryId}`,
  eventType: 'client.created',
  body: '{}',
  requestId: null,
  traceParent: null,
});

/** The result of a turn that creates one delivery. */
const RELAYED = {
  ...{ events: 1, deliveries: 1, held: [], requestIds: [], more: false },
  ...{ claim: undefined, unclaimed: false },
};

/** An engine with a simulated database and receiver. */
class Bench {
  readonly recorded: AttemptRecord[] = [];
  readonly released: AttemptName[] = [];
  /** The deliveries that the engine knew each time it asked for unknown claimed ones. */
  readonly keptInFlight: (readonly number[])[] = [];
  release: () => Promise<void> = async () => undefined;
  claims = 0;
  claim: (count: number) => Promise<DeliveryClaim> = async () => NOTHING;
  send: (stop: AbortSignal) => Promise<AttemptResponse> = async () => OK;
  nextDueInMs: number | undefined;
  /** The number of looks that still find events. */
  events = 0;
  relay: () => Promise<RelayTurnResult> = async () => {
    throw new Error('no events to number');
  };
  /** By default it leaves all to the general turn. */
  live = async () => ({ ...RELAYED, events: 0, deliveries: 0, claimed: [], left: this.events-- > 0, due: true });
  beats = 0;
  readonly heartbeat = {
    isAlive: true,
    ...{ id: 1, workerId: 1, seesGone: false, isAlone: true },
    beat: async () => {
      this.beats += 1;
      this.heartbeat.isAlive = true;
    },
    leave: async () => undefined,
  };

  readonly engine = new DeliveryEngine({
    relay: { run: () => this.relay(), live: () => this.live() },
    deliveries: {
      claim: () => this.claim(++this.claims),
      claimIn: () => this.claim(++this.claims),
      record: async (results) => void this.recorded.push(...results),
      disable: async () => [],
      look: async () => ({ events: this.events-- > 0, due: true }),
      disableOfEndedGrants: async () => undefined,
      cancelOff: async () => 0,
      openHeads: async () => 0,
      openHeadsOf: async () => 0,
      release: async (attempts) => {
        await this.release();
        this.released.push(...attempts);
      },
      releaseUnknown: async (_, inFlight) => {
        this.keptInFlight.push(inFlight);
        return 0;
      },
      releaseGone: async () => 0,
      nextDueInMs: async () => this.nextDueInMs,
    },
    heartbeat: this.heartbeat,
    states: { applyFree: async () => [], applyOne: async () => undefined },
    publicUrl: 'https://billing.example',
    sender: { send: (_, stop) => this.send(stop), close: async () => undefined },
    secrets,
    logger,
    observer: { attempt: () => ({ traceparent: undefined, ended: () => undefined }) },
    schedule: [0, 5],
    enabled: true,
  });
}

const until = async (what: () => boolean): Promise<void> => {
  for (let n = 0; n < 300 && !what(); n++) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(what()).toBe(true);
};

let bench: Bench;
afterEach(() => bench.engine.stop(0));

describe('DeliveryEngine', () => {
  it('claims again if slots became free during a claim that still counted them', async () => {
    bench = new Bench();
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
    bench = new Bench();
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
    bench = new Bench();
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
    bench = new Bench();
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
    bench = new Bench();
    bench.events = 1;
    bench.relay = async () => ({ ...RELAYED, unclaimed: true });
    await bench.engine.poke();
    expect(bench.claims).toBe(1);
  });

  it('continues when a slot becomes free and more is due', async () => {
    bench = new Bench();
    bench.claim = async (count) =>
      count <= 3 ? { ...NOTHING, claimed: [aDelivery(count)], blocked: count < 3, opensInMs: undefined } : NOTHING;
    await bench.engine.poke();
    await until(() => bench.recorded.length === 3);
    expect(bench.claims).toBe(3);
  });

  it('waits neither for receivers nor for a slot', async () => {
    bench = new Bench();
    bench.claim = async () => ({ ...NOTHING, claimed: [aDelivery(bench.claims)], blocked: true });
    bench.send = (stop) =>
      new Promise((resolve) => stop.addEventListener('abort', () => resolve({ ...OK, error: 'cut' })));
    await bench.engine.poke();
    await bench.engine.poke();
    expect(bench.claims).toBe(2);
    expect(bench.recorded).toEqual([]);
  });

  it('wakes for the next due delivery', async () => {
    bench = new Bench();
    bench.nextDueInMs = 30;
    await bench.engine.sweep();
    expect(bench.claims).toBe(1);
    await until(() => bench.claims === 2);
  });

  it('survives a failing database, and claims again when requested', async () => {
    bench = new Bench();
    bench.claim = async (count) => {
      if (count === 1) throw new Error('connection lost');
      return NOTHING;
    };
    await bench.engine.poke();
    await bench.engine.sweep();
    expect(bench.claims).toBe(2);
  });

  it('after a claim whose response was lost, releases in a sweep what it claimed and does not know', async () => {
    bench = new Bench();
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
    bench = new Bench();
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
    bench = new Bench();
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
    bench = new Bench();
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
    bench = new Bench();
    bench.claim = async (count) =>
      count === 1 ? { ...NOTHING, isGone: true } : { ...NOTHING, claimed: count === 2 ? [aDelivery(1)] : [] };
    await bench.engine.poke();
    await until(() => bench.recorded.length === 1);
    expect(bench.beats).toBe(1);
  });

  it('stores finished attempts on stop, and hands back the others', async () => {
    bench = new Bench();
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
});
