import type { MigrationInterface, QueryRunner } from 'typeorm';

/** All grants of an application are read for its use: those that were revoked have requests as well. */
export class GrantsOfApplications1700000000030 implements MigrationInterface {
  name = 'GrantsOfApplications1700000000030';

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX oauth_grants_application');
    await db.query('CREATE INDEX oauth_grants_application ON oauth_grants (application_id, id DESC)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX oauth_grants_application');
    await db.query('CREATE INDEX oauth_grants_application ON oauth_grants (application_id) WHERE revoked_at IS NULL');
  }
}
