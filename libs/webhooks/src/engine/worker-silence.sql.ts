import { NOW } from '../now.sql.js';

const milliseconds = (parameter: string): string => `${parameter} * interval '1 millisecond'`;

/**
 * `heard`: the time in which workers sent heartbeats, counted on from the latest. A silence of all of them is no part of it, because the
 * database may have been unavailable. A heartbeat in the future is from before a correction of the clock.
 * @param gone parameter with the length of such a silence, in milliseconds
 */
export const heard = (gone: string): string => `heard AS MATERIALIZED (
  SELECT coalesce(max(heard_ms), 0) + CASE WHEN max(beat_at) FILTER (WHERE beat_at <= ${NOW}) > ${NOW} - ${milliseconds(gone)}
    THEN floor(extract(epoch FROM ${NOW} - max(beat_at) FILTER (WHERE beat_at <= ${NOW})) * 1000)::bigint ELSE 0 END AS ms
  FROM webhook_workers
)`;

/**
 * Whether a worker (alias w) was silent while others were heard. One of an earlier version does not count that time.
 * @param gone parameter with the least silence, in milliseconds
 */
export const isSilent = (gone: string): string =>
  `coalesce(w.heard_ms <= (SELECT ms FROM heard) - ${gone}::bigint, w.beat_at < ${NOW} - ${milliseconds(gone)})`;
