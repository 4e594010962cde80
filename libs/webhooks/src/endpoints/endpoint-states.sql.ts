import { NOW } from '../sql/now.sql.js';

const lockStates = (locked: 'SKIP LOCKED' | ''): string => `
SELECT endpoint_id AS "endpointId", health, health_since AS "healthSince", failing_since AS "failingSince",
  consecutive_failures AS "consecutiveFailures", failed_messages AS "failedMessages", concurrency, probe_at AS "probeAt",
  statement_timestamp() AS "now"
FROM webhook_endpoint_states WHERE endpoint_id = ANY ($1::bigint[]) ORDER BY endpoint_id FOR NO KEY UPDATE ${locked}`;

/** $1 endpoints. Locks those that no other transaction has locked. */
export const LOCK_FREE_STATES = lockStates('SKIP LOCKED');

/** $1 one endpoint, in an array. */
export const LOCK_STATE = lockStates('');

/** $1 states as JSON, each with the requested wait of its receiver in milliseconds, or null. */
export const WRITE_STATES = `
UPDATE webhook_endpoint_states s SET health = r."health", health_since = r."healthSince", failing_since = r."failingSince",
  consecutive_failures = r."consecutiveFailures", failed_messages = r."failedMessages", concurrency = r."concurrency",
  probe_at = r."probeAt", held_until = CASE WHEN r."holdMs" IS NULL THEN s.held_until
    ELSE greatest(s.held_until, ${NOW} + r."holdMs" * interval '1 millisecond') END
FROM jsonb_to_recordset($1::jsonb) AS r ("endpointId" bigint, "health" text, "healthSince" timestamptz, "failingSince" timestamptz,
  "consecutiveFailures" integer, "failedMessages" integer, "concurrency" integer, "probeAt" timestamptz, "holdMs" bigint)
WHERE s.endpoint_id = r."endpointId"`;
