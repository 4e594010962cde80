import type { ReadRunner } from '@billhook/db/statement';
import type { Role, Permission } from '@billhook/domain/identity/permissions';
import type { DocumentLocale } from '@billhook/domain/shared/format-amount';

/** A person who receives notices about a company. */
export interface CompanyRecipient {
  readonly email: string;
  readonly locale: DocumentLocale;
}

const OWNS: Role = 'Owner';

/** The owners of a company. */
export function companyRecipients(runner: ReadRunner, companyId: number): Promise<readonly CompanyRecipient[]> {
  return runner.query<CompanyRecipient & Record<string, unknown>>({
    name: 'company_recipients',
    text: `SELECT a.email, a.locale FROM members m JOIN accounts a ON a.id = m.account_id
      WHERE m.company_id = $1 AND m.status = 'Active' AND m.role = $2 ORDER BY a.email`,
    values: [companyId, OWNS],
  });
}

/** The person behind a member, if still active. */
export function memberRecipient(runner: ReadRunner, memberId: number): Promise<readonly CompanyRecipient[]> {
  return runner.query<CompanyRecipient & Record<string, unknown>>({
    name: 'member_recipient',
    text: `SELECT a.email, a.locale FROM members m JOIN accounts a ON a.id = m.account_id WHERE m.id = $1 AND m.status = 'Active'`,
    values: [memberId],
  });
}

/** The page of the details of the company. */
export const companyPage = (publicUrl: string): string => `${publicUrl}/settings/company`;

/** The page of the export and the deletion of the company. */
export const companyDataPage = (publicUrl: string): string => `${publicUrl}/settings/company-data`;

const MANAGES: Permission = 'integration.write';

/** The recipients of notices about endpoints: owners, and members who manage webhooks. A service member has no email address. */
export function endpointRecipients(runner: ReadRunner, companyId: number): Promise<readonly CompanyRecipient[]> {
  return runner.query<CompanyRecipient & Record<string, unknown>>({
    name: 'endpoint_recipients',
    text: `SELECT DISTINCT a.email, a.locale FROM members m JOIN accounts a ON a.id = m.account_id
      WHERE m.company_id = $1 AND m.status = 'Active' AND (m.role = $2 OR $3 = ANY (m.permissions)) ORDER BY a.email`,
    values: [companyId, OWNS, MANAGES],
  });
}

/** The address of the webhooks page. */
export const webhooksPage = (publicUrl: string): string => `${publicUrl}/settings/webhooks`;
