import type { ReadRunner } from '@billhook/db/statement';
import type { Permission } from '@billhook/domain/identity/permissions';
import type { DocumentLocale } from '@billhook/domain/shared/format-amount';

/** A person who is notified about a key. */
export interface KeyRecipient {
  readonly email: string;
  readonly locale: DocumentLocale;
  /** False for those who manage the keys of the company. */
  readonly isOwner: boolean;
}

const MANAGES: Permission = 'api_key.manage';

/**
 * The people to notify about a key, its owner first. For a key of a service member, which has no email address, the key managers.
 * @param recipients `owner-or-managers` leaves out the managers if there is an owner
 */
export async function keyRecipients(
  runner: ReadRunner,
  { companyId, memberId }: { readonly companyId: number; readonly memberId: number },
  recipients: 'owner-or-managers' | 'owner-and-managers',
): Promise<readonly KeyRecipient[]> {
  const people = await runner.query<KeyRecipient>({
    name: 'key_recipients',
    text: `SELECT a.email, a.locale, m.id = $2 AS "isOwner" FROM members m JOIN accounts a ON a.id = m.account_id
      WHERE m.company_id = $1 AND m.status = 'Active' AND (m.id = $2 OR $3 = ANY (m.permissions))
      ORDER BY m.id = $2 DESC, m.id`,
    values: [companyId, memberId, MANAGES],
  });
  const owners = people.filter(({ isOwner }) => isOwner);
  return recipients === 'owner-or-managers' && owners.length > 0 ? owners : people;
}

/** The page that lists keys: the person's own keys, or all keys of the company. */
export function keysPage(publicUrl: string, isOwner: boolean): string {
  return `${publicUrl}/settings/${isOwner ? 'api-keys' : 'company-keys'}`;
}

/** The page of a key below `keysPage`. */
export function keyPage(publicUrl: string, keyId: number, isOwner: boolean): string {
  return `${keysPage(publicUrl, isOwner)}/${keyId}`;
}
