import type { Runner } from '@billhook/db/statement';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import type { AttemptResponse } from '../attempts/attempt-sender.js';
import { disableEndpoints } from '../endpoints/disable-endpoints.js';
import { updateAllGrants } from '../endpoints/known-grants.js';
import { PLAN_ONCE } from '../sql/generic-plan.sql.js';
import { OPEN_HEADS, OPEN_HEADS_OF, RECORD } from './attempt-results.sql.js';
import { claimDeliveries, takeClaimTurn, toMilliseconds, type DeliveryClaim, type Room } from './claim-deliveries.js';
import { CANCEL_OFF, FORGET_GONE, LOOK, NEXT_DUE, RELEASE, RELEASE_GONE, RELEASE_UNKNOWN } from './deliveries.sql.js';

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

const BATCH = 500;

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
  claim(workerId: number, room: Room): Promise<DeliveryClaim> {
    return this.unitOfWork.run((tx) => claimDeliveries(tx, workerId, room));
  }

  /**
   * The same as part of a transaction. No other worker claims until its end, so it must be the last part.
   * @returns undefined while another worker claims, which can wait for rows that this transaction has locked
   */
  async claimIn(tx: Tx, workerId: number, room: Room): Promise<DeliveryClaim | undefined> {
    return (await takeClaimTurn(tx)) ? claimDeliveries(tx, workerId, room) : undefined;
  }

  /** Stores results of attempts in one statement. A repeated statement counts them twice, and changes nothing else. */
  async record(results: readonly AttemptRecord[], stats: readonly StatsRecord[]): Promise<void> {
    const values = [JSON.stringify(results), JSON.stringify(stats)];
    await this.unitOfWork.run(async (tx) => {
      tx.send(PLAN_ONCE);
      tx.send({ name: 'deliveries_record', text: RECORD, values });
    });
  }

  /** Disables endpoints that responded 410. @returns their ids */
  async disable(gone: readonly { readonly endpointId: number; readonly url: string }[]): Promise<number[]> {
    const disabled = await disableEndpoints(this.db, gone, 'Gone');
    return disabled.map(({ id }) => id);
  }

  /** Updates what is known of the grants of endpoints, and disables the endpoints of those that have ended. */
  updateGrants(): Promise<void> {
    return updateAllGrants(this.db, this.unitOfWork);
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

  /** The same for the records of these deliveries. Reads no other record, whatever waits. */
  async openHeadsOf(ids: readonly number[]): Promise<number> {
    const rows = await this.db.query({ name: 'deliveries_open_heads_of', text: OPEN_HEADS_OF, values: [ids] });
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

function columnsOf(attempts: readonly AttemptName[]): [number[], number[]] {
  return [attempts.map(({ deliveryId }) => deliveryId), attempts.map(({ number }) => number)];
}
