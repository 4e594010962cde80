import type { AttemptResponse } from '../attempts/attempt-sender.js';
import type { ClaimedDelivery } from '../deliveries/claim-deliveries.js';

/** An attempt that is observed. */
export interface ObservedAttempt {
  /** The W3C trace context for the receiver; undefined if none is sent. */
  readonly traceparent: string | undefined;
  /** Called with the result. Not called if the worker stops before there is one. */
  ended(answer: AttemptResponse): void;
}

/** Sees the attempts of the delivery engine, for metrics, traces and the log. Never throws. */
export interface DeliveryObserver {
  attempt(delivery: ClaimedDelivery): ObservedAttempt;
}
