import { setTimeout as sleep } from 'node:timers/promises';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { Logger } from '@billhook/platform/logger';
import type { AttemptSender } from '../attempts/attempt-sender.js';
import { AttemptRecorder } from '../deliveries/attempt-recorder.js';
import type { ClaimedDelivery, DeliveryClaim, Room } from '../deliveries/claim-deliveries.js';
import type { DeliveryStates } from '../deliveries/delivery-states.repository.js';
import { finishedAttempt, type FinishedAttempt } from '../deliveries/finished-attempt.rules.js';
import type { EndpointStates } from '../endpoints/endpoint-states.js';
import {
  engineAtRest,
  next,
  type EngineEffect,
  type EngineObservation,
  type EngineState,
} from './delivery-engine.rules.js';
import type { DeliveryObserver } from './delivery-observer.js';
import { DeliverySender } from './delivery-sender.js';
import { InFlightDeliveries, type InFlight, type InFlightTotals } from './in-flight-deliveries.js';
import { LiveTurnPace } from './live-turn-pace.js';
import type { RelayTurn, RelayTurnResult } from './relay-turn.js';
import { WakeTimer } from './wake-timer.js';
import { BEAT_MS, GONE_MS, REST_BEAT_MS, type SendBeat, type WorkerHeartbeat } from './worker-heartbeat.js';

// The limit of each step of a stop after its grace period: to hand back, to store the last results, to end the heartbeat.
const HAND_BACK_MS = 2_000;

const HALTED = 'The worker was stopped before it could send';

function pending() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve: () => resolve() };
}

export interface EngineParts {
  readonly relay: Pick<RelayTurn, 'run' | 'live'>;
  readonly deliveries: Pick<DeliveryStates, keyof DeliveryStates>;
  readonly heartbeat: Pick<WorkerHeartbeat, keyof WorkerHeartbeat>;
  readonly states: Pick<EndpointStates, keyof EndpointStates>;
  readonly sender: Pick<AttemptSender, keyof AttemptSender>;
  readonly secrets: AppSecrets;
  readonly logger: Logger;
  readonly observer: DeliveryObserver;
  /** The URL of the API, for thin messages. */
  readonly publicUrl: string;
  /** Seconds to wait before each attempt, for endpoints without a schedule. */
  readonly schedule: readonly number[];
  /** False with webhooks switched off: events are numbered, nothing is delivered. */
  readonly enabled: boolean;
  /** What it sends together with engines of other cells. */
  readonly totals?: InFlightTotals;
  /** Whether it is one of several in its process: it sends fewer heartbeats without a delivery in flight, and gathers few results for longer. */
  readonly isOneOfMany?: () => boolean;
}

/**
 * Delivers what is due until nothing is left. Sends run in the background, so neither the caller of `poke` nor other endpoints wait for a
 * receiver that hangs. Only the database has the state: a poke carries no data.
 */
