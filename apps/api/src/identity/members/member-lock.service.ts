import type { Tx } from '@billhook/db/unit-of-work';
import type { MemberStatus } from '@billhook/domain/identity/member';
import { Problem } from '@billhook/domain/shared/problems';
import { MembersRepository, type MemberRow } from '@billhook/identity/members/members.repository';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import type { SignedInMember } from '../../request/principal.js';
import { CallerRightsService } from './caller-rights.service.js';
import { rejectBeyond } from './member.rules.js';

/**
 * Who may change which member. Members grant, revoke and manage only permissions that they hold: `member.manage` would otherwise give
 * every permission through others. Members cannot change their own, so that a company cannot lock itself out.
 */
@Injectable()
export class MemberLockService {
  constructor(
    private readonly members: MembersRepository,
    private readonly callers: CallerRightsService,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
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
  ): Promise<{ readonly member: MemberRow; readonly caller: SignedInMember }> {
    await this.members.lockCompany(tx, by.company.id);
    const caller = await this.callers.current(tx, by, 'member.manage');
    const member = await this.members.lock(tx, by.company.id, id, this.clock.now());
    rejectBeyond(member.permissions, caller);
    if (member.status === 'Removed' && towards !== 'Removed') throw new Problem('member_removed');
    return { member, caller };
  }
}
