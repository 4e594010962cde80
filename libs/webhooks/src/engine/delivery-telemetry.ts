import { timeOfId } from '@billhook/platform/ids';
import type { Logger } from '@billhook/platform/logger';
import type { Meter } from '@billhook/platform/metrics/meter';
import type { CellLabel } from '@billhook/platform/metrics/metric-table';
import type { Tracer } from '@billhook/platform/tracing/tracer';
import type { AttemptResponse } from '../attempts/attempt-sender.js';
import type { ClaimedDelivery } from '../deliveries/claim-deliveries.js';
import type { DeliveryObserver, ObservedAttempt } from './delivery-observer.js';
import type { RelayTurn } from './relay-turn.js';
import type { Relayed } from './relay.js';

export interface TelemetryParts {
  readonly logger: Logger;
  readonly meter: Meter;
  /** The label of the current cell. */
  readonly cellLabel: () => CellLabel;
  readonly tracer: Tracer;
  /** Whether receivers get the trace context. */
  readonly sendsTraceparent: boolean;
}

type RelayedBatch = Pick<Relayed, 'events' | 'deliveries' | 'requestIds'>;

/** Counts and logs deliveries, and continues the trace of the request that caused each. */
export class DeliveryTelemetry implements DeliveryObserver {
  #inFlight = 0;

  constructor(private readonly parts: TelemetryParts) {
    parts.meter.read(['billhook_deliveries_in_flight'], () => ({
      billhook_deliveries_in_flight: [{ labels: {}, value: this.#inFlight }],
    }));
  }

  /** The same turns, whose batches are counted and logged. */
  observed(turn: Pick<RelayTurn, 'run' | 'live'>): Pick<RelayTurn, 'run' | 'live'> {
    return {
      run: (claimant) => this.#observed('general', () => turn.run(claimant)),
      live: (workerId, room) => this.#observed('live', () => turn.live(workerId, room)),
    };
  }

  async #observed<Batch extends RelayedBatch>(path: 'live' | 'general', run: () => Promise<Batch>): Promise<Batch> {
    const span = this.parts.tracer.start('relay', 'internal', undefined, {});
    const batch = await run();
    // A span that does not end is not sent: most rounds find nothing.
    if (batch.events > 0) {
      this.#relayed(path, batch);
      const { events, deliveries, requestIds } = batch;
      const results = { 'billhook.events': events, 'billhook.deliveries': deliveries };
      span?.end({ ...results, 'billhook.request.ids': requestIds.join(' ') });
    }
    return batch;
  }

  #relayed(path: string, { events, deliveries, requestIds }: RelayedBatch): void {
    const { logger, meter } = this.parts;
    meter.count('billhook_relay_turns_total', { path });
    meter.count('billhook_events_relayed_total', {}, events);
    meter.count('billhook_deliveries_created_total', {}, deliveries);
    logger.debug({ events, deliveries, requestIds }, 'numbered events and created their deliveries');
  }

  attempt(delivery: ClaimedDelivery): ObservedAttempt {
    const { tracer, sendsTraceparent } = this.parts;
    const span = tracer.start('webhook attempt', 'client', delivery.traceParent ?? undefined, {
      'billhook.event.id': delivery.eventId,
      'billhook.event.type': delivery.eventType,
      'billhook.delivery.id': delivery.deliveryId,
      'billhook.attempt': delivery.number,
      'billhook.endpoint.id': delivery.endpointId,
    });
    this.#inFlight += 1;
    return {
      traceparent: sendsTraceparent ? span?.traceparent : undefined,
      ended: (answer) => {
        this.#inFlight -= 1;
        const outcome = answer.errorKind ?? 'Succeeded';
        const status = answer.responseStatus ?? undefined;
        span?.end({ 'http.response.status_code': status, 'billhook.outcome': outcome }, answer.errorKind ?? undefined);
        this.#count(delivery, answer, outcome);
        this.#log(delivery, answer, outcome);
      },
    };
  }

  #count({ eventId, trigger, test }: ClaimedDelivery, { durationMs, error }: AttemptResponse, outcome: string): void {
    const { meter, cellLabel } = this.parts;
    meter.count('billhook_delivery_attempts_total', { outcome, ...cellLabel() });
    meter.observe('billhook_delivery_attempt_duration_seconds', {}, durationMs / 1_000);
    const at = timeOfId(eventId);
    if (error !== null || test || trigger !== 'Schedule' || !at) return;
    // The clocks of two machines may differ by more than a fast delivery takes.
    meter.observe('billhook_delivery_latency_seconds', {}, Math.max(Date.now() - at.getTime(), 0) / 1_000);
  }

  /** Without the URL, which may contain a secret, and without the error, which may quote the receiver. */
  #log(delivery: ClaimedDelivery, answer: AttemptResponse, outcome: string): void {
    const { logger } = this.parts;
    if (answer.error === null && !logger.isLevelEnabled('debug')) return;
    const { eventId, eventType, deliveryId, endpointId, number: attempt } = delivery;
    const fields = {
      ...(delivery.requestId === null ? {} : { requestId: delivery.requestId }),
      ...{ eventId, eventType, deliveryId, endpointId, attempt, outcome },
      ...{ status: answer.responseStatus, ms: answer.durationMs },
    };
    if (answer.error === null) logger.debug(fields, 'delivered a message');
    else logger.info(fields, 'an attempt to deliver a message failed');
  }
}
