import { gcra, type Rate } from '../shared/gcra.js';
import type { EndpointState } from './endpoint-health.js';

/*
 * The requests that may start at an endpoint now. The worker computes the same in SQL (`GATE` and `PLACES` of the claim), because it takes
 * places and rows in one statement. A spec compares both.
 */

export interface GateState extends Pick<EndpointState, 'health' | 'concurrency' | 'probeAt'> {
  readonly maxInFlight: number;
  /** Requests per second; null without a limit. */
  readonly maxPerSecond: number | null;
  readonly inFlight: number;
  /** The state of its rate limit. */
  readonly nextSlotAt: Date | null;
  /** The end of a `Retry-After` of the receiver. */
  readonly heldUntil: Date | null;
}

export interface EndpointGate {
  /** Requests for resends, which only the limits delay. */
  readonly wished: number;
  readonly scheduled: number;
  /** When the next one may start. Null if all places are taken: the next result frees one. */
  readonly wishedAt: Date | null;
  readonly scheduledAt: Date | null;
}

/** A burst is at most 1/21 of the limit, and the rest is spread over 1.05 s, so no second exceeds the limit. */
const SHARE = 21;
const WINDOW_US = 1_050_000;

const rateOfEndpoint = (maxPerSecond: number): Rate => ({
  quota: Math.max(Math.floor(maxPerSecond / SHARE), 1),
  emission: WINDOW_US / maxPerSecond,
});

/** Computes the gate. Pure. */
export function endpointGate(state: GateState, now: Date): EndpointGate {
  const free = Math.max(placesOf(state) - state.inFlight, 0);
  const slots = slotsOf(state, now);
  const open = Math.min(free, slots?.count ?? free);
  const isAhead = (at: Date | null): at is Date => at !== null && at > now;
  const pause = [state.heldUntil, state.health === 'Paused' ? state.probeAt : null].find(isAhead) ?? null;
  const wishedAt = slots && slots.count < free ? slots.nextAt : null;
  return { wished: open, scheduled: pause ? 0 : open, wishedAt, scheduledAt: pause ?? wishedAt };
}

function placesOf({ health, concurrency, maxInFlight }: GateState): number {
  if (health === 'Healthy') return maxInFlight;
  return health === 'Paused' ? 1 : Math.min(concurrency, maxInFlight);
}

function slotsOf({ maxPerSecond, nextSlotAt }: GateState, now: Date) {
  if (maxPerSecond === null) return undefined;
  const rate = rateOfEndpoint(maxPerSecond);
  const nowUs = now.getTime() * 1_000;
  const tat = (nextSlotAt?.getTime() ?? 0) * 1_000;
  const { remaining: count } = gcra(tat, rate, nowUs, 0);
  const nextUs = Math.max(tat, nowUs) + rate.emission * (count - rate.quota + 1);
  return { count, nextAt: new Date(nextUs / 1_000) };
}
