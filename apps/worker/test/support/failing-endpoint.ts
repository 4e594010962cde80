import type { TestEndpoint, World } from './world.js';

export interface SomeFailure {
  readonly waiting?: number;
  readonly url?: string;
  readonly health?: 'Degraded' | 'Paused';
}

/** An endpoint that has failed for some hours, with messages that wait after a first failure. */
export async function failing(
  world: World,
  hours: number,
  { waiting = 12, url = 'https://shop.example/hook', health = 'Degraded' }: SomeFailure = {},
): Promise<TestEndpoint> {
  const endpoint = await world.createEndpoint('/x', { url });
  await world.sql(
    `UPDATE webhook_endpoint_states SET health = $2, health_since = now() - $3 * interval '1 hour', consecutive_failures = 20,
      failing_since = now() - $3 * interval '1 hour', failed_messages = 3, concurrency = 1,
      probe_at = CASE WHEN $2 = 'Paused' THEN now() + interval '10 minutes' END WHERE endpoint_id = $1`,
    [endpoint.id, health, hours],
  );
  await deliver(world, endpoint, waiting);
  return endpoint;
}

/** Messages that failed once and wait for their next attempt. */
export async function deliver(
  world: World,
  { id, companyId }: TestEndpoint,
  count: number,
  sequence: number | null = 1,
): Promise<void> {
  await world.sql(
    `WITH new AS (
      INSERT INTO events (id, company_id, type, resource_id, body, test, created_at)
      SELECT gen_random_uuid(), $2, 'client.created', 1, '{}', true, now() FROM generate_series(1, $3) RETURNING position
    ), made AS (
      INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, event_type, resource, resource_id, status, trigger,
        attempt_count, schedule_step, next_attempt_at, sequence, last_error, last_error_kind, last_response_status, created_at)
      SELECT $2, $1, position, 'client.created', 'client', 1, 'Waiting', 'Schedule', 1, 1, now() + interval '1 hour', $4,
        'The receiver answered 503', 'Status', 503, now() FROM new RETURNING id
    )
    INSERT INTO webhook_attempts (delivery_id, number, started_at, endpoint_id, trigger, outcome, url, payload, error, error_kind,
      response_status)
    SELECT id, 1, now(), $1, 'Schedule', 'Failed', 'https://x', 'Full', 'The receiver answered 503', 'Status', 503 FROM made`,
    [id, companyId, count, sequence],
  );
}
