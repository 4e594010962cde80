import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The invoices and credit notes of a company share one number space. Where two of them had the same number before, both keep it, because
 * an issued document is never changed: docs/decisions/037.
 */
export class NumberSpace1700000000017 implements MigrationInterface {
  name = 'NumberSpace1700000000017';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE document_numbers (
        company_id bigint NOT NULL REFERENCES companies (id),
        number text NOT NULL,
        CONSTRAINT document_numbers_pkey PRIMARY KEY (company_id, number)
      );
      INSERT INTO document_numbers (company_id, number)
        SELECT company_id, number FROM invoices WHERE number IS NOT NULL UNION SELECT company_id, number FROM credit_notes;
      CREATE FUNCTION hold_document_number() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN
          DELETE FROM document_numbers WHERE company_id = OLD.company_id AND number = OLD.number;
        END IF;
        IF TG_OP <> 'DELETE' AND NEW.number IS NOT NULL THEN
          INSERT INTO document_numbers (company_id, number) VALUES (NEW.company_id, NEW.number);
        END IF;
        RETURN NULL;
      END $$;`);
    for (const table of ['invoices', 'credit_notes']) {
      await db.query(`
        CREATE TRIGGER ${table}_number_inserted AFTER INSERT ON ${table} FOR EACH ROW
          WHEN (NEW.number IS NOT NULL) EXECUTE FUNCTION hold_document_number();
        CREATE TRIGGER ${table}_number_updated AFTER UPDATE OF number ON ${table} FOR EACH ROW
          WHEN (NEW.number IS DISTINCT FROM OLD.number) EXECUTE FUNCTION hold_document_number();
        CREATE TRIGGER ${table}_number_deleted AFTER DELETE ON ${table} FOR EACH ROW
          WHEN (OLD.number IS NOT NULL) EXECUTE FUNCTION hold_document_number();`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of ['invoices', 'credit_notes']) {
      for (const change of ['inserted', 'updated', 'deleted']) {
        await db.query(`DROP TRIGGER ${table}_number_${change} ON ${table}`);
      }
    }
    await db.query('DROP FUNCTION hold_document_number; DROP TABLE document_numbers');
  }
}
