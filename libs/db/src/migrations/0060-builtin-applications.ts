import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A company can exclude the applications that are part of Billhook, like the command line. */
export class BuiltinApplications1700000000060 implements MigrationInterface {
  name = 'BuiltinApplications1700000000060';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE oauth_policies ADD COLUMN builtin boolean NOT NULL DEFAULT true');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE oauth_policies DROP COLUMN builtin');
  }
}
