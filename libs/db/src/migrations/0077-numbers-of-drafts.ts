import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trigger of document numbers runs no DELETE for a document that had none: PostgreSQL planned it again at each issue. */
export class NumbersOfDrafts1700000000077 implements MigrationInterface {
  name = 'NumbersOfDrafts1700000000077';

  async up(db: QueryRunner): Promise<void> {
    await db.query(holdNumber(`TG_OP <> 'INSERT' AND OLD.number IS NOT NULL`));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(holdNumber(`TG_OP <> 'INSERT'`));
  }
}

/** @param releases when the former number becomes free */
const holdNumber = (releases: string): string => `
CREATE OR REPLACE FUNCTION hold_document_number() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF ${releases} THEN
          DELETE FROM document_numbers WHERE company_id = OLD.company_id AND number = OLD.number;
        END IF;
        IF TG_OP <> 'DELETE' AND NEW.number IS NOT NULL THEN
          INSERT INTO document_numbers (company_id, number) VALUES (NEW.company_id, NEW.number);
        END IF;
        RETURN NULL;
      END $$`;
