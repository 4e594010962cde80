import type { MemberKind } from '@billhook/domain/identity/member';
import { Problem } from '@billhook/domain/shared/problems';
import type { CompanyPrincipal } from '../../request/principal.js';

/** Whose keys a route handles: the caller's own, or (with api_key.manage) those of the whole company. */
export type KeyOwnership = 'own' | 'company';

interface OwnedKey {
  readonly memberId: number;
  readonly creatorKind: MemberKind;
}

/** The member whose keys a list contains; undefined for the keys of all members. */
export const ownerFilter = (ownership: KeyOwnership, by: CompanyPrincipal): number | undefined =>
  ownership === 'own' ? by.memberId : undefined;

/** Who may see, limit and revoke a key. @throws Problem 404, the same as for a key that does not exist */
export function requireVisible(ownership: KeyOwnership, by: CompanyPrincipal, key: OwnedKey): void {
  if (ownership === 'own' && key.memberId !== by.memberId) throw new Problem('not_found', 'There is no such key.');
}

/**
 * Who may rename a key, change its networks or rotate it: its owner, or for a service member anyone with api_key.manage.
 * @throws Problem 404, 409 member_not_service
 */
export function requireOwnership(ownership: KeyOwnership, by: CompanyPrincipal, key: OwnedKey): void {
  requireVisible(ownership, by, key);
  if (ownership === 'company') requireService(key.creatorKind);
}

/** @throws Problem 409 member_not_service */
export function requireService(kind: MemberKind): void {
  if (kind !== 'Service') throw new Problem('member_not_service');
}
