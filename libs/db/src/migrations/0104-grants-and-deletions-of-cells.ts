import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a cell knows of grants and of deletions of companies, so that its statements and triggers name no global table. */
export class GrantsAndDeletionsOfCells1700000000104 implements MigrationInterface {
  name = 'GrantsAndDeletionsOfCells1700000000104';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(CREATE_GRANTS);
    await db.query('ALTER TABLE webhook_endpoints DROP CONSTRAINT IF EXISTS webhook_endpoints_grant_id_fkey');
    await db.query('CREATE TABLE IF NOT EXISTS deleting_companies (company_id bigint PRIMARY KEY)');
    // Waits for transactions that begin a deletion, so the next statement finds what they wrote.
    await db.query(inSchema(MARK, 'mark_deleting_company'));
    await db.query(`INSERT INTO deleting_companies (company_id)
      SELECT company_id FROM company_deletions WHERE status = 'Running' ON CONFLICT DO NOTHING`);
    await db.query(inSchema(keep(BY_MARKS), ...KEEPING));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(inSchema(keep(BY_DELETIONS), ...KEEPING));
    await db.query(`DROP TRIGGER IF EXISTS company_deletions_marked ON company_deletions;
      DROP FUNCTION IF EXISTS mark_deleting_company();
      DROP TABLE IF EXISTS deleting_companies, webhook_grants`);
    await db.query(`ALTER TABLE webhook_endpoints DROP CONSTRAINT IF EXISTS webhook_endpoints_grant_id_fkey,
      ADD CONSTRAINT webhook_endpoints_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grants (id) NOT VALID`);
    await db.query('ALTER TABLE webhook_endpoints VALIDATE CONSTRAINT webhook_endpoints_grant_id_fkey');
  }
}

/** The grants on which enabled endpoints depend. What is missing here is unknown, and is added by the sweep of a worker. */
const CREATE_GRANTS = `
CREATE TABLE IF NOT EXISTS webhook_grants (
  grant_id bigint PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  access text NOT NULL CHECK (access IN ('active', 'suspended', 'revoked')),
  -- In the time of the company.
  expires_at timestamptz(3),
  permissions text[] NOT NULL
);
CREATE INDEX IF NOT EXISTS webhook_grants_company ON webhook_grants (company_id)`;

/** Functions that name tables have the schema of the tables as their path. Both are one transaction. */
const inSchema = (text: string, ...functions: readonly string[]): string => {
  const set = functions.map(
    (name) => `EXECUTE format('ALTER FUNCTION ${name}() SET search_path = %I, pg_temp', current_schema());`,
  );
  return `${text}; DO $path$ BEGIN ${set.join('\n')} END $path$`;
};

/** For programs of the previous release, which begin and complete deletions without a mark. */
const MARK = `
CREATE OR REPLACE FUNCTION mark_deleting_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' AND NEW.status = 'Running' THEN
    INSERT INTO deleting_companies (company_id) VALUES (NEW.company_id) ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM deleting_companies WHERE company_id = OLD.company_id;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER company_deletions_marked AFTER INSERT OR UPDATE OF status OR DELETE ON company_deletions
  FOR EACH ROW EXECUTE FUNCTION mark_deleting_company()`;

const KEEPING = [
  ...['audit_kept_with_company', 'audit_kept', 'document_chain_kept_with_company', 'document_chain_kept'],
] as const;

/** Whether the company of the row, and whether any company, is being deleted. */
interface DeletionSource {
  readonly own: string;
  readonly any: string;
}

const BY_MARKS: DeletionSource = {
  own: 'SELECT FROM deleting_companies d WHERE d.company_id = OLD.company_id',
  any: 'SELECT FROM deleting_companies',
};

const BY_DELETIONS: DeletionSource = {
  own: `SELECT FROM company_deletions d WHERE d.company_id = OLD.company_id AND d.status = 'Running'`,
  any: `SELECT FROM company_deletions WHERE status = 'Running'`,
};

/** The check of each row, and that of a statement, which leaves the rest to the check of each row. */
const kept = (name: string, own: string, any: string, rejected: string): string => `
CREATE OR REPLACE FUNCTION ${name}_with_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF ${own} THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% of % is ${rejected}', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND (${any}) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION '% of % is ${rejected}', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$`;

/** A reset deletes the document chain of a sandbox as well. */
const keep = ({ own, any }: DeletionSource): string => {
  const ofSandbox = `EXISTS (SELECT FROM companies c WHERE c.id = OLD.company_id AND c.kind = 'Sandbox')`;
  const anySandbox = `EXISTS (SELECT FROM companies WHERE sandbox_of IS NOT NULL)`;
  return [
    kept('audit_kept', `EXISTS (${own})`, `EXISTS (${any})`, 'refused: the audit log only grows'),
    kept(
      'document_chain_kept',
      `EXISTS (${own}) OR ${ofSandbox}`,
      `EXISTS (${any}) OR ${anySandbox}`,
      'rejected: the document chain only grows',
    ),
  ].join(';');
};
