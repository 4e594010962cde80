import { NOW } from './now.sql.js';

const milliseconds = (parameter: string): string => `${parameter} * interval '1 millisecond'`;

/**
 * An aggregate of the rows of workers: the time in which they sent heartbeats, counted on from the latest. A silence of all of them, in which
 * the database may have been unavailable, counts as half of `gone` at most. A heartbeat in the future is from before a correction of the clock.
 * @param gone parameter with the silence of a dead worker, in milliseconds
 */
export const heardMs = (gone: string): string => `coalesce(max(heard_ms), 0) + coalesce(least(
    floor(extract(epoch FROM ${NOW} - max(beat_at) FILTER (WHERE beat_at <= ${NOW})) * 1000)::bigint, ${gone}::bigint / 2), 0)`;

/** `heard`: this time of all workers. @param gone the same parameter */
export const heard = (gone: string): string => `heard AS MATERIALIZED (
  SELECT ${heardMs(gone)} AS ms
  FROM webhook_workers
)`;

/**
 * Whether a worker (alias w) was silent while others were heard. One of an earlier version does not count that time.
 * @param gone the same parameter
 * @param ms the time of `heard`
 */
export const isSilent = (gone: string, ms = '(SELECT ms FROM heard)'): string =>
  `coalesce(w.heard_ms <= ${ms} - ${gone}::bigint, w.beat_at < ${NOW} - ${milliseconds(gone)})`;
