import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The archives of clients that the installation has served, so that their addresses work after an upgrade. */
export class ServedArchives1700000000074 implements MigrationInterface {
  name = 'ServedArchives1700000000074';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE served_archives (
        digest text NOT NULL,
        name text NOT NULL,
        content bytea NOT NULL,
        stored_at timestamptz(3) NOT NULL,
        PRIMARY KEY (name, digest)
      );
      -- Archives are compressed already.
      ALTER TABLE served_archives ALTER COLUMN content SET STORAGE EXTERNAL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE served_archives');
  }
}
