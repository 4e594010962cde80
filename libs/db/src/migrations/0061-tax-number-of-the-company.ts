import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The seller's tax number of its country (BT-32), beside its VAT number. */
export class TaxNumberOfTheCompany1700000000061 implements MigrationInterface {
  name = 'TaxNumberOfTheCompany1700000000061';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE companies ADD COLUMN tax_number text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE companies DROP COLUMN tax_number');
  }
}
