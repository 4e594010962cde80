import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The data of the webhook engine: the health of each endpoint, its Retry-After, attempts by day, statistics, long runs. */
export class WebhookEngine1700000000013 implements MigrationInterface {
  name = 'WebhookEngine1700000000013';

  async up(db: QueryRunner): Promise<void> {
    await db.query(EVENTS);
    await db.query(ENDPOINTS);
    await db.query(STATES);
    await db.query(DELIVERIES);
    await db.query(ATTEMPTS);
    await db.query(STATS_AND_RUNS);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(DOWN);
  }
}

const EVENTS = `
ALTER TABLE events
  -- JSON: the values that members of the record had before. Null where nothing was there before, or nothing is any more.
  ADD COLUMN changes text,
  ADD COLUMN resource_version integer,
  -- Cleared when nobody will ask for it any more; the row itself stays for longer.
  ALTER COLUMN body DROP NOT NULL;
CREATE INDEX events_bodies ON events (created_at) WHERE body IS NOT NULL;
-- What goes next has been cleared before: so no event that is new is in this index, nor costs anything by it.
CREATE INDEX events_cleared ON events (created_at) WHERE body IS NULL;
-- Behind the last of them a company's feed begins.
CREATE INDEX events_cleared_of_company ON events (company_id, sequence) WHERE body IS NULL;

-- By company, so that one which imports a hundred thousand records does not hold up what the others tell.
DROP INDEX events_unsequenced;
CREATE INDEX events_unsequenced ON events (company_id, position) WHERE sequence IS NULL AND NOT test;

-- One row: the last sequence that was given. Read from the events it would be given twice once the newest of them is gone.
CREATE TABLE event_sequencer (
  id integer PRIMARY KEY CHECK (id = 1),
  last bigint NOT NULL
);
INSERT INTO event_sequencer (id, last) SELECT 1, coalesce(max(sequence), 0) FROM events;
`;

const ENDPOINTS = `
ALTER TABLE webhook_endpoints
  ADD COLUMN external_id text,
  ADD COLUMN payload text NOT NULL DEFAULT 'Full' CHECK (payload IN ('Full', 'Changes', 'Thin')),
  ADD COLUMN signature_scheme text NOT NULL DEFAULT 'v1' CHECK (signature_scheme IN ('v1', 'v1a')),
  -- Encrypted at rest: the custom headers, as JSON.
  ADD COLUMN headers text,
  ADD COLUMN filter jsonb,
  ADD COLUMN ordering text NOT NULL DEFAULT 'BestEffort' CHECK (ordering IN ('BestEffort', 'PerRecord')),
  -- Seconds before each attempt; null for the installation's.
  ADD COLUMN schedule integer[],
  ADD COLUMN max_per_second integer,
  ADD COLUMN max_in_flight integer NOT NULL DEFAULT 10,
  ADD COLUMN disabled_reason text CHECK (disabled_reason IN ('Manual', 'Gone', 'Failing')),
  ADD COLUMN disabled_at timestamptz(3);
UPDATE webhook_endpoints SET disabled_reason = 'Manual', disabled_at = updated_at WHERE status = 'Disabled';
ALTER TABLE webhook_endpoints
  ADD CONSTRAINT webhook_endpoints_disabled CHECK ((status = 'Disabled') = (disabled_reason IS NOT NULL)
    AND (disabled_reason IS NULL) = (disabled_at IS NULL));
-- Of deleted ones too: their deliveries go with the events.
CREATE INDEX webhook_endpoints_of_company ON webhook_endpoints (company_id);
CREATE UNIQUE INDEX webhook_endpoints_external_id ON webhook_endpoints (company_id, external_id) WHERE deleted_at IS NULL;
`;

const STATES = `
-- Apart from the endpoint, which people edit: the engine must never wait for a request.
CREATE TABLE webhook_endpoint_states (
  endpoint_id bigint PRIMARY KEY REFERENCES webhook_endpoints (id),
  last_sequence bigint NOT NULL,
  health text NOT NULL CHECK (health IN ('Healthy', 'Degraded', 'Paused')),
  health_since timestamptz(3) NOT NULL,
  -- The first failure since the last success, and what failed since.
  failing_since timestamptz(3),
  consecutive_failures integer NOT NULL,
  failed_messages integer NOT NULL,
  -- Requests that may be in flight while the endpoint is not healthy: it grows with each success.
  concurrency integer NOT NULL,
  -- Until when the receiver asked to be left alone.
  held_until timestamptz(3),
  probe_at timestamptz(3),
  -- When the next request keeps to the rate limit: the theoretical arrival time of GCRA.
  next_slot_at timestamptz(3),
  -- The last thing that its owners were told.
  notice text,
  notice_at timestamptz(3)
) WITH (fillfactor = 50);
INSERT INTO webhook_endpoint_states (endpoint_id, last_sequence, health, health_since, consecutive_failures, failed_messages,
  concurrency)
  SELECT id, last_sequence, 'Healthy', created_at, 0, 0, 1 FROM webhook_endpoints;
ALTER TABLE webhook_endpoints DROP COLUMN last_sequence;

-- No endpoint without a state, whoever makes it.
CREATE FUNCTION webhook_endpoint_state_begin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_endpoint_states (endpoint_id, last_sequence, health, health_since, consecutive_failures, failed_messages,
    concurrency)
    VALUES (NEW.id, 0, 'Healthy', NEW.created_at, 0, 0, 1);
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_endpoint_state_begin AFTER INSERT ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION webhook_endpoint_state_begin();
`;

