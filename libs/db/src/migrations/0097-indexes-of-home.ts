import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex, type Index } from './steps.js';

/** What the home page counts. Most quotes have an answer and few emails fail, so both indexes are small. */
const INDEXES: readonly Index[] = [
  {
    index: 'quotes_unanswered',
    on: `quotes (company_id, expiry_date)
      WHERE sent_at IS NOT NULL AND superseded_at IS NULL AND accepted_at IS NULL AND declined_at IS NULL`,
  },
  { index: 'mails_failed', on: `mails (company_id, created_at) WHERE status = 'Failed'` },
];

/** The indexes of the counts of the home page. */
export class IndexesOfHome1700000000097 implements MigrationInterface {
  name = 'IndexesOfHome1700000000097';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const index of INDEXES) await buildIndex(db, index);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const { index } of INDEXES) await dropIndex(db, index);
  }
}
