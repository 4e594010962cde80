import type { ReadRunner } from '@billhook/db/statement';
import { NOW } from '../sql/now.sql.js';

/** A worker that has not stopped, by its heartbeats. */
export interface LiveWorker {
  readonly id: number;
  /** Seconds since its last heartbeat. */
  readonly seenSecondsAgo: number;
  /** Milliseconds that its clock is ahead of the database's. */
  readonly clockAheadMs: number;
}

/** The workers that have not stopped, the one that was seen last first. A killed one is among them until another takes over. */
export function liveWorkers(db: ReadRunner): Promise<LiveWorker[]> {
  return db.query<LiveWorker>({
    name: 'workers_live',
    text: `SELECT id, clock_ahead_ms AS "clockAheadMs",
        greatest(extract(epoch FROM ${NOW} - beat_at), 0)::float8 AS "seenSecondsAgo"
      FROM webhook_workers WHERE NOT gone ORDER BY beat_at DESC, id`,
  });
}
