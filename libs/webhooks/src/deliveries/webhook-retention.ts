import type { Runner } from '@billhook/db/statement';
import { CLEAR_TEXTS, FORGET_EVENTS, FORGET_RUNS, FORGET_STATS } from './webhook-retention.queries.js';

export interface RetentionDays {
  /** For the texts of events, as for attempts. */
  readonly texts: number;
  /** For the events themselves, deliveries, statistics and runs. */
  readonly metadata: number;
}

/** Where a walk over events by their age goes on. */
export interface RetentionPlace {
  readonly createdAt: Date;
  readonly position: number;
}

const FIRST: RetentionPlace = { createdAt: new Date(0), position: 0 };

interface RetentionBatch {
  /** Of what was done. */
  readonly count: number;
  /** null where nothing is left. */
  readonly createdAt: Date | null;
  readonly position: number | null;
}

/**
 * Forgets what nobody will ask for any more, by the database's clock, in batches: each a short transaction of its own, that waits for
 * nobody and can be done by several workers at once.
 */
export class WebhookRetention {
  constructor(
    private readonly db: Runner,
    private readonly days: RetentionDays,
  ) {}

  /** Clears texts of events, but of those that are still to be delivered. Stops when nothing is left, or when `until` says so. */
  clearTexts(until: () => boolean): Promise<number> {
    return this.#walk({ name: 'retention_texts', text: CLEAR_TEXTS, values: [this.days.texts] }, until);
  }

  /** Deletes events whose texts are cleared, with their deliveries. Stops as `clearTexts` does. */
  forgetEvents(until: () => boolean): Promise<number> {
    return this.#walk({ name: 'retention_events', text: FORGET_EVENTS, values: [this.days.metadata] }, until);
  }

  /** Deletes statistics and finished runs. */
  async forgetCounts(): Promise<void> {
    const values = [this.days.metadata];
    let count: number;
    do {
      const rows = await this.db.query({ name: 'retention_stats', text: FORGET_STATS, values });
      count = rows.length;
    } while (count > 0);
    await this.db.query({ name: 'retention_runs', text: FORGET_RUNS, values });
  }

  /** From the oldest on, past what has to stay: it must not hold up what lies behind it. */
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