const DELIVERIES = `
ALTER TABLE webhook_deliveries
  ADD COLUMN event_type text,
  ADD COLUMN resource text,
  ADD COLUMN resource_id bigint,
  -- Whether it waits for those before it of the same record.
  ADD COLUMN ordered boolean NOT NULL DEFAULT false;
UPDATE webhook_deliveries d SET event_type = v.type, resource = split_part(v.type, '.', 1), resource_id = v.resource_id
  FROM events v WHERE v.position = d.event_position;
ALTER TABLE webhook_deliveries
  ALTER COLUMN event_type SET NOT NULL,
  ALTER COLUMN resource SET NOT NULL,
  ALTER COLUMN resource_id SET NOT NULL;
CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (endpoint_id, resource, resource_id, id)
  WHERE ordered AND status IN ('Waiting', 'Sending');
-- A person's wish goes before all that waits.
CREATE INDEX webhook_deliveries_manual_due ON webhook_deliveries (endpoint_id, next_attempt_at, id)
  WHERE status = 'Waiting' AND trigger = 'Manual';
CREATE INDEX webhook_deliveries_record ON webhook_deliveries (company_id, resource_id);
-- Events are deleted by upkeep alone, with their deliveries. The key would be looked up for each delivery that is made, and by a scan
-- of all deliveries for each event that goes. Companies and endpoints are never deleted; their keys would be looked up likewise, and
-- would lock the row of the endpoint against those who edit it.
ALTER TABLE webhook_deliveries
  DROP CONSTRAINT webhook_deliveries_event_position_fkey,
  DROP CONSTRAINT webhook_deliveries_company_id_fkey,
  DROP CONSTRAINT webhook_deliveries_endpoint_id_fkey;
`;

const ATTEMPTS = `
ALTER TABLE webhook_attempts RENAME TO webhook_attempts_before;
ALTER TABLE webhook_attempts_before RENAME CONSTRAINT webhook_attempts_pkey TO webhook_attempts_before_pkey;

-- By the day, so that forgetting a day is dropping a table. No foreign key: it would be looked up at each attempt.
CREATE TABLE webhook_attempts (
  delivery_id bigint NOT NULL,
  number integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  endpoint_id bigint NOT NULL,
  trigger text NOT NULL CHECK (trigger IN ('Schedule', 'Manual', 'Probe')),
  outcome text CHECK (outcome IN ('Succeeded', 'Failed', 'Interrupted')),
  url text NOT NULL,
  -- The form of the message that was sent.
  payload text NOT NULL CHECK (payload IN ('Full', 'Changes', 'Thin')),
  request_headers jsonb,
  duration_ms integer,
  dns_ms integer,
  connect_ms integer,
  tls_ms integer,
  first_byte_ms integer,
  remote_address text,
  response_status integer,
  response_headers jsonb,
  response_body text,
  response_truncated boolean,
  error text,
  error_kind text,
  PRIMARY KEY (delivery_id, number, started_at)
) PARTITION BY RANGE (started_at);
-- Takes what no day's table is there for: an attempt must never fail because upkeep is late.
CREATE TABLE webhook_attempts_default PARTITION OF webhook_attempts DEFAULT;
INSERT INTO webhook_attempts (delivery_id, number, started_at, endpoint_id, trigger, outcome, url, payload, duration_ms,
  remote_address, response_status, response_headers, response_body, error)
  SELECT a.delivery_id, a.number, a.started_at, d.endpoint_id, a.trigger, a.outcome, a.url, 'Full', a.duration_ms,
    a.remote_address, a.response_status, a.response_headers, a.response_body, a.error
  FROM webhook_attempts_before a JOIN webhook_deliveries d ON d.id = a.delivery_id;
DROP TABLE webhook_attempts_before;
`;

