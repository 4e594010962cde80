import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/problems';
import { Injectable } from '@nestjs/common';
import type { Origin } from '../access/principal.js';
import type { Account } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
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

const WRONG: readonly unknown[] = ['sign_in_failed', 'second_factor_wrong'];

/** Whether somebody is who they say. Everything that asks for a password asks here: one count of what was tried in vain. */
@Injectable()
export class Credentials {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly accounts: AccountsRepository,
    private readonly factors: SecondFactorService,
    private readonly throttle: SignInThrottle,
  ) {}

  /**
   * Password and, where the account has one, second factor.
   * @param accountOf who may come in with the address, asked once it may be tried; where nobody, it costs the same
   * @throws Problem 401 sign_in_failed, second_factor_required, second_factor_wrong; 429 too_many_attempts
   */
  async check(shown: Shown, origin: Origin, accountOf: () => Promise<Account | undefined>): Promise<Account> {
    return this.counted(shown.email, origin, async (attempts) => {
      const account = await this.withPassword(await accountOf(), shown.password);
      const factor = await this.factors.of(account.id);
      if (!factor) return account;
      const { code } = shown;
      if (code === undefined) throw new Problem('second_factor_required');
      attempts.push(await this.throttle.begin(['code'], shown.email, origin.ip));
      await this.uow.run((tx) => this.factors.take(tx, account, factor, code, origin));
      return account;
    });
  }

  /** The password alone, of somebody who is signed in. @throws Problem 401 sign_in_failed, 429 too_many_attempts */
  checkPassword(account: Account, password: string, origin: Origin): Promise<Account> {
    return this.counted(account.email, origin, () => this.withPassword(account, password));
  }

  private async withPassword(account: Account | undefined, password: string): Promise<Account> {
    const right = await verifyPassword(account?.passwordHash, password);
    if (!account || !right) throw new Problem('sign_in_failed');
    if (!isOutdated(account.passwordHash)) return account;
    const passwordHash = await hashPassword(password);
    await this.uow.run((tx) => this.accounts.replacePassword(tx, account.id, passwordHash, account.passwordHash));
    return { ...account, passwordHash };
  }

  private async counted(
    email: string,
    { ip }: Origin,
    work: (attempts: Attempt[]) => Promise<Account>,
  ): Promise<Account> {
    const attempts = [await this.throttle.begin(['password'], email, ip)];
    try {
      const account = await work(attempts);
      for (const attempt of attempts) await attempt.succeed();
      return account;
    } catch (error) {
      const wrong = error instanceof Problem && WRONG.includes(error.code);
      if (!wrong) for (const attempt of attempts) await attempt.withdraw();
      throw error;
    }
  }
}
