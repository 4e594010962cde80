import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the member of a portal last confirmed the password: the settings pass it on with the link, and the portal requests it again. */
export class PortalStepUp1700000000019 implements MigrationInterface {
  name = 'PortalStepUp1700000000019';

  async up(db: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      // Open portals request the password again, because it is unknown when it was entered.
      await db.query(`ALTER TABLE ${table} ADD COLUMN confirmed_at timestamptz(3) NOT NULL DEFAULT to_timestamp(0)`);
      await db.query(`ALTER TABLE ${table} ALTER COLUMN confirmed_at DROP DEFAULT`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of TABLES) await db.query(`ALTER TABLE ${table} DROP COLUMN confirmed_at`);
  }
}

const TABLES = ['portal_links', 'portal_sessions'] as const;