const STATS_AND_RUNS = `
CREATE TABLE webhook_endpoint_stats (
  endpoint_id bigint NOT NULL REFERENCES webhook_endpoints (id),
  -- In UTC.
  hour timestamptz(3) NOT NULL,
  succeeded integer NOT NULL,
  failed integer NOT NULL,
  -- The sum over all attempts.
  duration_ms bigint NOT NULL,
  -- Attempts by how long they took; the bounds are in the code.
  histogram integer[] NOT NULL,
  PRIMARY KEY (endpoint_id, hour)
) WITH (fillfactor = 50);

-- Long work on an endpoint: sending again what failed, sending what was never sent.
CREATE TABLE webhook_runs (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies (id),
  endpoint_id bigint NOT NULL REFERENCES webhook_endpoints (id),
  kind text NOT NULL CHECK (kind IN ('RecoverFailed', 'ReplayMissing')),
  status text NOT NULL CHECK (status IN ('Running', 'Paused', 'Cancelled', 'Completed')),
  since timestamptz(3) NOT NULL,
  until timestamptz(3) NOT NULL,
  -- Which of them: { eventTypes, resourceId }, each may be left out.
  selection jsonb NOT NULL,
  total integer NOT NULL,
  -- False where there was too much to count: then the total is what is done.
  counted boolean NOT NULL DEFAULT true,
  done integer NOT NULL,
  -- The last delivery or event that was looked at.
  cursor bigint NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3)
);
CREATE INDEX webhook_runs_endpoint ON webhook_runs (endpoint_id, id DESC);
CREATE INDEX webhook_runs_running ON webhook_runs (id) WHERE status = 'Running';
-- One of a kind at a time, also of two requests that come together.
CREATE UNIQUE INDEX webhook_runs_under_way ON webhook_runs (endpoint_id, kind) WHERE status IN ('Running', 'Paused');
-- What a run sends again is found among all that was delivered.
CREATE INDEX webhook_deliveries_given_up ON webhook_deliveries (endpoint_id, id) WHERE status IN ('Failed', 'Cancelled');
`;

const DOWN = `
-- Before, what waits in line had a time like all the others.
UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'Waiting' AND next_attempt_at IS NULL;

DROP INDEX webhook_deliveries_given_up, webhook_deliveries_manual_due;
DROP TABLE webhook_runs, webhook_endpoint_stats;

CREATE TABLE webhook_attempts_before (
  delivery_id bigint NOT NULL REFERENCES webhook_deliveries (id),
  number integer NOT NULL,
  trigger text NOT NULL CHECK (trigger IN ('Schedule', 'Manual')),
  outcome text CHECK (outcome IN ('Succeeded', 'Failed', 'Interrupted')),
  url text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  duration_ms integer,
  remote_address text,
  response_status integer,
  response_headers jsonb,
  response_body text,
  error text,
  PRIMARY KEY (delivery_id, number)
);
INSERT INTO webhook_attempts_before SELECT delivery_id, number, replace(trigger, 'Probe', 'Schedule'), outcome, url, started_at,
  duration_ms, remote_address, response_status, response_headers, response_body, error FROM webhook_attempts;
DROP TABLE webhook_attempts;
ALTER TABLE webhook_attempts_before RENAME TO webhook_attempts;
ALTER TABLE webhook_attempts RENAME CONSTRAINT webhook_attempts_before_pkey TO webhook_attempts_pkey;

ALTER TABLE webhook_deliveries DROP COLUMN event_type, DROP COLUMN resource, DROP COLUMN resource_id, DROP COLUMN ordered,
  ADD CONSTRAINT webhook_deliveries_event_position_fkey FOREIGN KEY (event_position) REFERENCES events (position),
  ADD CONSTRAINT webhook_deliveries_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies (id),
  ADD CONSTRAINT webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints (id);

ALTER TABLE webhook_endpoints ADD COLUMN last_sequence bigint;
UPDATE webhook_endpoints e SET last_sequence = s.last_sequence FROM webhook_endpoint_states s WHERE s.endpoint_id = e.id;
ALTER TABLE webhook_endpoints ALTER COLUMN last_sequence SET NOT NULL;
DROP TRIGGER webhook_endpoint_state_begin ON webhook_endpoints;
DROP FUNCTION webhook_endpoint_state_begin;
DROP INDEX webhook_endpoints_of_company;
DROP TABLE webhook_endpoint_states;

ALTER TABLE webhook_endpoints DROP CONSTRAINT webhook_endpoints_disabled;
ALTER TABLE webhook_endpoints DROP COLUMN external_id, DROP COLUMN payload, DROP COLUMN signature_scheme, DROP COLUMN headers,
  DROP COLUMN filter, DROP COLUMN ordering, DROP COLUMN schedule, DROP COLUMN max_per_second, DROP COLUMN max_in_flight,
  DROP COLUMN disabled_reason, DROP COLUMN disabled_at;

DROP TABLE event_sequencer;
DROP INDEX events_unsequenced;
CREATE INDEX events_unsequenced ON events (position) WHERE sequence IS NULL AND NOT test;
UPDATE events SET body = '' WHERE body IS NULL;
DROP INDEX events_bodies, events_cleared, events_cleared_of_company;
ALTER TABLE events DROP COLUMN changes, DROP COLUMN resource_version, ALTER COLUMN body SET NOT NULL;
`;
