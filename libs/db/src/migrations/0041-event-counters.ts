import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each company has its own counter of events. All counters start at the last number that the installation has assigned, because cursors
 * of every company may contain it. The API of the previous release reads that number, which no longer changes.
 */
export class EventCounters1700000000041 implements MigrationInterface {
  name = 'EventCounters1700000000041';

  async up(db: QueryRunner): Promise<void> {
    await db.query(UP);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(DOWN);
  }
}

const UP = `
-- The lock of the relays of the previous release: none of them is between two statements during the change.
SELECT pg_advisory_xact_lock(7301945);

CREATE TABLE event_counters (
  company_id bigint PRIMARY KEY,
  last bigint NOT NULL
) WITH (fillfactor = 50);

-- A relay of the previous release would assign numbers below those of the counters. It fails, and its events wait for a new worker.
CREATE FUNCTION reject_event_sequencer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a worker of the previous release cannot number events: start a worker of this release';
END $$;
CREATE TRIGGER event_sequencer_ended BEFORE UPDATE ON event_sequencer FOR EACH ROW EXECUTE FUNCTION reject_event_sequencer();

-- Two companies have the same numbers. The unique index is read in both directions, so it replaces the other one as well.
DROP INDEX events_sequence, events_company;
CREATE UNIQUE INDEX events_company ON events (company_id, sequence);
`;

const DOWN = `
DROP TRIGGER event_sequencer_ended ON event_sequencer;
DROP FUNCTION reject_event_sequencer;
UPDATE event_sequencer SET last = greatest(last, (SELECT max(last) FROM event_counters));
DROP TABLE event_counters;
DROP INDEX events_company;
CREATE INDEX events_company ON events (company_id, sequence DESC);
-- No longer unique: numbers that were assigned per company remain.
CREATE INDEX events_sequence ON events (sequence);
`;
