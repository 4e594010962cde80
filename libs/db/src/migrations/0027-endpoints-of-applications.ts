import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhook endpoints that an application created belong to its grant, and are disabled when the grant ends. */
export class EndpointsOfApplications1700000000027 implements MigrationInterface {
  name = 'EndpointsOfApplications1700000000027';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE webhook_endpoints ADD COLUMN grant_id bigint REFERENCES oauth_grants (id),
        DROP CONSTRAINT webhook_endpoints_disabled_reason_check,
        ADD CONSTRAINT webhook_endpoints_disabled_reason_check
          CHECK (disabled_reason IN ('Manual', 'Gone', 'Failing', 'AccessRevoked', 'AccessExpired'))`);
    await db.query(
      'CREATE INDEX webhook_endpoints_grant ON webhook_endpoints (grant_id) WHERE grant_id IS NOT NULL AND deleted_at IS NULL',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `UPDATE webhook_endpoints SET disabled_reason = 'Manual' WHERE disabled_reason IN ('AccessRevoked', 'AccessExpired')`,
    );
    await db.query(`
      ALTER TABLE webhook_endpoints DROP COLUMN grant_id,
        DROP CONSTRAINT webhook_endpoints_disabled_reason_check,
        ADD CONSTRAINT webhook_endpoints_disabled_reason_check CHECK (disabled_reason IN ('Manual', 'Gone', 'Failing'))`);
  }
}
