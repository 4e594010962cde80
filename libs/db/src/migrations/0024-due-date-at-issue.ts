import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The due date that an invoice was issued with, which its PDF shows also where the due date was postponed since. */
export class DueDateAtIssue1700000000024 implements MigrationInterface {
  name = 'DueDateAtIssue1700000000024';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE invoices ADD COLUMN due_date_at_issue date;
      UPDATE invoices SET due_date_at_issue = due_date WHERE issued_at IS NOT NULL AND due_date IS NOT NULL;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE invoices DROP COLUMN due_date_at_issue');
  }
}
