import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceCheck } from './steps.js';

/** Whether a portal link was created for another person, or for a visit of its member. */
export class PurposeOfPortalLinks1700000000069 implements MigrationInterface {
  name = 'PurposeOfPortalLinks1700000000069';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE portal_links ADD COLUMN IF NOT EXISTS purpose text NOT NULL DEFAULT 'share'`);
    await replaceCheck(db, 'portal_links', 'portal_links_purpose_check', `purpose IN ('share', 'visit')`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE portal_links DROP COLUMN purpose');
  }
}
