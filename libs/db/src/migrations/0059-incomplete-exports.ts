import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceCheck } from './steps.js';

/** What an export leaves out and why, and how long it has waited for PDFs. */
export class IncompleteExports1700000000059 implements MigrationInterface {
  name = 'IncompleteExports1700000000059';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE company_exports ADD COLUMN IF NOT EXISTS missing integer NOT NULL DEFAULT 0,
      ADD COLUMN IF NOT EXISTS stalled_ms integer NOT NULL DEFAULT 0,
      ADD COLUMN IF NOT EXISTS stalled_at timestamptz(3)`);
    const statuses = `status IN ('Running', 'Completed', 'Incomplete', 'Expired', 'Failed')`;
    await replaceCheck(db, 'company_exports', 'company_exports_status_check', statuses);
    await db.query('ALTER TABLE company_export_files ADD COLUMN IF NOT EXISTS missing text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(DOWN);
  }
}

const DOWN = `
UPDATE company_exports SET status = 'Completed' WHERE status = 'Incomplete';
ALTER TABLE company_exports
  DROP COLUMN missing, DROP COLUMN stalled_ms, DROP COLUMN stalled_at,
  DROP CONSTRAINT company_exports_status_check,
  ADD CONSTRAINT company_exports_status_check CHECK (status IN ('Running', 'Completed', 'Expired', 'Failed'));
ALTER TABLE company_export_files DROP COLUMN missing;
`;
