import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from './steps.js';

/** Indexes with which an import finds clients by their email address and VAT number. */
export class ClientsByEmail1700000000076 implements MigrationInterface {
  name = 'ClientsByEmail1700000000076';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const index of INDEXES) await buildIndex(db, index);
    // PostgreSQL has no statistics of an expression before.
    await db.query('ANALYZE clients');
  }

  async down(db: QueryRunner): Promise<void> {
    for (const { index } of INDEXES) await dropIndex(db, index);
  }
}

const INDEXES = [
  { index: 'clients_email', on: 'clients (company_id, lower(email)) WHERE email IS NOT NULL' },
  { index: 'clients_vat_number', on: 'clients (company_id, vat_number) WHERE vat_number IS NOT NULL' },
];
