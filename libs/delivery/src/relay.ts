import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';

// Any number that all workers agree on: they take turns at numbering.
const SEQUENCER_LOCK = 7_301_945;

const BATCH = 500;

export interface RelaySettings {
  /** False where webhooks are switched off: events are numbered for the log, and nothing is sent for them, now or later. */
  readonly fanOut: boolean;
  /** How long after its creation a delivery is due for the first time. */
  readonly firstWaitMs: number;
}

export interface Relayed {
  readonly events: number;
  readonly deliveries: number;
  /** Whether events may be left. */
  readonly more: boolean;
}

/**
 * Makes deliveries of events. Commits land out of order, so the number by which events are paged is given here, after the
 * commit, by one process at a time: whoever has read up to a number will never miss a smaller one.
 */
export class Relay {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: RelaySettings,
  ) {}

  /** Works off a batch of the events that are committed by now. */
  async run(): Promise<Relayed> {
    const batch = await this.unitOfWork.run((tx) => this.#relayBatch(tx));
    return { ...batch, more: batch.events === BATCH };
  }

  async #relayBatch(tx: Tx): Promise<Omit<Relayed, 'more'>> {
    // A statement of its own: the next one's snapshot must be taken after the lock is held.
    await tx.query({ name: 'relay_lock', text: 'SELECT pg_advisory_xact_lock($1)', values: [SEQUENCER_LOCK] });
    const [batch] = await tx.query<Omit<Relayed, 'more'>>({
      name: 'relay_batch',
      text: RELAY_BATCH,
      values: [BATCH, this.settings.fanOut, this.settings.firstWaitMs],
    });
    return batch ?? { events: 0, deliveries: 0 };
  }
}

// now() is cut to milliseconds, which the column would otherwise round up: a row must be due when it is committed.
const RELAY_BATCH = `
WITH unsequenced AS MATERIALIZED (
  SELECT position, company_id, type FROM events WHERE sequence IS NULL AND NOT test ORDER BY position LIMIT $1
), batch AS MATERIALIZED (
  SELECT position, company_id, type,
    coalesce((SELECT max(sequence) FROM events), 0) + row_number() OVER (ORDER BY position) AS sequence
  FROM unsequenced
), numbered AS (
  UPDATE events e SET sequence = b.sequence FROM batch b WHERE e.position = b.position
), matched AS MATERIALIZED (
  SELECT w.id AS endpoint_id, w.company_id, b.position,
    w.last_sequence + row_number() OVER (PARTITION BY w.id ORDER BY b.sequence) AS sequence
  FROM batch b
  JOIN webhook_endpoints w ON w.company_id = b.company_id AND w.deleted_at IS NULL AND w.status = 'Enabled'
    AND b.type = ANY (w.event_types)
  WHERE $2::boolean
), advanced AS (
  UPDATE webhook_endpoints w SET last_sequence = m.sequence
  FROM (SELECT endpoint_id, max(sequence) AS sequence FROM matched GROUP BY endpoint_id) m WHERE w.id = m.endpoint_id
), created AS (
  INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, sequence, status, trigger, attempt_count,
    schedule_step, next_attempt_at, created_at)
  SELECT company_id, endpoint_id, position, sequence, 'Waiting', 'Schedule', 0, 0,
    date_trunc('milliseconds', now()) + $3 * interval '1 millisecond', now()
  FROM matched ORDER BY position, endpoint_id
  RETURNING id
)
SELECT (SELECT count(*) FROM batch) AS events, (SELECT count(*) FROM created) AS deliveries`;
