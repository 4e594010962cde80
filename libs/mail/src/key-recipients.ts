import type { ReadRunner } from '@billhook/db/statement';
import type { DocumentLocale } from '@billhook/domain/shared/format-amount';
import type { Permission } from '@billhook/domain/identity/permissions';

/** A person who is told of a key. */
export interface KeyRecipient {
  readonly email: string;
  readonly locale: DocumentLocale;
  /** False of somebody who manages the keys of the company. */
  readonly isOwner: boolean;
}

const MANAGES: Permission = 'api_key.manage';

/**
 * Who is told of what happens to a key, as they are now: its owner first. A key of a service member has no owner who could read, and is
 * the business of the members who manage the keys of the company.
 * @param whom `owner` leaves those out where there is an owner; `everybody` has both
 */
export async function keyRecipients(
  runner: ReadRunner,
  { companyId, memberId }: { readonly companyId: number; readonly memberId: number },
  whom: 'owner' | 'everybody',
): Promise<readonly KeyRecipient[]> {
  const people = await runner.query<KeyRecipient>({
    name: 'key_recipients',
    text: `SELECT a.email, a.locale, m.id = $2 AS "isOwner" FROM members m JOIN accounts a ON a.id = m.account_id
      WHERE m.company_id = $1 AND m.status = 'Active' AND (m.id = $2 OR $3 = ANY (m.permissions))
      ORDER BY m.id = $2 DESC, m.id`,
    values: [companyId, memberId, MANAGES],
  });
  const owners = people.filter(({ isOwner }) => isOwner);
  return whom === 'owner' && owners.length > 0 ? owners : people;
}

/** The page that shows keys: one's own, or all those of the company. */
export function keysPage(publicUrl: string, isOwner: boolean): string {
  return `${publicUrl}/settings/${isOwner ? 'api-keys' : 'company-keys'}`;
}

/** The page that shows a key, among those of `keysPage`. */
export function keyPage(publicUrl: string, keyId: number, isOwner: boolean): string {
  return `${keysPage(publicUrl, isOwner)}/${keyId}`;
}
