import type { AuditAction } from '@billhook/domain/identity/audit';
import type { Tx } from '@billhook/db/unit-of-work';
import { Injectable } from '@nestjs/common';
import type { Account } from '@billhook/identity/accounts/account.entity';
import { memberActor, systemActor, type Actor, type Origin } from '@billhook/identity/audit/actor';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { MembersRepository, type AccountMember } from '@billhook/identity/members/members.repository';

type AuditedAccount = Pick<Account, 'id' | 'email'>;

/** How somebody signs in concerns every company that they work in: what is changed of it is written into the log of each. */
@Injectable()
export class AccountAudit {
  constructor(
    private readonly members: MembersRepository,
    private readonly audit: AuditLog,
  ) {}

  /**
   * What the person themselves has done.
   * @param details never a secret
   */
  record(
    tx: Tx,
    account: AuditedAccount,
    origin: Origin,
    action: AuditAction,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    return this.write(
      tx,
      account,
      (member) => memberActor({ ...member, email: account.email }, origin),
      action,
      details,
    );
  }

  /**
   * What was done for an account by whom it is not known to belong to.
   * @param origin null where no request is behind it: the operator did it
   * @param details never a secret
   */
  recordBySystem(
    tx: Tx,
    account: AuditedAccount,
    origin: Origin | null,
    action: AuditAction,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    return this.write(tx, account, ({ companyId }) => systemActor(companyId, origin), action, details);
  }

  private async write(
    tx: Tx,
    account: AuditedAccount,
    actorOf: (member: AccountMember) => Actor,
    action: AuditAction,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const memberships = await this.members.ofAccount(account.id, tx);
    // Each entry holds the log of its company until the end of the transaction: all take them in one order.
    for (const member of memberships.sort((a, b) => a.companyId - b.companyId)) {
      await this.audit.record(tx, actorOf(member), action, `member ${member.memberId}`, details);
    }
  }
}
