import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from './steps.js';

/**
 * A card is created before its company, and says so until the company exists. The trigger creates those of programs of the previous release,
 * which do not know the new column of companies.
 */
export class CreationOfCompanies1700000000107 implements MigrationInterface {
  name = 'CreationOfCompanies1700000000107';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE tenants ADD COLUMN IF NOT EXISTS creating_since timestamptz(3)');
    await buildIndex(db, CREATING);
    // A constant default is stored once, not in each row.
    await db.query('ALTER TABLE companies ADD COLUMN IF NOT EXISTS creates_card boolean NOT NULL DEFAULT true');
    await db.query(cardTrigger('WHEN (NEW.creates_card)'));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(cardTrigger(''));
    await db.query('ALTER TABLE companies DROP COLUMN IF EXISTS creates_card');
    await dropIndex(db, CREATING.index);
    await db.query('ALTER TABLE tenants DROP COLUMN IF EXISTS creating_since');
  }
}

const CREATING = { index: 'tenants_creating', on: 'tenants (creating_since) WHERE creating_since IS NOT NULL' };

const cardTrigger = (when: string): string =>
  `CREATE OR REPLACE TRIGGER companies_tenant AFTER INSERT ON companies FOR EACH ROW ${when} EXECUTE FUNCTION create_tenant()`;
