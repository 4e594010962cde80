import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests to delete companies, and what remains of deleted ones. Only while a deletion runs, audit entries of its company can be deleted. */
export class CompanyDeletions1700000000047 implements MigrationInterface {
  name = 'CompanyDeletions1700000000047';

  async up(db: QueryRunner): Promise<void> {
    await db.query(UP);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(DOWN);
  }
}

const UP = `
-- The company is read-only while it is set.
ALTER TABLE companies ADD COLUMN deletes_at timestamptz(3);

-- Without a foreign key, because the row outlives its company.
CREATE TABLE company_deletions (
  company_id bigint PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('Requested', 'Running', 'Completed')),
  -- Null once the company is deleted.
  requested_by text,
  requested_at timestamptz(3) NOT NULL,
  deletes_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  deleted_rows bigint NOT NULL,
  audit_entries bigint,
  audit_head bytea,
  last_sequence bigint
);

-- Each batch of a deletion finds its rows by their company.
CREATE INDEX answering_links_company ON answering_links (company_id);
CREATE INDEX document_files_company ON document_files (company_id);
CREATE INDEX record_history_company ON record_history (company_id);

-- While a deletion runs, the triggers of the rows decide.
CREATE OR REPLACE FUNCTION audit_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM company_deletions WHERE status = 'Running') THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION '% of % is refused: the audit log only grows', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE FUNCTION audit_kept_with_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM company_deletions d WHERE d.company_id = OLD.company_id AND d.status = 'Running') THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% of % is refused: the audit log only grows', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_log_deleted BEFORE DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_kept_with_company();
CREATE TRIGGER audit_heads_deleted BEFORE DELETE ON audit_heads FOR EACH ROW EXECUTE FUNCTION audit_kept_with_company();
`;

const DOWN = `
DROP INDEX answering_links_company, document_files_company, record_history_company;
DROP TRIGGER IF EXISTS audit_log_deleted ON audit_log;
DROP TRIGGER IF EXISTS audit_heads_deleted ON audit_heads;
DROP FUNCTION audit_kept_with_company;
CREATE OR REPLACE FUNCTION audit_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: the audit log only grows', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
DROP TABLE company_deletions;
ALTER TABLE companies DROP COLUMN deletes_at;
`;
