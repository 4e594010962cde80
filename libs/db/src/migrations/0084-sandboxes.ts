import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from './steps.js';

/**
 * Sandboxes of companies. A trigger keeps what programs must not change: the kind, the company of a sandbox, and its plan, which is that of
 * its company. The companies that exist are for production.
 */
export class Sandboxes1700000000084 implements MigrationInterface {
  name = 'Sandboxes1700000000084';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE companies ADD COLUMN IF NOT EXISTS kind text NOT NULL DEFAULT 'Production',
      ADD COLUMN IF NOT EXISTS sandbox_of bigint REFERENCES companies (id)`);
    await db.query(`ALTER TABLE companies DROP CONSTRAINT IF EXISTS companies_kind,
      ADD CONSTRAINT companies_kind CHECK (kind IN ('Production', 'Sandbox') AND (kind = 'Sandbox') = (sandbox_of IS NOT NULL))`);
    await buildIndex(db, INDEX);
    await db.query(KEEP_KIND);
    await db.query('DROP TRIGGER IF EXISTS companies_kind ON companies');
    await db.query(`CREATE TRIGGER companies_kind BEFORE INSERT OR UPDATE OF kind, sandbox_of ON companies
      FOR EACH ROW EXECUTE FUNCTION keep_company_kind()`);
    await db.query(FOLLOW_PLAN);
    await db.query('DROP TRIGGER IF EXISTS companies_plan ON companies');
    await db.query(`CREATE TRIGGER companies_plan AFTER UPDATE ON companies FOR EACH ROW
      WHEN (OLD.plan <> NEW.plan AND NEW.kind = 'Production') EXECUTE FUNCTION follow_company_plan()`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TRIGGER IF EXISTS companies_plan ON companies');
    await db.query('DROP TRIGGER IF EXISTS companies_kind ON companies');
    await db.query('DROP FUNCTION IF EXISTS follow_company_plan(), keep_company_kind()');
    await dropIndex(db, INDEX.index);
    await db.query('ALTER TABLE companies DROP COLUMN IF EXISTS sandbox_of, DROP COLUMN IF EXISTS kind');
  }
}

const INDEX = { index: 'companies_sandbox_of', on: 'companies (sandbox_of) WHERE sandbox_of IS NOT NULL' };

const KEEP_KIND = `
CREATE OR REPLACE FUNCTION keep_company_kind() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' AND (OLD.kind <> NEW.kind OR OLD.sandbox_of IS DISTINCT FROM NEW.sandbox_of) THEN
          RAISE EXCEPTION 'the kind of a company cannot change' USING ERRCODE = 'check_violation';
        END IF;
        IF EXISTS (SELECT FROM companies WHERE id = NEW.sandbox_of AND kind <> 'Production') THEN
          RAISE EXCEPTION 'a sandbox cannot have a sandbox' USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
      END $$`;

const FOLLOW_PLAN = `
CREATE OR REPLACE FUNCTION follow_company_plan() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE companies SET plan = NEW.plan WHERE sandbox_of = NEW.id;
        RETURN NULL;
      END $$`;
