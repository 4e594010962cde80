import type { Tx } from '@billhook/db/unit-of-work';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Problem } from '@billhook/domain/shared/problems';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import { Injectable } from '@nestjs/common';
import { requirePermission } from '../../access/permission.rules.js';
import type { SignedInMember } from '../../request/principal.js';

type Caller = SignedInMember;

/**
 * Reads the caller's permissions again in the transaction that grants or removes power: they may have lost them since the access gate
 * checked the request.
 */
@Injectable()
export class CallerRightsService {
  constructor(private readonly members: MembersRepository) {}

  /**
   * The caller as they are now, locked until the transaction ends. Call it after locking the company and before any other lock.
   * @throws Problem 401 session_missing for a member who is no longer active, 403 permission_missing
   */
  async current(tx: Tx, by: Caller, ...needed: Permission[]): Promise<Caller> {
    const { status, permissions } = await this.members.lockForShare(tx, by.company.id, by.memberId);
    // The same error as on their next request: a deactivated or removed member has no session.
    if (status !== 'Active') throw new Problem('session_missing');
    const current = { ...by, permissions };
    requirePermission(current, ...needed);
    return current;
  }
}
