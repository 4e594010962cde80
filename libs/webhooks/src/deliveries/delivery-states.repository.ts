import type { StoredMessage } from '@billhook/contract/webhooks/message';
import type { Runner } from '@billhook/db/statement';
import type { UnitOfWork } from '@billhook/db/unit-of-work';
import type { EventType } from '@billhook/domain/shared/events';
import { CLAIM, CLAIM_LOCK } from './claim.queries.js';
import {
  CANCEL_OFF,
  FORGET_GONE,
  LOOK,
  NEXT_DUE,
  RELEASE,
  RELEASE_GONE,
  RELEASE_UNKNOWN,
} from './deliveries.queries.js';
import { OPEN_HEADS, RECORD } from './results.queries.js';
import type { AttemptResponse } from '../attempts/sender.js';
import type { StoredSecret } from '../endpoints/sealed-secret.rules.js';
import type { DeliveryTrigger } from './webhook-delivery.entity.js';
import { switchOff } from '../endpoints/switch-off.js';
import type { Payload } from '../endpoints/webhook-endpoint.entity.js';

/** All that an attempt needs. Its row is written already. */
export interface ClaimedDelivery extends Omit<StoredMessage, 'type' | 'resourceId' | 'body'> {
  readonly deliveryId: number;
  /** Of the attempt, from 1. */
  readonly number: number;
  readonly startedAt: Date;
  readonly trigger: DeliveryTrigger;
  /** How many attempts of the schedule have failed. */
  readonly step: number;
  /** null for a test. */
  readonly sequence: number | null;
  readonly endpointId: number;
  readonly companyId: number;
  readonly url: string;
  readonly secrets: readonly StoredSecret[];
  /** The custom headers, encrypted. */
  readonly headers: string | null;
  readonly payload: Payload;
  /** Seconds before each attempt; empty for the installation's. */
  readonly schedule: readonly number[];
  readonly maxInFlight: number;
  /** Whether others of its record wait for it. */
  readonly ordered: boolean;
  /** Whether the endpoint was not at rest when it was claimed: then a success changes how it fares. */
  readonly troubled: boolean;
  readonly eventId: string;
  readonly eventType: EventType;
  readonly resourceId: number;
  readonly test: boolean;
  /** Null for an event that is older than its text is kept. */
  readonly body: string | null;
}

export interface DeliveryClaim {
  /** Whether the worker was taken for gone: then it can claim nothing. */
  readonly isGone: boolean;
  readonly claimed: readonly ClaimedDelivery[];
  /** Whether more is due than there were places for. */
  readonly blocked: boolean;
  /** Milliseconds until an endpoint with something due may be called again; undefined if none has to wait. */
  readonly opensInMs: number | undefined;
}

/** How an attempt ended, as it is stored. */
export interface AttemptRecord extends AttemptResponse {
  readonly deliveryId: number;
  readonly number: number;
  readonly startedAt: Date;
  readonly outcome: 'Succeeded' | 'Failed';
  /** Until the next attempt of the schedule; null when there is none. */
  readonly retryInMs: number | null;
  readonly spendsStep: boolean;
}

/** What a batch of attempts adds to the statistics of an endpoint. */
export interface StatsRecord {
  readonly endpointId: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly durationMs: number;
  readonly histogram: readonly number[];
}

/** Names one attempt that is under way. */
export interface AttemptName {
  readonly deliveryId: number;
  readonly number: number;
}

// Any number that all workers agree on: they take turns at claiming.
const CLAIM_KEY = 7_301_946;

const BATCH = 500;

/**
 * Requests that a company may have in flight, over all workers, of the places that they all share: its receivers may take every one of
 * them for as long as an attempt may last, by accident or on purpose.
 */
const COMPANY_CAP = 200;

/** Of the texts that one process has room for, what a company may use. */
export const COMPANY_BYTES = 8 * 1024 * 1024;

/** What a process has room for. */
export interface Room {
  readonly places: number;
  /** Of texts; one text more than fits is taken all the same, for else it would never be. */
  readonly bytes: number;
  /** Companies that have used up their share of it. */
  readonly full: readonly number[];
}

type ClaimRow = (ClaimedDelivery | { readonly deliveryId: null }) & {
  readonly isGone: boolean;
  readonly blocked: boolean;
  readonly opensInMs: string | null;
};

