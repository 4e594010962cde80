import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from './steps.js';

/** A deleted payment frees its externalId, as every other deleted record does. The other index finds deleted payments as well. */
export class ExternalIdsOfDeletedPayments1700000000063 implements MigrationInterface {
  name = 'ExternalIdsOfDeletedPayments1700000000063';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const index of NEW) await buildIndex(db, index);
    await dropIndex(db, 'payments_external_id');
    await db.query('ALTER INDEX IF EXISTS payments_any_external_id RENAME TO payments_external_id');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(DOWN);
  }
}

const NEW = [
  {
    index: 'payments_recorded_external_id',
    on: `payments (company_id, external_id) WHERE external_id IS NOT NULL AND status = 'Recorded'`,
    unique: true,
  },
  { index: 'payments_any_external_id', on: 'payments (company_id, external_id) WHERE external_id IS NOT NULL' },
];

const DOWN = `
DROP INDEX payments_external_id, payments_recorded_external_id;
CREATE UNIQUE INDEX payments_external_id ON payments (company_id, external_id) WHERE external_id IS NOT NULL;
`;
