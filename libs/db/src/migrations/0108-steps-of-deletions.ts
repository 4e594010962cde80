import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from './steps.js';

/** What the steps of a deletion need, each of which is on one side of the tables. */
export class StepsOfDeletions1700000000108 implements MigrationInterface {
  name = 'StepsOfDeletions1700000000108';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE deleting_companies ADD COLUMN IF NOT EXISTS deleted_rows bigint NOT NULL DEFAULT 0');
    await buildIndex(db, READ_ONLY);
  }

  async down(db: QueryRunner): Promise<void> {
    await dropIndex(db, READ_ONLY.index);
    await db.query('ALTER TABLE deleting_companies DROP COLUMN IF EXISTS deleted_rows');
  }
}

/** The companies whose deletion is requested, or was withdrawn by a process that was killed before the cell. */
const READ_ONLY = { index: 'tenants_read_only', on: 'tenants (id) WHERE deletes_at IS NOT NULL' };
