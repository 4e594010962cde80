import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What can still be done after issue: private notes, a write-off of what is outstanding, and a lock date that closes periods. And contacts
 * of clients no longer receive reminders, which were offered and never sent.
 */
export class AfterIssue1700000000021 implements MigrationInterface {
  name = 'AfterIssue1700000000021';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE invoices DROP CONSTRAINT invoices_status,
        ADD CONSTRAINT invoices_status CHECK
          (status IN ('Void', 'Draft', 'Rejected', 'WrittenOff', 'Paid', 'Overdue', 'Partial', 'Sent')),
        ADD COLUMN private_notes text,
        ADD COLUMN amount_written_off numeric NOT NULL DEFAULT 0,
        ADD COLUMN write_off jsonb;
      ALTER TABLE quotes ADD COLUMN private_notes text;
      ALTER TABLE credit_notes ADD COLUMN private_notes text;
      ALTER TABLE companies ADD COLUMN locked_until date;
      ${balanceIndexes('amount_paid + amount_credited + amount_written_off')}
      CREATE INDEX invoices_settled_by_credit ON invoices (company_id, id) WHERE status = 'Paid' AND amount_credited > 0;`);
    await db.query(WITHOUT_REMINDERS);
  }

  /** Reminders do not come back: nobody would know who received them. */
  async down(db: QueryRunner): Promise<void> {
    const [written] = (await db.query(`SELECT FROM invoices WHERE status = 'WrittenOff' LIMIT 1`)) as object[];
    if (written) throw new Error('invoices are written off, which the schema before cannot say: restore a backup');
    await db.query(`
      DROP INDEX invoices_settled_by_credit;
      ${balanceIndexes('amount_paid + amount_credited')}
      ALTER TABLE companies DROP COLUMN locked_until;
      ALTER TABLE credit_notes DROP COLUMN private_notes;
      ALTER TABLE quotes DROP COLUMN private_notes;
      ALTER TABLE invoices DROP COLUMN private_notes, DROP COLUMN amount_written_off, DROP COLUMN write_off,
        DROP CONSTRAINT invoices_status,
        ADD CONSTRAINT invoices_status CHECK (status IN ('Void', 'Draft', 'Rejected', 'Paid', 'Overdue', 'Partial', 'Sent'));`);
  }
}

/** The predicates of the filter hasBalance, word for word. */
const balanceIndexes = (settled: string): string => `
  DROP INDEX IF EXISTS invoices_with_balance, invoices_without_balance;
  CREATE INDEX invoices_with_balance ON invoices (company_id, id) WHERE issued_at IS NOT NULL AND payable > ${settled};
  CREATE INDEX invoices_without_balance ON invoices (company_id, id) WHERE issued_at IS NULL OR payable <= ${settled};`;

/** Issued documents keep their copies as they are. */
const WITHOUT_REMINDERS = `UPDATE clients SET contacts = (
  SELECT jsonb_agg(c.contact || jsonb_build_object('receives', coalesce(nullif(c.contact -> 'receives', 'null'), '[]') - 'Reminder') ORDER BY c.n)
    FROM jsonb_array_elements(contacts) WITH ORDINALITY AS c (contact, n))
  WHERE contacts @> '[{"receives": ["Reminder"]}]'`;
