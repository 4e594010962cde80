import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes contain only rows that have the value: most records have no externalId, and a draft has no number. */
export class IndexesOfValues1700000000040 implements MigrationInterface {
  name = 'IndexesOfValues1700000000040';

  async up(db: QueryRunner): Promise<void> {
    for (const { index, on, column } of UNIQUE) {
      await db.query(`DROP INDEX ${index}; CREATE UNIQUE INDEX ${index} ON ${on} WHERE ${column} IS NOT NULL`);
    }
    // Unnumbered invoices are the drafts, which invoices_company_status has in the same order.
    await db.query(`DROP INDEX invoices_unnumbered`);
    await db.query(`ALTER TABLE invoices ADD CONSTRAINT invoices_draft CHECK ((status = 'Draft') = (number IS NULL))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE invoices DROP CONSTRAINT invoices_draft`);
    await db.query(`CREATE INDEX invoices_unnumbered ON invoices (company_id, number, id) WHERE number IS NULL`);
    for (const { index, on } of UNIQUE) {
      await db.query(`DROP INDEX ${index}; CREATE UNIQUE INDEX ${index} ON ${on}`);
    }
  }
}

const UNIQUE = [
  ...['invoices', 'quotes', 'credit_notes', 'payments', 'clients'].map((table) => ({
    index: `${table}_external_id`,
    on: `${table} (company_id, external_id)`,
    column: 'external_id',
  })),
  { index: 'invoices_number', on: 'invoices (company_id, number)', column: 'number' },
];
