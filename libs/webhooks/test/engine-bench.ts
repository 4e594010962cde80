import { AppSecrets } from '@billhook/platform/app-secrets';
import { createLogger } from '@billhook/platform/logger';
import { expect } from '@jest/globals';
import type { AttemptResponse } from '../src/attempts/attempt-sender.js';
import type { ClaimedDelivery, DeliveryClaim } from '../src/deliveries/claim-deliveries.js';
import type { AttemptName, AttemptRecord } from '../src/deliveries/delivery-states.repository.js';
import { DeliveryEngine } from '../src/engine/delivery-engine.js';
import { InFlightTotals } from '../src/engine/in-flight-deliveries.js';
import type { LiveTurnResult, RelayTurnResult } from '../src/engine/relay-turn.js';

const secrets = new AppSecrets(['an application secret for the tests only']);
const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });
export const NOTHING: DeliveryClaim = { isGone: false, claimed: [], blocked: false, opensInMs: undefined };
export const OK: AttemptResponse = {
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

export const aDelivery = (deliveryId: number): ClaimedDelivery => ({
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
export const RELAYED = {
  ...{ events: 1, deliveries: 1, held: [], requestIds: [], more: false },
  ...{ claim: undefined, unclaimed: false },
};

export const LIVE_NOTHING: LiveTurnResult = {
  ...{ events: 0, deliveries: 0, requestIds: [], claimed: [] },
  ...{ left: false, due: false },
};

/** An engine with a simulated database and receiver. */
export class EngineBench {
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
  live: () => Promise<LiveTurnResult> = async () => ({ ...LIVE_NOTHING, left: this.events-- > 0, due: true });
  beats = 0;
  readonly heartbeat = {
    isAlive: true,
    ageMs: 0,
    ...{ id: 1, workerId: 1, seesGone: false, isAlone: true },
    beat: async () => {
      this.beats += 1;
      this.heartbeat.isAlive = true;
    },
    leave: async () => undefined,
  };

  /** What engines of other cells share with it. */
  readonly totals = new InFlightTotals();

  readonly engine = new DeliveryEngine({
    relay: { run: () => this.relay(), live: () => this.live() },
    deliveries: {
      claim: () => this.claim(++this.claims),
      claimIn: () => this.claim(++this.claims),
      record: async (results) => void this.recorded.push(...results),
      disable: async () => [],
      look: async () => ({ events: this.events-- > 0, due: true }),
      updateGrants: async () => undefined,
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
    totals: this.totals,
    enabled: true,
  });
}

export const until = async (what: () => boolean): Promise<void> => {
  for (let n = 0; n < 300 && !what(); n++) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(what()).toBe(true);
};
