import type { ReadRunner } from '@billhook/db/statement';
import type { Permission, Role } from '@billhook/domain/identity/permissions';
import type { DocumentLocale } from '@billhook/domain/shared/format-amount';

/** A person who receives notices about a webhook endpoint. */
export interface EndpointRecipient {
  readonly email: string;
  readonly locale: DocumentLocale;
}

const MANAGES: Permission = 'integration.write';
const OWNS: Role = 'Owner';

/** The recipients of notices about endpoints: owners, and members who manage webhooks. A service member has no email address. */
export function endpointRecipients(runner: ReadRunner, companyId: number): Promise<readonly EndpointRecipient[]> {
  return runner.query<EndpointRecipient>({
    name: 'endpoint_recipients',
    text: `SELECT DISTINCT a.email, a.locale FROM members m JOIN accounts a ON a.id = m.account_id
      WHERE m.company_id = $1 AND m.status = 'Active' AND (m.role = $2 OR $3 = ANY (m.permissions)) ORDER BY a.email`,
    values: [companyId, OWNS, MANAGES],
  });
}

/** The address of the webhooks page. */
export const webhooksPage = (publicUrl: string): string => `${publicUrl}/settings/webhooks`;
