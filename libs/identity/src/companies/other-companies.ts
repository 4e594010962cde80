import type { ReadRunner } from '@billhook/db/statement';

const OTHERS = `SELECT
  EXISTS (SELECT FROM companies WHERE name <> ALL ($1)) OR EXISTS (SELECT FROM accounts WHERE email <> ALL ($2)) AS found`;

/** Whether there are companies or accounts with other names and email addresses than these. */
export async function hasOthers(db: ReadRunner, names: readonly string[], emails: readonly string[]): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>({ name: 'companies_others', text: OTHERS, values: [names, emails] });
  return row?.found === true;
}
