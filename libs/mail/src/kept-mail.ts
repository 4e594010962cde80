import type { Tx } from '@billhook/db/unit-of-work';

/** The error of an email that is Kept. */
const WITHOUT_SERVER = 'Not sent: this installation has no mail server (SMTP_URL is not set).';
const IN_SANDBOX = 'Not sent: emails of a sandbox are kept in its outbox.';

/** Why an email of a company is not sent; undefined if it is. @param companyId null for a notice about an account */
export async function reasonToKeep(tx: Tx, sendsMail: boolean, companyId: number | null): Promise<string | undefined> {
  if (!sendsMail) return WITHOUT_SERVER;
  return companyId !== null && (await isSandbox(tx, companyId)) ? IN_SANDBOX : undefined;
}

/** Whether a company is a sandbox, whose emails never leave. */
export async function isSandbox(tx: Tx, companyId: number): Promise<boolean> {
  const [company] = await tx.query<{ kind: string }>({
    name: 'mail_company_kind',
    text: 'SELECT kind FROM companies WHERE id = $1',
    values: [companyId],
  });
  return company?.kind === 'Sandbox';
}
