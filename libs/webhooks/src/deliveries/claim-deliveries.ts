import type { StoredMessage } from '@billhook/contract/webhooks/message';
import { lockOfCell } from '@billhook/db/current-cell';
import type { Tx } from '@billhook/db/unit-of-work';
import type { EventType } from '@billhook/domain/shared/event-types';
import type { Payload } from '@billhook/domain/webhooks/endpoint';
import type { StoredSecret } from '../endpoints/sealed-secret.rules.js';
import { PLAN_ONCE } from '../sql/generic-plan.sql.js';
import { CLAIM, CLAIM_LOCK, CLAIM_TURN } from './claim.sql.js';
import type { DeliveryTrigger } from './delivery.entity.js';

/** The data of an attempt. Its row is already written. */
export interface ClaimedDelivery extends Omit<StoredMessage, 'type' | 'resourceId' | 'body'> {
  readonly deliveryId: number;
  /** The number of the attempt, from 1. */
  readonly number: number;
  readonly startedAt: Date;
  readonly trigger: DeliveryTrigger;
  /** The number of failed attempts of the schedule. */
  readonly step: number;
  /** null for a test message and a record sent on request. */
  readonly sequence: number | null;
  readonly endpointId: number;
  readonly companyId: number;
  /** Whether the company is a sandbox. */
  readonly sandbox: boolean;
  readonly url: string;
  readonly secrets: readonly StoredSecret[];
  /** The custom headers, encrypted. */
  readonly headers: string | null;
  readonly payload: Payload;
  /** Seconds before each attempt; empty for the schedule of the installation. */
  readonly schedule: readonly number[];
  readonly maxInFlight: number;
  /** Whether other messages of its record wait for it. */
  readonly ordered: boolean;
  /** Whether the endpoint had failures when it was claimed: then a success changes its health. */
  readonly troubled: boolean;
  readonly eventId: string;
  readonly eventType: EventType;
  readonly resourceId: number;
  /** Not part of the event log, and sent once: a test message or a record sent on request. */
  readonly test: boolean;
  /** Which of both. */
  readonly manual: boolean;
  /** Null if the text of the event is no longer kept. */
  readonly body: string | null;
  /** The request that emitted the event, and its W3C trace context; null for a job, and without tracing. */
  readonly requestId: string | null;
  readonly traceParent: string | null;
}

export interface DeliveryClaim {
  /** Whether the worker counts as dead: then it can claim nothing. */
  readonly isGone: boolean;
  readonly claimed: readonly ClaimedDelivery[];
  /** Whether more is due than there were places. */
  readonly blocked: boolean;
  /** Milliseconds until an endpoint with due deliveries may be called again; undefined if none waits. */
  readonly opensInMs: number | undefined;
}

// Any number that all workers share: they take turns at claiming.
export const CLAIM_KEY = 7_301_946;

/**
 * Limit of requests in flight of a company, over all workers. Its receivers may occupy each shared place for the longest duration of an
 * attempt, by accident or on purpose.
 */
export const COMPANY_CAP = 200;

/** The part of the texts of one process that a company may use. */
export const COMPANY_BYTES = 8 * 1024 * 1024;

/** The free capacity of a process. */
export interface Room {
  readonly places: number;
  /** Bytes of texts. One text more is claimed, because one above the limit would never be sent otherwise. */
  readonly bytes: number;
  /** Companies that have used up their share. */
  readonly full: readonly number[];
}

type ClaimRow = (ClaimedDelivery | { readonly deliveryId: null }) & {
  readonly isGone: boolean;
  readonly blocked: boolean;
  readonly opensInMs: string | null;
};

/** Whether no other worker claims now. None can from then on until the end of the transaction. */
export async function takeClaimTurn(tx: Tx): Promise<boolean> {
  const [turn] = await tx.query<{ taken: boolean }>({
    name: 'deliveries_claim_turn',
    text: CLAIM_TURN,
    values: [lockOfCell(CLAIM_KEY)],
  });
  return turn?.taken ?? false;
}

/** Claims due deliveries for a worker, as many as fit, and writes the row of each attempt. */
export async function claimDeliveries(tx: Tx, workerId: number, { places, bytes, full }: Room): Promise<DeliveryClaim> {
  tx.send(PLAN_ONCE);
  // A separate statement: the snapshot of the next one must be taken after the lock.
  tx.send({ name: 'deliveries_claim_lock', text: CLAIM_LOCK, values: [lockOfCell(CLAIM_KEY)] });
  const rows = await tx.query<ClaimRow>({
    name: 'deliveries_claim',
    text: CLAIM,
    values: [places, workerId, bytes, COMPANY_CAP, COMPANY_BYTES, full],
  });
  const [first] = rows;
  return {
    isGone: first?.isGone ?? false,
    claimed: rows.filter((row) => row.deliveryId !== null),
    blocked: first?.blocked ?? false,
    opensInMs: toMilliseconds(first?.opensInMs),
  };
}

/** @param text PostgreSQL's numeric */
export function toMilliseconds(text: string | null | undefined): number | undefined {
  return text === null || text === undefined ? undefined : Math.max(Math.ceil(Number(text)), 0);
}
