import type { Runner } from '@billhook/db/statement';
import type { UnitOfWork } from '@billhook/db/unit-of-work';
import { CLAIM, CLAIM_LOCK, DISABLE, NEXT_DUE, RECORD, RELEASE, RELEASE_EXPIRED, RENEW } from './deliveries.sql.js';
import type { StoredSecret } from './sealed-secret.js';
import type { AttemptTrigger } from './webhook-delivery.entity.js';

/** All that an attempt needs. Its row is written already. */
export interface ClaimedDelivery {
  readonly deliveryId: number;
  /** Of the attempt, from 1. */
  readonly number: number;
  readonly trigger: AttemptTrigger;
  /** How many attempts of the schedule have failed. */
  readonly step: number;
  /** null for a test. */
  readonly sequence: number | null;
  readonly endpointId: number;
  readonly url: string;
  readonly secrets: readonly StoredSecret[];
  readonly eventId: string;
  readonly eventType: string;
  readonly body: string;
}

export interface Claim {
  readonly claimed: readonly ClaimedDelivery[];
  /** How many were cancelled, because their endpoint is switched off. */
  readonly cancelled: number;
  /** Whether more is due than there were places for. */
  readonly blocked: boolean;
}

/** How an attempt ended, as it is stored. */
export interface AttemptRecord {
  readonly deliveryId: number;
  readonly number: number;
  readonly outcome: 'Succeeded' | 'Failed';
  readonly durationMs: number;
  readonly remoteAddress: string | null;
  readonly responseStatus: number | null;
  readonly responseHeaders: Readonly<Record<string, string | string[]>> | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  /** Until the next attempt of the schedule; null when there is none. */
  readonly retryInMs: number | null;
  readonly spendsStep: boolean;
}

/** Names one attempt that is under way. */
export interface Lease {
  readonly deliveryId: number;
  readonly number: number;
}

export interface DeliveriesSettings {
  /** Requests in flight to one endpoint, over all workers. */
  readonly endpointCap: number;
  readonly leaseMs: number;
}

// Any number that all workers agree on: they take turns at claiming.
const CLAIM_KEY = 7_301_946;

const CANCEL_BATCH = 500;

/** The state of deliveries: Waiting -> Sending -> Delivered | Waiting | Failed, and Cancelled. Every change of it by the engine. */
export class Deliveries {
  constructor(
    private readonly db: Runner,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: DeliveriesSettings,
  ) {}

  /** Takes due deliveries under a lease, at most `places`, and writes the row of each one's attempt. */
  async claim(places: number): Promise<Claim> {
    const { endpointCap, leaseMs } = this.settings;
    const rows = await this.unitOfWork.run(async (tx) => {
      await tx.query({ name: 'deliveries_claim_lock', text: CLAIM_LOCK, values: [CLAIM_KEY] });
      return tx.query<(ClaimedDelivery | { deliveryId: null }) & { blocked: boolean; cancelled: number }>({
        name: 'deliveries_claim',
        text: CLAIM,
        values: [places, endpointCap, leaseMs, CANCEL_BATCH],
      });
    });
    return {
      claimed: rows.filter((row) => row.deliveryId !== null),
      cancelled: rows[0]?.cancelled ?? 0,
      blocked: rows[0]?.blocked ?? false,
    };
  }

  /** Stores how attempts ended, all in one statement. May be repeated. */
  async record(results: readonly AttemptRecord[]): Promise<void> {
    await this.db.query({ name: 'deliveries_record', text: RECORD, values: [JSON.stringify(results)] });
  }

  /** Switches off endpoints that answered 410 and cancels what waits for them. Gives the ids of those it switched off. */
  async disable(gone: readonly { readonly endpointId: number; readonly url: string }[]): Promise<number[]> {
    const rows = await this.db.query<{ id: number }>({
      name: 'deliveries_disable',
      text: DISABLE,
      values: [JSON.stringify(gone)],
    });
    return rows.map(({ id }) => id);
  }

  /** Holds leases for a further while. */
  async renew(leases: readonly Lease[]): Promise<void> {
    await this.db.query({
      name: 'deliveries_renew',
      text: RENEW,
      values: [...columnsOf(leases), this.settings.leaseMs],
    });
  }

  /** Hands leases back before they end; what they were for is due again at once. */
  async release(leases: readonly Lease[], reason: string): Promise<void> {
    await this.db.query({ name: 'deliveries_release', text: RELEASE, values: [reason, ...columnsOf(leases)] });
  }

  /** Takes back the leases of workers that died, and gives their number. */
  async releaseExpired(): Promise<number> {
    const reason = 'The worker stopped in the middle of the attempt';
    const rows = await this.db.query({ name: 'deliveries_expired', text: RELEASE_EXPIRED, values: [reason] });
    return rows.length;
  }

  /** Milliseconds until a delivery becomes due that is not due yet; undefined if none waits for a time. */
  async nextDueInMs(): Promise<number | undefined> {
    const [row] = await this.db.query<{ inMs: string }>({ name: 'deliveries_next_due', text: NEXT_DUE });
    return row && Math.max(Math.ceil(Number(row.inMs)), 0);
  }
}

function columnsOf(leases: readonly Lease[]): [number[], number[]] {
  return [leases.map(({ deliveryId }) => deliveryId), leases.map(({ number }) => number)];
}
