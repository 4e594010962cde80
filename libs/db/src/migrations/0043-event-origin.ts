import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The request that emitted an event, and its place in a trace. Both stay empty for events of jobs. */
export class EventOrigin1700000000043 implements MigrationInterface {
  name = 'EventOrigin1700000000043';

  async up(db: QueryRunner): Promise<void> {
    // Without a default, PostgreSQL rewrites no row.
    await db.query('ALTER TABLE events ADD COLUMN request_id text, ADD COLUMN trace_parent text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE events DROP COLUMN request_id, DROP COLUMN trace_parent');
  }
}
