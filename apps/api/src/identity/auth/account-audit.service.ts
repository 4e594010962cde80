import type { Tx } from '@billhook/db/unit-of-work';
import type { AuditAction } from '@billhook/domain/identity/audit';
import type { Account } from '@billhook/identity/accounts/account.entity';
import { memberActor, systemActor, type Actor, type Origin } from '@billhook/identity/audit/actor';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { MembersRepository, type AccountMember } from '@billhook/identity/members/members.repository';
import { Injectable } from '@nestjs/common';

type AuditedAccount = Pick<Account, 'id' | 'email'>;

/** Audits a change of a person's sign-in data in each of their companies. */
@Injectable()
export class AccountAuditService {
  constructor(
    private readonly members: MembersRepository,
    private readonly audit: AuditLog,
  ) {}

  /** A change by the person themselves. @param details never a secret */
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
   * A change for an account by an unknown person or the operator.
   * @param origin null when the operator did it, without a request
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
    // An entry locks the log of its company: always in one order of companies, so that two transactions do not deadlock.
    for (const member of memberships.sort((a, b) => a.companyId - b.companyId)) {
      await this.audit.record(tx, actorOf(member), action, `member ${member.memberId}`, details);
    }
  }
}
