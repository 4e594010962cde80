import type { AuditAction } from '@billhook/domain/audit';
import type { Tx } from '@billhook/db/unit-of-work';
import { Injectable } from '@nestjs/common';
import type { Account } from '../accounts/account.entity.js';
import type { Origin } from '../access/principal.js';
import { memberActor, systemActor } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { MembersRepository } from '../members/members.repository.js';

/** How somebody signs in concerns every company that they work in: what is changed of it is written into the log of each. */
@Injectable()
export class AccountAudit {
  constructor(
    private readonly members: MembersRepository,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @param origin null where no request is behind it: the operator did it
   * @param details never a secret
   */
  async record(
    tx: Tx,
    account: Pick<Account, 'id' | 'email'>,
    origin: Origin | null,
    action: AuditAction,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const memberships = await this.members.ofAccount(account.id, tx);
    // Each entry holds the log of its company until the end of the transaction: all take them in one order.
    for (const { companyId, memberId } of memberships.sort((a, b) => a.companyId - b.companyId)) {
      const member = { companyId, memberId, email: account.email };
      const actor = origin ? memberActor(member, origin) : systemActor(companyId);
      await this.audit.record(tx, actor, action, `member ${memberId}`, details);
    }
  }
}
