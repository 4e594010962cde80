import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A deleted payment frees its externalId, as every other deleted record does. The other index finds deleted payments as well. */
export class ExternalIdsOfDeletedPayments1700000000063 implements MigrationInterface {
  name = 'ExternalIdsOfDeletedPayments1700000000063';

  async up(db: QueryRunner): Promise<void> {
    await db.query(UP);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(DOWN);
  }
}

// The old index is dropped last, because the drop waits for running statements and blocks later ones meanwhile.
const UP = `
CREATE UNIQUE INDEX payments_recorded_external_id ON payments (company_id, external_id)
  WHERE external_id IS NOT NULL AND status = 'Recorded';
CREATE INDEX payments_any_external_id ON payments (company_id, external_id) WHERE external_id IS NOT NULL;
DROP INDEX payments_external_id;
ALTER INDEX payments_any_external_id RENAME TO payments_external_id;
`;

const DOWN = `
DROP INDEX payments_external_id, payments_recorded_external_id;
CREATE UNIQUE INDEX payments_external_id ON payments (company_id, external_id) WHERE external_id IS NOT NULL;
`;
