import type { MemberKind } from '@billhook/domain/identity/company';
import { Problem } from '@billhook/domain/shared/problems';
import type { CompanyPrincipal } from '../../request/principal.js';

/** Whose keys it is about: one's own, or (with api_key.manage) those of the whole company. */
export type Reach = 'own' | 'company';

interface Owned {
  readonly memberId: number;
  readonly creatorKind: MemberKind;
}

/** Whose keys a list holds; undefined for everybody's. */
export const ownerWithin = (reach: Reach, by: CompanyPrincipal): number | undefined =>
  reach === 'own' ? by.memberId : undefined;

/** Who may see, limit and revoke a key. @throws Problem 404 for one that is not in reach, as for one that there is not */
export function requireReach(reach: Reach, by: CompanyPrincipal, key: Owned): void {
  if (reach === 'own' && key.memberId !== by.memberId) throw new Problem('not_found', 'There is no such key.');
}

/**
 * Who may do what its owner may: rename it, say where it is used from, rotate it. Those of a service member have no owner who signs in:
 * they are for members who manage the keys of the company.
 * @throws Problem 404, 409 member_not_service
 */
export function requireOwnership(reach: Reach, by: CompanyPrincipal, key: Owned): void {
  requireReach(reach, by, key);
  if (reach === 'company') requireService(key.creatorKind);
}

/** @throws Problem 409 member_not_service */
export function requireService(kind: MemberKind): void {
  if (kind !== 'Service') throw new Problem('member_not_service');
}
