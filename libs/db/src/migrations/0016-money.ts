import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Shares of a quote that add up to it, and invoices of nothing that can be credited. */
export class Money1700000000016 implements MigrationInterface {
  name = 'Money1700000000016';

  async up(db: QueryRunner): Promise<void> {
    await db.query(UP);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(DOWN);
  }
}

const UP = `
ALTER TABLE invoices
  ADD COLUMN fitted jsonb,
  ADD COLUMN fully_credited boolean NOT NULL DEFAULT false;
-- So far, all of an invoice was credited when its credit notes came to what was payable.
UPDATE invoices i SET fully_credited = true
  WHERE i.amount_credited >= i.payable AND EXISTS (SELECT FROM credit_notes c WHERE c.invoice_id = i.id);
ALTER TABLE invoices ALTER COLUMN fully_credited DROP DEFAULT;
`;

const DOWN = `
ALTER TABLE invoices DROP COLUMN fitted, DROP COLUMN fully_credited;
`;
