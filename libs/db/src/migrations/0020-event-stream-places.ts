import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How many event streams each process holds open for a key. Unlogged: a crash of the server ends the streams as well. A row without a
 * heartbeat counts no more, so a killed process frees its places.
 */
export class EventStreamPlaces1700000000020 implements MigrationInterface {
  name = 'EventStreamPlaces1700000000020';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE UNLOGGED TABLE event_stream_places (
        process text NOT NULL,
        key_id bigint NOT NULL,
        company_id bigint NOT NULL,
        streams integer NOT NULL CHECK (streams > 0),
        beat_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (process, key_id)
      );
      CREATE INDEX event_stream_places_company ON event_stream_places (company_id)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE event_stream_places');
  }
}
