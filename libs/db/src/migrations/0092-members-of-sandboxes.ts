import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which members a company has deactivated in its sandboxes. */
export class MembersOfSandboxes1700000000092 implements MigrationInterface {
  name = 'MembersOfSandboxes1700000000092';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE members ADD COLUMN deactivated_with_company boolean NOT NULL DEFAULT false');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE members DROP COLUMN deactivated_with_company');
  }
}