export class DeliveryEngine {
  readonly #parts: EngineParts;
  readonly #recorder: AttemptRecorder;
  readonly #sender: DeliverySender;
  readonly #livePace = new LiveTurnPace();
  readonly #inFlight: InFlightDeliveries;
  readonly #sends = new Set<Promise<void>>();
  readonly #abort = new AbortController();
  readonly #pulse: NodeJS.Timeout | undefined;
  #beat: Promise<void> | undefined;
  /** Resolved when nothing more can start; undefined while nothing runs. */
  #settled: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;
  #state: EngineState;
  // Plans the next time before it asks for deliveries: the timer may be early by less than a millisecond.
  readonly #timer = new WakeTimer(
    () => void this.#quietly('plan', () => this.#plan()).then(() => this.#observe({ type: 'due' })),
  );

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#inFlight = new InFlightDeliveries(parts.totals);
    this.#state = engineAtRest(parts.enabled);
    this.#sender = new DeliverySender(parts);
    const onStored = (batch: readonly FinishedAttempt[]): void => this.#onStored(batch);
    const { deliveries, states, logger, isOneOfMany } = parts;
    this.#recorder = new AttemptRecorder(deliveries, states, logger, onStored, { isOneOfMany });
    if (parts.enabled) this.#pulse = setInterval(() => this.#sendHeartbeat(), BEAT_MS).unref();
  }

  /** Creates deliveries of new events and sends due ones. Resolves when no more can start; never rejects. */
  async poke(): Promise<void> {
    this.#observe({ type: 'poked' });
    await this.#settled?.promise;
  }

  /** Finds everything that a lost wake-up missed. Never rejects. */
  async sweep(): Promise<void> {
    await this.#quietly('sweep', async () => {
      if (!this.#parts.enabled || this.#state.stopping) return;
      this.#observe({ type: 'swept' });
      await this.#parts.deliveries.updateGrants();
      while (!this.#state.stopping && (await this.#parts.deliveries.cancelOff()) > 0);
      while (!this.#state.stopping && (await this.#parts.deliveries.openHeads()) > 0);
      await this.#plan();
    });
    await this.poke();
  }

  /**
   * Sends a heartbeat with those of engines of other cells, unless a delivery is in flight: where one cell hangs, they all wait. Never rejects.
   * @param send called before this method returns
   */
  async beatTogether(send: SendBeat): Promise<void> {
    const { enabled, heartbeat } = this.#parts;
    if (!enabled || this.#state.stopping || this.#beat || this.#sends.size > 0 || heartbeat.id === undefined) return;
    await this.#startBeat(send);
  }

  /** Stops claiming, waits for requests in flight, and hands back those without a response: they are due immediately for any worker. */
  async stop(graceMs: number): Promise<void> {
    this.#observe({ type: 'stopped' });
    this.#timer.stop();
    await Promise.race([this.#idle(), sleep(graceMs, undefined, { ref: false })]);
    this.#abort.abort();
    await this.#atMost(HAND_BACK_MS, Promise.all(this.#sends));
    await this.#atMost(HAND_BACK_MS, this.#handBack());
    await this.#atMost(HAND_BACK_MS, this.#recorder.idle());
    clearInterval(this.#pulse);
    this.#inFlight.leave();
    await this.#atMost(HAND_BACK_MS, this.#parts.heartbeat.leave());
    await this.#atMost(HAND_BACK_MS, this.#parts.sender.close());
  }

  /** Everything that the engine learns passes here; `delivery-engine.rules.ts` decides what follows. */
  #observe(observed: EngineObservation): void {
    const { state, effects } = next(this.#state, observed);
    this.#state = state;
    for (const effect of effects) this.#perform(effect);
  }

  #perform(effect: EngineEffect): void {
    if (effect.do === 'hurry') return this.#recorder.hurry();
    if (effect.do === 'settle') {
      this.#settled?.resolve();
      this.#settled = undefined;
      return;
    }
    this.#settled ??= pending();
    void this.#run(effect);
  }

  async #run(step: Exclude<EngineEffect, { readonly do: 'hurry' | 'settle' }>): Promise<void> {
    let end: EngineObservation = { type: 'failed' };
    await this.#quietly(step.do, async () => {
      if (step.do === 'relay') end = await this.#relay(step.claims, step.due);
      else if (step.do === 'look') end = (step.live && (await this.#live())) || (await this.#look());
      else if (step.do === 'claim') end = await this.#claim();
      else end = await this.#releaseUnknown();
    });
    this.#observe(end);
  }

  async #look(): Promise<EngineObservation> {
    return { type: 'looked', ...(await this.#parts.deliveries.look()), more: false };
  }

  /** Delivers what a live turn can, and sees what is left. Undefined if none runs: after turns that left all, without a place, or after an error. */
  async #live(): Promise<EngineObservation | undefined> {
    if (!this.#livePace.next()) return undefined;
    const { heartbeat, relay } = this.#parts;
    let seen: EngineObservation | undefined;
    await this.#quietly('live turn', async () => {
      if (!heartbeat.isAlive) await this.#comeAlive();
      await this.#inFlight.claiming(async (room) => {
        if (!room) return;
        const { claimed, events, left, due } = await relay.live(heartbeat.workerId, room);
        this.#livePace.ended(left);
        if (heartbeat.isAlive) for (const delivery of claimed) this.#start(delivery);
        else if (claimed.length > 0) await this.#revive(claimed);
        // Others skip a company while it is locked here.
        seen = { type: 'looked', events: left, due, more: events > 0 && !heartbeat.isAlone };
      });
    });
    return seen;
  }

  /** One batch, because after an outage due deliveries must not wait until all events are numbered. */
  async #relay(claims: boolean, due: boolean): Promise<EngineObservation> {
    const { deliveries, enabled, heartbeat, relay } = this.#parts;
    const turn = async (room: Room | undefined): Promise<RelayTurnResult> => {
      const result = await relay.run(room && { workerId: heartbeat.workerId, room, due });
      const { claim, unclaimed } = result;
      if (claim) await this.#startAll(claim);
      this.#observe({ type: 'committed', hadRoom: room !== undefined, claimed: claim !== undefined, unclaimed });
      return result;
    };
    const { held, more } = await (claims ? this.#claiming(turn) : turn(undefined));
    // Earlier ones may have ended while these were created, without seeing them.
    const opened = held.length > 0 && enabled && (await deliveries.openHeadsOf(held)) > 0;
    return { type: 'relayed', opened, more };
  }

  async #claim(): Promise<EngineObservation> {
    const { deliveries, heartbeat } = this.#parts;
    await this.#claiming(async (room) => {
      if (room) await this.#startAll(await deliveries.claim(heartbeat.workerId, room));
    });
    return { type: 'claimed' };
  }

  /** Runs a claim with what it may take; undefined without a free place. */
  async #claiming<T>(claim: (room: Room | undefined) => Promise<T>): Promise<T> {
    if (!this.#parts.heartbeat.isAlive) await this.#comeAlive();
    return this.#inFlight.claiming((room) => {
      this.#observe({ type: 'counted', full: room === undefined });
      return claim(room);
    });
  }

  async #startAll(claim: DeliveryClaim): Promise<void> {
    if (claim.isGone || !this.#parts.heartbeat.isAlive) return this.#revive(claim.claimed);
    for (const delivery of claim.claimed) this.#start(delivery);
    if (claim.opensInMs !== undefined) this.#timer.wakeIn(claim.opensInMs);
    this.#observe({ type: 'started', blocked: claim.blocked });
  }

  /** For a worker that counted, or may have counted, as dead: others may send its claimed deliveries. */
  async #revive(claimed: readonly ClaimedDelivery[]): Promise<void> {
    if (claimed.length > 0) await this.#parts.deliveries.release(claimed, HALTED);
    await this.#comeAlive();
    this.#observe({ type: 'revived' });
  }

  /**
   * Hands back claimed deliveries that this worker does not know: the response of a claim was lost after its commit, or a handback failed.
   * Must be a step, because no claim runs during a step.
   */
  async #releaseUnknown(): Promise<EngineObservation> {
    const { deliveries, heartbeat, logger } = this.#parts;
    if (!heartbeat.isAlive) await this.#comeAlive();
    const count = await deliveries.releaseUnknown(heartbeat.workerId, this.#inFlight.ids);
    if (count > 0) logger.warn({ count }, 'deliveries of a claim whose result was lost are due again');
    return { type: 'released' };
  }

  #start(delivery: ClaimedDelivery): void {
    const send = this.#send(delivery, this.#inFlight.add(delivery)).finally(() => this.#sends.delete(send));
    this.#sends.add(send);
  }

  async #send(delivery: ClaimedDelivery, inFlight: InFlight): Promise<void> {
    const observed = this.#parts.observer.attempt(delivery);
    const response = await this.#sender.send(delivery, observed.traceparent, this.#abort.signal);
    // Ended by a stop: there is no result, and the attempt is handed back.
    if (this.#abort.signal.aborted && response.error !== null) return;
    inFlight.finished = true;
    observed.ended(response);
    const { schedule } = this.#parts;
    this.#recorder.add(finishedAttempt(delivery, response, schedule, new Date(), Math.random()), this.#state.blocked);
  }

  #onStored(batch: readonly FinishedAttempt[]): void {
    for (const { record } of batch) {
      this.#inFlight.remove(record);
      if (record.retryInMs !== null) this.#timer.wakeIn(record.retryInMs);
    }
    this.#observe({ type: 'stored', opens: batch.some(({ opens }) => opens) });
  }

  /** One at a time: a slow database must not collect them. */
  #sendHeartbeat(): void {
    if (!this.#beat && !this.#mayRest) void this.#startBeat();
  }

  #startBeat(together?: SendBeat): Promise<void> {
    this.#beat = this.#quietly('heartbeat', () => this.#comeAlive(together)).finally(() => (this.#beat = undefined));
    return this.#beat;
  }

  get #mayRest(): boolean {
    const { heartbeat, isOneOfMany } = this.#parts;
    return isOneOfMany?.() === true && this.#sends.size === 0 && heartbeat.ageMs < REST_BEAT_MS;
  }

  /** Sends a heartbeat, and takes over the deliveries of dead workers. */
  async #comeAlive(together?: SendBeat): Promise<void> {
    const { deliveries, heartbeat, logger } = this.#parts;
    await heartbeat.beat(together);
    if (this.#state.stopping || !heartbeat.seesGone) return;
    await this.#quietly('takeover', async () => {
      const count = await deliveries.releaseGone(GONE_MS);
      if (count === 0) return;
      logger.warn({ count }, 'deliveries of a worker that stopped are due again');
      this.#observe({ type: 'due' });
    });
  }

  async #plan(): Promise<void> {
    const inMs = await this.#parts.deliveries.nextDueInMs();
    if (inMs !== undefined) this.#timer.wakeIn(inMs);
  }

  async #idle(): Promise<void> {
    await this.#settled?.promise;
    await Promise.all(this.#sends);
    await this.#recorder.idle();
  }

  async #handBack(): Promise<void> {
    const attempts = this.#inFlight.unfinished;
    if (attempts.length === 0) return;
    await this.#parts.deliveries.release(attempts, 'The worker was stopped before it received the response');
    this.#parts.logger.info({ count: attempts.length }, 'released deliveries at shutdown');
  }

  async #atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
    await Promise.race([
      this.#quietly('stop', async () => void (await work)),
      sleep(milliseconds, undefined, { ref: false }),
    ]);
  }

  /** A database error ends a step, not the engine: the next sweep looks again. */
  async #quietly(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#parts.logger.error({ err: error }, `webhooks: ${what} failed; the next sweep will retry`);
    }
  }
}
