import type { MigrationInterface, QueryRunner } from 'typeorm';

/** PostgreSQL checks the foreign keys of each deleted row: without an index, it reads the whole referring table each time. */
export class IndexesOfDeletions1700000000051 implements MigrationInterface {
  name = 'IndexesOfDeletions1700000000051';

  async up(db: QueryRunner): Promise<void> {
    await db.query(UP);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(DOWN);
  }
}

const UP = `
CREATE INDEX accounts_last_member ON accounts (last_member_id) WHERE last_member_id IS NOT NULL;
CREATE INDEX api_keys_family ON api_keys (family_id);
CREATE INDEX api_keys_predecessor ON api_keys (predecessor_id) WHERE predecessor_id IS NOT NULL;
CREATE INDEX company_export_files_export ON company_export_files (export_id);
CREATE INDEX company_export_parts_export ON company_export_parts (export_id);
CREATE INDEX invitations_inviter ON invitations (invited_by);
CREATE INDEX invitations_of_company ON invitations (company_id);
CREATE INDEX oauth_applications_member ON oauth_applications (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX portal_links_member ON portal_links (member_id);
CREATE INDEX portal_sessions_company ON portal_sessions (company_id);
CREATE INDEX portal_sessions_member ON portal_sessions (member_id);
CREATE INDEX webhook_runs_of_company ON webhook_runs (company_id);
`;

const DOWN = `
DROP INDEX accounts_last_member, api_keys_family, api_keys_predecessor, company_export_files_export, company_export_parts_export,
  invitations_inviter, invitations_of_company, oauth_applications_member, portal_links_member, portal_sessions_company,
  portal_sessions_member, webhook_runs_of_company;
`;
