import type { Tx } from '@billhook/db/unit-of-work';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Problem } from '@billhook/domain/shared/problems';
import { Injectable } from '@nestjs/common';
import { requirePermission } from '../../access/permission-rule.js';
import type { MemberPrincipal, Principal } from '../../request/principal.js';
import { MembersRepository } from '@billhook/identity/members/members.repository';

type Caller = MemberPrincipal & Principal;

/**
 * The gate judged the caller when the request came. Until they hold the lock, their rights may have been removed: a member who grants
 * power to others, or takes it, does so by what they hold in the transaction that does it.
 */
@Injectable()
export class CallerRights {
  constructor(private readonly members: MembersRepository) {}

  /**
   * The caller as they are now, and stay until the transaction ends. To be asked after the lock of the company, before any other.
   * @throws Problem 401 session_missing for one who is not active any more, 403 permission_missing
   */
  async current(tx: Tx, by: Caller, ...needed: Permission[]): Promise<Caller> {
    const { status, permissions } = await this.members.hold(tx, by.company.id, by.memberId);
    // As with the next request: nobody who is deactivated or removed has a session.
    if (status !== 'Active') throw new Problem('session_missing');
    const current = { ...by, permissions };
    requirePermission(current, ...needed);
    return current;
  }
}
