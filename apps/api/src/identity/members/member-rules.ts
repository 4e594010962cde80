import type { Tx } from '@billhook/db/unit-of-work';
import type { MemberKind, MemberStatus } from '@billhook/domain/identity/company';
import { grantFaults, heldBeyond, type Rights, type Standing } from '@billhook/domain/identity/members';
import { Problem } from '@billhook/domain/shared/problems';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import type { MemberPrincipal, Principal } from '../../request/principal.js';
import { CLOCK } from '@billhook/platform/tokens';
import { CallerRights } from './caller-rights.js';
import { MembersRepository, type MemberRow } from '@billhook/identity/members/members.repository';

type Manager = MemberPrincipal & Principal;

/**
 * Who may change whom. Nobody can grant or remove permissions that they do not have, or act on members who have more: otherwise a member who manages members would have
 * everything by way of others. And nobody changes what they may do themselves: more they could not give, and with less a company could
 * lock itself out by mistake.
 */
@Injectable()
export class MemberRules {
  constructor(
    private readonly members: MembersRepository,
    private readonly callers: CallerRights,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The member to be changed, locked, and all others of the company with it; and the caller as they are now.
   * @param towards what they are to become: who is removed stays it
   * @throws Problem 401, 403 permission_missing, 404, 403 member_holds_more, 409 member_removed
   */
  async lock(
    tx: Tx,
    by: Manager,
    id: number,
    towards?: MemberStatus,
  ): Promise<{ readonly member: MemberRow; readonly manager: Manager }> {
    await this.members.lockCompany(tx, by.company.id);
    const manager = await this.callers.current(tx, by, 'member.manage');
    const member = await this.members.lock(tx, by.company.id, id, this.clock.now());
    refuseBeyond(member.permissions, manager);
    if (member.status === 'Removed' && towards !== 'Removed') throw new Problem('member_removed');
    return { member, manager };
  }
}

/**
 * Nobody takes what they may do from themselves. So a company always keeps a member who manages members: a member who removes it from another still has
 * it in that moment.
 * @throws Problem 409 own_membership
 */
export function refuseOwn(by: Manager, member: MemberRow): void {
  if (member.id === by.memberId) throw new Problem('own_membership');
}

/** @throws Problem 403 member_holds_more */
export function refuseBeyond(permissions: Standing['permissions'], by: Principal): void {
  const missing = heldBeyond(permissions, by.permissions);
  if (missing.length > 0) throw new Problem('member_holds_more', undefined, { extensions: { missing } });
}

/** @throws Problem 422 for what the giver does not hold */
export function checkGrant(by: Principal, kind: MemberKind, rights: Rights): void {
  const errors = grantFaults(kind, rights, by.permissions);
  if (errors.length > 0) throw new Problem('invalid_body', undefined, { errors });
}
