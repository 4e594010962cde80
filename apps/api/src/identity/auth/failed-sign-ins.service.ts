import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { memberActor, type Actor, type Origin } from '@billhook/identity/audit/actor';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import { Injectable } from '@nestjs/common';

const WRONG: readonly unknown[] = ['sign_in_failed', 'second_factor_wrong'];

/** Whether an error means wrong credentials: such an attempt counts and is audited. */
export const isWrong = (error: unknown): error is Problem => error instanceof Problem && WRONG.includes(error.code);

/** Audits wrong passwords and codes, wherever they are asked for. */
@Injectable()
export class FailedSignInsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly audit: AuditLog,
  ) {}

  /** Audits a failed sign-in in the company that the person tried to enter. An unknown address is not audited. */
  ofStranger<T>(email: string, origin: Origin, work: () => Promise<T>): Promise<T> {
    return this.noted('sign_in', work, async () => {
      const account = await this.accounts.findByEmail(email);
      const [member] = account ? await this.members.ofAccount(account.id) : [];
      return account && member && memberActor({ ...member, email: account.email }, origin);
    });
  }

  /** Audits a failed confirmation of a signed-in person. */
  ofActor<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
    return this.noted('confirmation', work, async () => actor);
  }

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
