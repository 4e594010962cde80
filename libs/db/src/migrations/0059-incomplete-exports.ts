import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an export leaves out and why, and how long it has waited for PDFs. */
export class IncompleteExports1700000000059 implements MigrationInterface {
  name = 'IncompleteExports1700000000059';

  async up(db: QueryRunner): Promise<void> {
    await db.query(UP);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(DOWN);
  }
}

const UP = `
ALTER TABLE company_exports
  ADD COLUMN missing integer NOT NULL DEFAULT 0,
  ADD COLUMN stalled_ms integer NOT NULL DEFAULT 0,
  ADD COLUMN stalled_at timestamptz(3),
  DROP CONSTRAINT company_exports_status_check,
  ADD CONSTRAINT company_exports_status_check
    CHECK (status IN ('Running', 'Completed', 'Incomplete', 'Expired', 'Failed'));
ALTER TABLE company_export_files ADD COLUMN missing text;
`;

const DOWN = `
UPDATE company_exports SET status = 'Completed' WHERE status = 'Incomplete';
ALTER TABLE company_exports
  DROP COLUMN missing, DROP COLUMN stalled_ms, DROP COLUMN stalled_at,
  DROP CONSTRAINT company_exports_status_check,
  ADD CONSTRAINT company_exports_status_check CHECK (status IN ('Running', 'Completed', 'Expired', 'Failed'));
ALTER TABLE company_export_files DROP COLUMN missing;
`;
