import type { StoredMessage } from '@billhook/contract/webhooks/message';
import type { Runner } from '@billhook/db/statement';
import type { UnitOfWork } from '@billhook/db/unit-of-work';
import type { EventType } from '@billhook/domain/shared/events';
import { CLAIM, CLAIM_LOCK } from './claim.sql.js';
import { CANCEL_OFF, FORGET_GONE, LOOK, NEXT_DUE, RELEASE, RELEASE_GONE, RELEASE_UNKNOWN } from './deliveries.sql.js';
import { OPEN_HEADS, RECORD } from './results.sql.js';
import type { AttemptResponse } from '../attempts/sender.js';
import type { StoredSecret } from '../endpoints/sealed-secret.rules.js';
import type { DeliveryTrigger } from './delivery.entity.js';
import { disableOfEndedGrants } from '../endpoints/ended-grants.js';
import { switchOff } from '../endpoints/switch-off.js';
import type { Payload } from '@billhook/domain/webhooks/endpoint';

/** The data of an attempt. Its row is already written. */
export interface ClaimedDelivery extends Omit<StoredMessage, 'type' | 'resourceId' | 'body'> {
  readonly deliveryId: number;
  /** The number of the attempt, from 1. */
  readonly number: number;
  readonly startedAt: Date;
  readonly trigger: DeliveryTrigger;
  /** The number of failed attempts of the schedule. */
  readonly step: number;
  /** null for a test message. */
  readonly sequence: number | null;
  readonly endpointId: number;
  readonly companyId: number;
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
  readonly test: boolean;
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

/** The stored result of an attempt. */
export interface AttemptRecord extends AttemptResponse {
  readonly deliveryId: number;
  readonly number: number;
  readonly startedAt: Date;
  readonly outcome: 'Succeeded' | 'Failed';
  /** Wait until the next attempt of the schedule; null if there is none. */
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

/** Identifies one attempt in flight. */
export interface AttemptName {
  readonly deliveryId: number;
  readonly number: number;
}

// Any number that all workers share: they take turns at claiming.
const CLAIM_KEY = 7_301_946;

const BATCH = 500;

/**
 * Limit of requests in flight of a company, over all workers. Its receivers may occupy each shared place for the longest duration of an
 * attempt, by accident or on purpose.
 */
const COMPANY_CAP = 200;

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

/** The states of deliveries: from Waiting to Sending, and then to Delivered, Failed, Cancelled or Waiting again. Contains every change by the engine. */
export class DeliveryStates {
  constructor(
    private readonly db: Runner,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Whether events wait for their numbers, and whether deliveries are due. */
  async look(): Promise<{ readonly events: boolean; readonly due: boolean }> {
    const [row] = await this.db.query<{ events: boolean; due: boolean }>({ name: 'deliveries_look', text: LOOK });
    return row ?? { events: false, due: false };
  }

  /** Claims due deliveries for a worker, as many as fit, and writes the row of each attempt. */
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

  /** Stores results of attempts in one statement. A repetition only counts them twice. */
  async record(results: readonly AttemptRecord[], stats: readonly StatsRecord[]): Promise<void> {
    const values = [JSON.stringify(results), JSON.stringify(stats)];
    await this.db.query({ name: 'deliveries_record', text: RECORD, values });
  }

  /** Disables endpoints that responded 410. @returns their ids */
  async disable(gone: readonly { readonly endpointId: number; readonly url: string }[]): Promise<number[]> {
    const disabled = await switchOff(this.db, gone, 'Gone');
    return disabled.map(({ id }) => id);
  }

  /** Disables the endpoints of applications whose access has ended. */
  disableOfEndedGrants(): Promise<void> {
    return disableOfEndedGrants(this.db);
  }

  /** Cancels a batch of waiting deliveries of disabled or deleted endpoints. Returns their number; 0 when none is left. */
  async cancelOff(): Promise<number> {
    const rows = await this.db.query({ name: 'deliveries_cancel_off', text: CANCEL_OFF, values: [BATCH] });
    return rows.length;
  }

  /**
   * Schedules deliveries that wait for no other: the next of a record, after the one before was cancelled or resumed.
   * Results do so immediately.
   */
  async openHeads(): Promise<number> {
    const rows = await this.db.query({ name: 'deliveries_open_heads', text: OPEN_HEADS, values: [BATCH] });
    return rows.length;
  }

  /** Hands attempts back before they end. Their deliveries are due again immediately. */
  async release(attempts: readonly AttemptName[], reason: string): Promise<void> {
    await this.db.query({ name: 'deliveries_release', text: RELEASE, values: [reason, ...columnsOf(attempts)] });
  }

  /**
   * Makes the deliveries of dead workers due again, and returns their number.
   * @param afterMs time without a heartbeat after which a worker is dead
   */
  async releaseGone(afterMs: number): Promise<number> {
    const values = ['The worker stopped during the attempt', afterMs];
    const rows = await this.db.query({ name: 'deliveries_release_gone', text: RELEASE_GONE, values });
    await this.db.query({ name: 'deliveries_forget_gone', text: FORGET_GONE });
    return rows.length;
  }

  /**
   * Makes claimed deliveries that the worker does not know due again, and returns their number. Must not run during a claim of that worker.
   * @param known the ids of its deliveries in flight
   */
  async releaseUnknown(workerId: number, known: readonly number[]): Promise<number> {
    const values = ['The worker did not receive the deliveries that it had claimed', workerId, known];
    const rows = await this.db.query({ name: 'deliveries_release_unknown', text: RELEASE_UNKNOWN, values });
    return rows.length;
  }

  /** Milliseconds until the next delivery becomes due; undefined if none waits for a time. */
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
