import type { Tx } from '@billhook/db/unit-of-work';

/** The error of an email that is Kept. */
const WITHOUT_SERVER = 'Not sent: this installation has no mail server (SMTP_URL is not set).';
const IN_SANDBOX = 'Not sent: emails of a sandbox are kept in its outbox.';

/** Why an email about a document is not sent; undefined if it is. */
export async function reasonToKeep(tx: Tx, sendsMail: boolean, companyId: number): Promise<string | undefined> {
  if (!sendsMail) return WITHOUT_SERVER;
  return (await isSandbox(tx, companyId)) ? IN_SANDBOX : undefined;
}

/** Why a notice is not sent; undefined if it is. By the card, because many are about what is global. @param companyId null for one about an account */
export async function reasonToKeepNotice(
  tx: Tx,
  sendsMail: boolean,
  companyId: number | null,
): Promise<string | undefined> {
  if (!sendsMail) return WITHOUT_SERVER;
  if (companyId === null) return undefined;
  const [card] = await tx.query<{ kind: string }>({
    name: 'mail_tenant_kind',
    text: 'SELECT kind FROM tenants WHERE id = $1',
    values: [companyId],
  });
  return card?.kind === 'Sandbox' ? IN_SANDBOX : undefined;
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
