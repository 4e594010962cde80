import type { Tx } from '@billhook/db/unit-of-work';
import type { MemberKind, MemberStatus } from '@billhook/domain/company';
import { grantFaults, heldBeyond, isAdministrator, type Rights, type Standing } from '@billhook/domain/members';
import { Problem } from '@billhook/domain/problems';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../access/principal.js';
import { CLOCK } from '../platform/tokens.js';
import { MembersRepository, type MemberRow } from './members.repository.js';

type Manager = Principal & { readonly memberId: number };

/**
 * Who may change whom. Nobody gives, takes or has power over what they do not hold themselves: else whoever manages members would hold
 * everything by way of others. And nobody changes what they may do themselves: more they could not give, and of less, somebody else is
 * there to see to it that a company never locks itself out by mistake.
 */
@Injectable()
export class MemberRules {
  constructor(
    private readonly members: MembersRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The member to be changed, locked, and all others of the company with it.
   * @param towards what they are to become: who is removed stays it
   * @throws Problem 404, 403 member_holds_more, 409 member_removed
   */
  async lock(tx: Tx, by: Manager, id: number, towards?: MemberStatus): Promise<MemberRow> {
    await this.members.lockCompany(tx, by.company.id);
    const member = await this.members.lock(tx, by.company.id, id, this.clock.now());
    refuseBeyond(member.permissions, by);
    if (member.status === 'Removed' && towards !== 'Removed') throw new Problem('member_removed');
    return member;
  }

  /** @throws Problem 409 own_membership, last_administrator */
  async checkLoss(tx: Tx, by: Manager, member: MemberRow, after: Standing): Promise<void> {
    if (member.id === by.memberId) throw new Problem('own_membership');
    if (!isAdministrator(member) || isAdministrator(after)) return;
    if ((await this.members.otherAdministrators(tx, by.company.id, member.id)) === 0)
      throw new Problem('last_administrator');
  }
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
