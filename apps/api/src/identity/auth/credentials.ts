import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { Injectable } from '@nestjs/common';
import type { MemberPrincipal, Origin, PortalPrincipal, Principal } from '../../request/principal.js';
import type { Account } from '@billhook/identity/accounts/account.entity';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { actorOf } from '../audit/actor.js';
import type { Proof } from './browser-sessions.js';
import { FailedSignIns, isWrong } from './failed-sign-ins.js';
import { hashPassword, isOutdated, verifyPassword } from './passwords.js';
import { SecondFactorService } from './second-factor.service.js';
import { SignInThrottle, type Attempt } from './sign-in-throttle.js';

/** What a person shows to be known. */
export interface Shown {
  /** As it was typed, whether an account has it or not. */
  readonly email: string;
  readonly password: string;
  readonly code?: string | undefined;
}

/** A person who has shown all credentials. */
export interface Known {
  readonly account: Account;
  readonly proof: Proof;
}

/** Whether somebody is who they say. Everything that asks for a password asks here: one count of what was tried in vain. */
@Injectable()
export class Credentials {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly accounts: AccountsRepository,
    private readonly factors: SecondFactorService,
    private readonly throttle: SignInThrottle,
    private readonly failures: FailedSignIns,
  ) {}

  /**
   * Password and, where the account has one, second factor.
   * @param accountOf who may come in with the address, asked once it may be tried; where nobody, it costs the same
   * @throws Problem 401 sign_in_failed, second_factor_required, second_factor_wrong; 429 too_many_attempts
   */
  async check(shown: Shown, origin: Origin, accountOf: () => Promise<Account | undefined>): Promise<Known> {
    return this.counted(shown.email, origin, async (attempts) => {
      const account = await this.withPassword(await accountOf(), shown.password);
      const { passwordHash } = account;
      const factor = await this.factors.of(account.id);
      if (!factor) return { account, proof: { passwordHash, secondFactorSince: undefined } };
      const { code } = shown;
      if (code === undefined) throw new Problem('second_factor_required');
      attempts.push(await this.throttle.begin(['code'], shown.email, origin.ip));
      await this.uow.run((tx) => this.factors.take(tx, account, factor, code, origin));
      return { account, proof: { passwordHash, secondFactorSince: factor.confirmedAt } };
    });
  }

  /** The password alone, of a member who is signed in or has a portal open. @throws Problem 401 sign_in_failed, 429 too_many_attempts */
  checkPassword(
    account: Account,
    password: string,
    by: (MemberPrincipal | PortalPrincipal) & Principal,
  ): Promise<Account> {
    const check = () =>
      this.counted(account.email, by.origin, async (attempts) => {
        const known = await this.withPassword(account, password);
        // Where a second factor is asked for it is half of what lets them in: wrong codes stay counted, and the place is not known for theirs.
        if (await this.factors.of(account.id)) for (const attempt of attempts.splice(0)) await attempt.withdraw();
        return known;
      });
    return this.failures.ofActor(actorOf(by), check);
  }

  private async withPassword(account: Account | undefined, password: string): Promise<Account> {
    const right = await verifyPassword(account?.passwordHash, password);
    if (!account || !right) throw new Problem('sign_in_failed');
    if (!isOutdated(account.passwordHash)) return account;
    const passwordHash = await hashPassword(password);
    const { id, passwordHash: from } = account;
    const replaced = await this.uow.run((tx) => this.accounts.replacePassword(tx, id, passwordHash, from));
    // Of two at the same time, one stores a new hash; or the password has changed by now.
    return replaced ? { ...account, passwordHash } : this.withPassword(await this.accounts.get(id), password);
  }

  private async counted<T>(email: string, { ip }: Origin, work: (attempts: Attempt[]) => Promise<T>): Promise<T> {
    const attempts = [await this.throttle.begin(['password'], email, ip)];
    try {
      const known = await work(attempts);
      for (const attempt of attempts) await attempt.succeed();
      return known;
    } catch (error) {
      if (!isWrong(error)) for (const attempt of attempts) await attempt.withdraw();
      throw error;
    }
  }
}
