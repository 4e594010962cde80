import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What new documents of a company begin with, and the payment terms of the company that a draft was created with. All are null in the rows that exist,
 * which means the behaviour of the previous release.
 */
export class DefaultsOfTheCompany1700000000068 implements MigrationInterface {
  name = 'DefaultsOfTheCompany1700000000068';
  // In one transaction, the lock on companies would wait for the lock on invoices.
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE companies ADD COLUMN IF NOT EXISTS reply_to text,
      ADD COLUMN IF NOT EXISTS payment_terms jsonb, ADD COLUMN IF NOT EXISTS quote_validity_days int,
      ADD COLUMN IF NOT EXISTS default_tax_rate text, ADD COLUMN IF NOT EXISTS terms jsonb,
      ADD COLUMN IF NOT EXISTS notes jsonb, ADD COLUMN IF NOT EXISTS locale text`);
    await db.query('ALTER TABLE invoices ADD COLUMN IF NOT EXISTS company_payment_terms jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE invoices DROP COLUMN company_payment_terms');
    await db.query(`ALTER TABLE companies DROP COLUMN reply_to, DROP COLUMN payment_terms,
      DROP COLUMN quote_validity_days, DROP COLUMN default_tax_rate, DROP COLUMN terms, DROP COLUMN notes,
      DROP COLUMN locale`);
  }
}
