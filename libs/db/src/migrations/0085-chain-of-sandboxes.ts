import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A reset deletes the document chain of a sandbox. Each row of a production company is kept as before. */
export class ChainOfSandboxes1700000000085 implements MigrationInterface {
  name = 'ChainOfSandboxes1700000000085';

  async up(db: QueryRunner): Promise<void> {
    const ofSandbox = `OR EXISTS (SELECT FROM companies c WHERE c.id = OLD.company_id AND c.kind = 'Sandbox')`;
    await db.query(keepRows(ofSandbox));
    await db.query(keepTable(`OR EXISTS (SELECT FROM companies WHERE sandbox_of IS NOT NULL)`));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(keepRows(''));
    await db.query(keepTable(''));
  }
}

const REJECTED = `RAISE EXCEPTION '% of % is rejected: the document chain only grows', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';`;

/** @param also a condition under which a row may be deleted */
const keepRows = (also: string): string => `
CREATE OR REPLACE FUNCTION document_chain_kept_with_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM company_deletions d WHERE d.company_id = OLD.company_id AND d.status = 'Running') ${also} THEN
    RETURN OLD;
  END IF;
  ${REJECTED}
END $$`;

/** The check of each row follows. @param also a condition under which a statement may delete rows */
const keepTable = (also: string): string => `
CREATE OR REPLACE FUNCTION document_chain_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND (EXISTS (SELECT FROM company_deletions WHERE status = 'Running') ${also}) THEN
    RETURN NULL;
  END IF;
  ${REJECTED}
END $$`;
