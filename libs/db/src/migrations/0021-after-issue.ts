import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Contacts no longer receive reminders, which were offered and never sent. */
export class AfterIssue1700000000021 implements MigrationInterface {
  name = 'AfterIssue1700000000021';

  async up(db: QueryRunner): Promise<void> {
    for (const [table, path] of CONTACTS) await db.query(withoutReminders(table, path));
  }

  /** Reminders do not come back: nobody would know who received them. */
  async down(): Promise<void> {}
}

/** The contacts of clients, and those in the copies that issued documents keep. */
const CONTACTS = [
  ['clients', ''],
  ['invoices', 'client'],
  ['quotes', 'client'],
  ['credit_notes', 'client'],
] as const;

function withoutReminders(table: string, snapshot: string): string {
  const column = snapshot || 'contacts';
  const contacts = snapshot ? `${snapshot} -> 'contacts'` : 'contacts';
  const kept = `(SELECT jsonb_agg(jsonb_set(c.contact, '{receives}', (c.contact -> 'receives') - 'Reminder') ORDER BY c.n)
    FROM jsonb_array_elements(${contacts}) WITH ORDINALITY AS c (contact, n))`;
  const value = snapshot ? `jsonb_set(${snapshot}, '{contacts}', ${kept})` : kept;
  return `UPDATE ${table} SET ${column} = ${value} WHERE ${contacts} @> '[{"receives": ["Reminder"]}]'`;
}
