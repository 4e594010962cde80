import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inBatches } from './steps.js';

/**
 * Whether the due date of a draft follows from the payment terms of its client. The previous release writes null, which is decided by comparison when the
 * draft is changed; the drafts that exist are compared here.
 */
export class DueDateByTerms1700000000064 implements MigrationInterface {
  name = 'DueDateByTerms1700000000064';
  // In one transaction, the lock of the first statement would keep all invoices from being read during the second.
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE invoices ADD COLUMN IF NOT EXISTS due_date_by_terms boolean');
    await inBatches(db, {
      table: 'invoices',
      text: `UPDATE invoices i SET due_date_by_terms = i.due_date IS NOT DISTINCT FROM ${BY_TERMS} FROM clients c
        WHERE i.id > $1 AND i.id <= $2 AND i.status = 'Draft' AND i.due_date_by_terms IS NULL AND c.id = i.client_id`,
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE invoices DROP COLUMN due_date_by_terms');
  }
}

const DAYS_LATER = `i.issue_date + (c.payment_terms ->> 'days')::int`;
const BY_TERMS = `CASE WHEN (c.payment_terms ->> 'endOfMonth')::boolean
  THEN (date_trunc('month', (${DAYS_LATER})::timestamp) + interval '1 month - 1 day')::date ELSE ${DAYS_LATER} END`;
