import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often a part of a snapshot was requested: the first requests do not count towards the rate limits. */
export class DownloadsOfParts1700000000094 implements MigrationInterface {
  name = 'DownloadsOfParts1700000000094';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE snapshot_parts ADD COLUMN downloads integer NOT NULL DEFAULT 0');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE snapshot_parts DROP COLUMN downloads');
  }
}
