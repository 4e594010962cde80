import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a portal link was created for another person, or for a visit of its member. */
export class PurposeOfPortalLinks1700000000069 implements MigrationInterface {
  name = 'PurposeOfPortalLinks1700000000069';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE portal_links ADD COLUMN purpose text NOT NULL DEFAULT 'share' CHECK (purpose IN ('share', 'visit'))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE portal_links DROP COLUMN purpose');
  }
}
