import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * HMACs and second digests in the document chain. Programs of the previous release leave the new columns empty until they are replaced.
 * What they prove: docs/decisions/141 and 142.
 */
export class KeyedDocumentChain1700000000054 implements MigrationInterface {
  name = 'KeyedDocumentChain1700000000054';

  async up(db: QueryRunner): Promise<void> {
    await db.query(COLUMNS);
    await db.query(linkedOnce(`${ENTRY}, digest_version, frozen_digest, secret_version, hmac`));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(linkedOnce(ENTRY));
    await db.query(`
      DROP TABLE document_chain_upgrade;
      ALTER TABLE document_chain_heads DROP COLUMN confirmed_sequence, DROP COLUMN confirmed_at, DROP COLUMN old_entries,
        DROP COLUMN secret_version, DROP COLUMN hmac;
      ALTER TABLE document_chain DROP COLUMN digest_version, DROP COLUMN frozen_digest, DROP COLUMN secret_version, DROP COLUMN hmac,
        DROP COLUMN hash_version`);
  }
}

const COLUMNS = `
ALTER TABLE document_chain
  ADD COLUMN digest_version smallint NOT NULL DEFAULT 1,
  -- SHA-256 of what cannot change after issue. Null for a PDF.
  ADD COLUMN frozen_digest bytea,
  ADD COLUMN secret_version text,
  ADD COLUMN hmac bytea,
  -- What the hash covers. Null if a program of the previous release linked the entry.
  ADD COLUMN hash_version smallint;

-- The HMAC of the head: of the entry with the number confirmed_sequence.
ALTER TABLE document_chain_heads
  ADD COLUMN confirmed_sequence bigint,
  ADD COLUMN confirmed_at timestamptz(3),
  -- The entries from before the upgrade, which have no HMAC.
  ADD COLUMN old_entries bigint,
  ADD COLUMN secret_version text,
  ADD COLUMN hmac bytea;

-- The time of the upgrade. A worker sets the times with their HMAC. Empty in a new installation.
CREATE TABLE document_chain_upgrade (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  started_at timestamptz(3),
  ends_at timestamptz(3),
  secret_version text,
  hmac bytea
);
INSERT INTO document_chain_upgrade (one) SELECT true WHERE EXISTS (SELECT FROM companies);
`;

const ENTRY = 'id, company_id, resource, record_id, version, number, action, at, digest';

const of = (row: string, columns: string): string =>
  columns
    .split(', ')
    .map((column) => `${row}.${column}`)
    .join(', ');

/** An entry changes once, when it gets its place. */
const linkedOnce = (columns: string): string => `
CREATE OR REPLACE FUNCTION document_chain_linked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.sequence IS NOT NULL OR NEW.sequence IS NULL OR
    (${of('OLD', columns)}) IS DISTINCT FROM
    (${of('NEW', columns)}) THEN
    RAISE EXCEPTION 'UPDATE of document_chain is rejected: the document chain only grows' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;`;
