import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { Injectable } from '@nestjs/common';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { memberActor, type Actor, type Origin } from '@billhook/identity/audit/actor';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { MembersRepository } from '@billhook/identity/members/members.repository';

const WRONG: readonly unknown[] = ['sign_in_failed', 'second_factor_wrong'];

/** Whether somebody has shown what is wrong: it counts as tried in vain, and is written down. */
export const isWrong = (error: unknown): error is Problem => error instanceof Problem && WRONG.includes(error.code);

/** Wrong passwords and codes in the audit log, wherever they are asked for. */
@Injectable()
export class FailedSignInsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly audit: AuditLog,
  ) {}

  /** Of somebody who is to be signed in. It is told where they would have come in; an address that nobody has is told nowhere. */
  ofStranger<T>(email: string, origin: Origin, work: () => Promise<T>): Promise<T> {
    return this.noted('sign_in', work, async () => {
      const account = await this.accounts.findByEmail(email);
      const [member] = account ? await this.members.ofAccount(account.id) : [];
      return account && member && memberActor({ ...member, email: account.email }, origin);
    });
  }

  /** Of somebody who is signed in. */
  ofActor<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
    return this.noted('confirmation', work, async () => actor);
  }

  /** @param attempt what they were at */
  private async noted<T>(
    attempt: 'sign_in' | 'confirmation',
    work: () => Promise<T>,
    actorOf: () => Promise<Actor | undefined>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isWrong(error)) throw error;
      const [{ code: reason }, actor] = [error, await actorOf()];
      const details = { attempt, reason };
      if (actor) await this.uow.run((tx) => this.audit.record(tx, actor, 'session.failed', null, details));
      throw error;
    }
  }
}
