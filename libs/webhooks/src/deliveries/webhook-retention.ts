import type { Runner } from '@billhook/db/statement';
import { CLEAR_TEXTS, DELETE_EVENTS, DELETE_RUNS, DELETE_STATS } from './webhook-retention.sql.js';

export interface RetentionDays {
  /** For the texts of events and for attempts. */
  readonly texts: number;
  /** For the events themselves, deliveries, statistics and runs. */
  readonly metadata: number;
}

/** Where a walk over events by age continues. */
export interface RetentionPlace {
  readonly createdAt: Date;
  readonly position: number;
}

const FIRST: RetentionPlace = { createdAt: new Date(0), position: 0 };

interface RetentionBatch {
  /** Number of processed rows. */
  readonly count: number;
  /** null if nothing is left. */
  readonly createdAt: Date | null;
  readonly position: number | null;
}

/**
 * Deletes expired data by the database's clock, in batches: each is a short transaction that waits for no lock, and several workers can run
 * them in parallel.
 */
export class WebhookRetention {
  constructor(
    private readonly db: Runner,
    private readonly days: RetentionDays,
  ) {}

  /** Clears texts of events, except those that are still to be delivered. Stops when none is left, or at `until`. */
  clearTexts(until: () => boolean): Promise<number> {
    return this.#walk({ name: 'retention_texts', text: CLEAR_TEXTS, values: [this.days.texts] }, until);
  }

  /** Deletes events with cleared texts, and their deliveries. Stops as `clearTexts` does. */
  deleteEvents(until: () => boolean): Promise<number> {
    return this.#walk({ name: 'retention_events', text: DELETE_EVENTS, values: [this.days.metadata] }, until);
  }

  /** Deletes statistics and finished runs. */
  async deleteCounts(): Promise<void> {
    const values = [this.days.metadata];
    let count: number;
    do {
      const rows = await this.db.query({ name: 'retention_stats', text: DELETE_STATS, values });
      count = rows.length;
    } while (count > 0);
    await this.db.query({ name: 'retention_runs', text: DELETE_RUNS, values });
  }

  /** Starts with the oldest row and skips rows that must stay, which must not block the rows behind them. */
  async #walk(statement: { name: string; text: string; values: unknown[] }, until: () => boolean): Promise<number> {
    let total = 0;
    for (let place = FIRST; !until();) {
      const values = [...statement.values, place.createdAt, place.position];
      const [batch] = await this.db.query<RetentionBatch>({ ...statement, values });
      total += batch?.count ?? 0;
      if (!batch?.createdAt || batch.position === null) break;
      place = { createdAt: batch.createdAt, position: batch.position };
    }
    return total;
  }
}
