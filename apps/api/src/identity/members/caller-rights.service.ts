import type { Tx } from '@billhook/db/unit-of-work';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Problem } from '@billhook/domain/shared/problems';
import { MembersRepository, type LockedMember } from '@billhook/identity/members/members.repository';
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
    return allowed(by, await this.members.lockForShare(tx, by.company.id, by.memberId), needed);
  }

  /**
   * The same in a transaction of a cell. With several cells, it cannot lock members: a change that is committed at the same moment may
   * count after it.
   * @throws Problem as `current`
   */
  async currentInCell(tx: Tx, by: Caller, ...needed: Permission[]): Promise<Caller> {
    return allowed(by, await this.members.lockRights(tx, by.company.id, by.memberId), needed);
  }
}

function allowed(
  by: Caller,
  { status, permissions }: Pick<LockedMember, 'status' | 'permissions'>,
  needed: readonly Permission[],
): Caller {
  // The same error as on their next request: a deactivated or removed member has no session.
  if (status !== 'Active') throw new Problem('session_missing');
  const current = { ...by, permissions };
  requirePermission(current, ...needed);
  return current;
}
