import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notices: mails of the product itself to a person, about an account or a key instead of a record. */
export class Notices1700000000010 implements MigrationInterface {
  name = 'Notices1700000000010';

  async up(db: QueryRunner): Promise<void> {
    await db.query(NOTICES);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(DOCUMENTS_ALONE);
  }
}

const NOTICES = `
ALTER TABLE mails
  -- An account belongs to no company: null where a notice is about it.
  ALTER COLUMN company_id DROP NOT NULL,
  ALTER COLUMN resource DROP NOT NULL,
  ALTER COLUMN record_id DROP NOT NULL,
  -- The bodies with their link, encrypted, of a notice that is still to be sent. Those beside it never hold such a link.
  ADD COLUMN sealed text,
  DROP CONSTRAINT mails_kind_check,
  ADD CONSTRAINT mails_kind_check CHECK (kind IN ('Document', 'Notice')),
  ADD CONSTRAINT mails_about CHECK (CASE kind
    WHEN 'Document' THEN company_id IS NOT NULL AND resource IS NOT NULL AND record_id IS NOT NULL
    ELSE resource IS NULL AND record_id IS NULL AND attachment_name IS NULL END),
  ADD CONSTRAINT mails_sealed_while_pending CHECK (sealed IS NULL OR (kind = 'Notice' AND status = 'Pending'));
`;

const DOCUMENTS_ALONE = `
DELETE FROM mails WHERE kind = 'Notice';
ALTER TABLE mails
  DROP CONSTRAINT mails_sealed_while_pending,
  DROP CONSTRAINT mails_about,
  DROP CONSTRAINT mails_kind_check,
  ADD CONSTRAINT mails_kind_check CHECK (kind IN ('Document')),
  DROP COLUMN sealed,
  ALTER COLUMN record_id SET NOT NULL,
  ALTER COLUMN resource SET NOT NULL,
  ALTER COLUMN company_id SET NOT NULL;
`;
