import type { ConsistencyCheck } from '@billhook/db/consistency-check';

/*
 * Retention deletes old events with their deliveries, also between others. It first clears their texts, so there is no gap between two
 * neighbours that have one.
 */

/** Whether events have the sequences that the relay gives. */
export const SEQUENCE_CHECKS: readonly ConsistencyCheck[] = [
  {
    name: 'event_sequences',
    says: 'The sequence of events of each company has no gap, and none is after the last one assigned',
    // Up to the last number of event_sequencer, all companies shared one sequence.
    text: `SELECT 'events of company ' || company_id || ' after ' || before AS "row" FROM (
        SELECT company_id, sequence, body, lag(sequence) OVER w AS before, lag(body) OVER w AS body_before
        FROM events WHERE sequence IS NOT NULL WINDOW w AS (PARTITION BY company_id ORDER BY sequence)
      ) e CROSS JOIN event_sequencer shared
      WHERE sequence > shared.last AND sequence <> greatest(before, shared.last) + 1
        AND body IS NOT NULL AND body_before IS NOT NULL
      UNION ALL
      SELECT 'event ' || e.id FROM events e CROSS JOIN event_sequencer shared
        LEFT JOIN event_counters c ON c.company_id = e.company_id
        WHERE e.sequence > greatest(c.last, shared.last)`,
  },
  {
    name: 'endpoint_sequences',
    says: 'The sequence of messages to each endpoint has no gap and no repeat, and none is after the last one assigned',
    text: `SELECT 'endpoint ' || endpoint_id || ' after ' || before AS "row" FROM (
        SELECT d.endpoint_id, d.sequence, v.body, lag(d.sequence) OVER w AS before, lag(v.body) OVER w AS body_before
        FROM webhook_deliveries d JOIN events v ON v.position = d.event_position
        WHERE d.sequence IS NOT NULL WINDOW w AS (PARTITION BY d.endpoint_id ORDER BY d.sequence)
      ) d WHERE sequence = before OR (sequence <> before + 1 AND body IS NOT NULL AND body_before IS NOT NULL)
      UNION ALL
      SELECT 'endpoint ' || d.endpoint_id || ', sequence ' || d.sequence FROM webhook_deliveries d
        JOIN webhook_endpoint_states s ON s.endpoint_id = d.endpoint_id WHERE d.sequence > s.last_sequence`,
  },
];
