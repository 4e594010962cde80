import type { Tx } from '@billhook/db/unit-of-work';
import type { MemberKind, MemberStatus } from '@billhook/domain/identity/company';
import { grantErrors, heldBeyond, type Rights, type Standing } from '@billhook/domain/identity/members';
import { Problem } from '@billhook/domain/shared/problems';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal, SignedInMember } from '../../request/principal.js';
import { CLOCK } from '@billhook/platform/tokens';
import { CallerRightsService } from './caller-rights.service.js';
import { MembersRepository, type MemberRow } from '@billhook/identity/members/members.repository';

/**
 * Who may change which member. Members grant, revoke and manage only permissions that they hold: `member.manage` would otherwise give
 * every permission through others. Members cannot change their own, so that a company cannot lock itself out.
 */
@Injectable()
export class MemberRules {
  constructor(
    private readonly members: MembersRepository,
    private readonly callers: CallerRightsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The member to change and the caller as they are now. Locks all members of the company.
   * @param towards the new status: a removed member stays removed
   * @throws Problem 401, 403 permission_missing, 404, 403 member_holds_more, 409 member_removed
   */
  async lock(
    tx: Tx,
    by: SignedInMember,
    id: number,
    towards?: MemberStatus,
  ): Promise<{ readonly member: MemberRow; readonly manager: SignedInMember }> {
    await this.members.lockCompany(tx, by.company.id);
    const manager = await this.callers.current(tx, by, 'member.manage');
    const member = await this.members.lock(tx, by.company.id, id, this.clock.now());
    rejectBeyond(member.permissions, manager);
    if (member.status === 'Removed' && towards !== 'Removed') throw new Problem('member_removed');
    return { member, manager };
  }
}

/**
 * Keeps a manager of members in every company: a caller who takes the permission from another holds it at that moment.
 * @throws Problem 409 own_membership
 */
export function rejectOwn(by: SignedInMember, member: MemberRow): void {
  if (member.id === by.memberId) throw new Problem('own_membership');
}

/** @throws Problem 403 member_holds_more */
export function rejectBeyond(permissions: Standing['permissions'], by: Principal): void {
  const missing = heldBeyond(permissions, by.permissions);
  if (missing.length > 0) throw new Problem('member_holds_more', undefined, { extensions: { missing } });
}

/** @throws Problem 422 for permissions that the caller does not hold */
export function checkGrant(by: Principal, kind: MemberKind, rights: Rights): void {
  const errors = grantErrors(kind, rights, by.permissions);
  if (errors.length > 0) throw new Problem('invalid_body', undefined, { errors });
}
