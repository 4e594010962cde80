import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Workers count the time of their heartbeats, by which the silence of another one is measured. */
export class TimeOfHeartbeats1700000000050 implements MigrationInterface {
  name = 'TimeOfHeartbeats1700000000050';

  async up(db: QueryRunner): Promise<void> {
    // Null in the rows of earlier versions, which do not count.
    await db.query('ALTER TABLE webhook_workers ADD COLUMN heard_ms bigint');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhook_workers DROP COLUMN heard_ms');
  }
}