/** The state of deliveries: Waiting -> Sending -> Delivered | Waiting | Failed, and Cancelled. Every change of it by the engine. */
export class Deliveries {
  constructor(
    private readonly db: Runner,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Whether events wait for their numbers, and whether anything is due. */
  async look(): Promise<{ readonly events: boolean; readonly due: boolean }> {
    const [row] = await this.db.query<{ events: boolean; due: boolean }>({ name: 'deliveries_look', text: LOOK });
    return row ?? { events: false, due: false };
  }

  /** Takes due deliveries for a worker, as many as there is room for, and writes the row of each one's attempt. */
  async claim(workerId: number, { places, bytes, full }: Room): Promise<DeliveryClaim> {
    const rows = await this.unitOfWork.run(async (tx) => {
      await tx.query({ name: 'deliveries_claim_lock', text: CLAIM_LOCK, values: [CLAIM_KEY] });
      return tx.query<ClaimRow>({
        name: 'deliveries_claim',
        text: CLAIM,
        values: [places, workerId, bytes, COMPANY_CAP, COMPANY_BYTES, full],
      });
    });
    const [first] = rows;
    return {
      isGone: first?.isGone ?? false,
      claimed: rows.filter((row) => row.deliveryId !== null),
      blocked: first?.blocked ?? false,
      opensInMs: toMilliseconds(first?.opensInMs),
    };
  }

  /** Stores how attempts ended, all in one statement. Repeated, it only counts twice. */
  async record(results: readonly AttemptRecord[], stats: readonly StatsRecord[]): Promise<void> {
    const values = [JSON.stringify(results), JSON.stringify(stats)];
    await this.db.query({ name: 'deliveries_record', text: RECORD, values });
  }

  /** Disables endpoints that answered 410. @returns the ids of those that it disabled */
  async disable(gone: readonly { readonly endpointId: number; readonly url: string }[]): Promise<number[]> {
    const disabled = await switchOff(this.db, gone, 'Gone');
    return disabled.map(({ id }) => id);
  }

  /** Cancels what waits for endpoints that are switched off or deleted, a batch at a time. Gives how many it was; 0 when nothing is left. */
  async cancelOff(): Promise<number> {
    const rows = await this.db.query({ name: 'deliveries_cancel_off', text: CANCEL_OFF, values: [BATCH] });
    return rows.length;
  }

  /**
   * Gives a time to what waits for nothing any more: the next of a record, after what was before it was cancelled or taken up again.
   * After a result that is done at once.
   */
  async openHeads(): Promise<number> {
    const rows = await this.db.query({ name: 'deliveries_open_heads', text: OPEN_HEADS, values: [BATCH] });
    return rows.length;
  }

  /** Hands attempts back before they end; what they were for is due again immediately. */
  async release(attempts: readonly AttemptName[], reason: string): Promise<void> {
    await this.db.query({ name: 'deliveries_release', text: RELEASE, values: [reason, ...columnsOf(attempts)] });
  }

  /**
   * Makes what workers held that are gone due again, and gives its number.
   * @param afterMs how long a worker has not beaten by then
   */
  async releaseGone(afterMs: number): Promise<number> {
    const values = ['The worker stopped during the attempt', afterMs];
    const rows = await this.db.query({ name: 'deliveries_release_gone', text: RELEASE_GONE, values });
    await this.db.query({ name: 'deliveries_forget_gone', text: FORGET_GONE });
    return rows.length;
  }

  /**
   * Makes what a worker has claimed and does not know of due again, and gives its number. Never beside a claim of that worker.
   * @param known the ids of deliveries that it has in flight
   */
  async releaseUnknown(workerId: number, known: readonly number[]): Promise<number> {
    const values = ['The worker did not receive the deliveries that it had claimed', workerId, known];
    const rows = await this.db.query({ name: 'deliveries_release_unknown', text: RELEASE_UNKNOWN, values });
    return rows.length;
  }

  /** Milliseconds until a delivery becomes due that is not due yet; undefined if none waits for a time. */
  async nextDueInMs(): Promise<number | undefined> {
    const [row] = await this.db.query<{ inMs: string }>({ name: 'deliveries_next_due', text: NEXT_DUE });
    return toMilliseconds(row?.inMs);
  }
}

/** @param text PostgreSQL's numeric */
function toMilliseconds(text: string | null | undefined): number | undefined {
  return text === null || text === undefined ? undefined : Math.max(Math.ceil(Number(text)), 0);
}

function columnsOf(attempts: readonly AttemptName[]): [number[], number[]] {
  return [attempts.map(({ deliveryId }) => deliveryId), attempts.map(({ number }) => number)];
}
