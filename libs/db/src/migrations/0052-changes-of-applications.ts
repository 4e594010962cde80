import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from './steps.js';

/** Which grant set a member of a webhook endpoint that belongs to the company or to another application. */
export class ChangesOfApplications1700000000052 implements MigrationInterface {
  name = 'ChangesOfApplications1700000000052';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    // Without a default, PostgreSQL rewrites no row.
    await db.query('ALTER TABLE webhook_endpoints ADD COLUMN IF NOT EXISTS changed_by_grants jsonb');
    await buildIndex(db, {
      index: 'webhook_endpoints_changed',
      on: 'webhook_endpoints (id) WHERE changed_by_grants IS NOT NULL AND deleted_at IS NULL',
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhook_endpoints DROP COLUMN changed_by_grants');
  }
}
