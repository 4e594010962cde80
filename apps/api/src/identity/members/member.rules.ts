import {
  grantErrors,
  heldBeyond,
  type MemberKind,
  type Rights,
  type MemberStanding,
} from '@billhook/domain/identity/member';
import { Problem } from '@billhook/domain/shared/problems';
import type { MemberRow } from '@billhook/identity/members/members.repository';
import type { Principal, SignedInMember } from '../../request/principal.js';

/**
 * Keeps a manager of members in every company: a caller who takes the permission from another holds it at that moment.
 * @throws Problem 409 own_membership
 */
export function rejectOwn(by: SignedInMember, member: MemberRow): void {
  if (member.id === by.memberId) throw new Problem('own_membership');
}

/** @throws Problem 403 member_holds_more */
export function rejectBeyond(permissions: MemberStanding['permissions'], by: Principal): void {
  const missing = heldBeyond(permissions, by.permissions);
  if (missing.length > 0) throw new Problem('member_holds_more', undefined, { extensions: { missing } });
}

/** @throws Problem 422 for permissions that the caller does not hold */
export function checkGrant(by: Principal, kind: MemberKind, rights: Rights): void {
  const errors = grantErrors(kind, rights, by.permissions);
  if (errors.length > 0) throw new Problem('invalid_body', undefined, { errors });
}
