import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import type { Account } from '@billhook/identity/accounts/account.entity';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import type { Origin } from '@billhook/identity/audit/actor';
import { Injectable } from '@nestjs/common';
import type { MemberPrincipal, PortalPrincipal, Principal } from '../../request/principal.js';
import { actorOf } from '../audit/actor-of.rules.js';
import type { SignInProof } from '../sessions/sessions.service.js';
import { FailedSignInsService, isWrong } from './failed-sign-ins.service.js';
import { hashPassword, isOutdated, verifyPassword } from './password-hashing.js';
import { SecondFactorService } from './second-factor.service.js';
import { SignInThrottleService, type ThrottledSignIn } from './sign-in-throttle.service.js';

/** The credentials that a person enters. */
export interface ShownCredentials {
  /** As typed, whether or not an account has it. */
  readonly email: string;
  readonly password: string;
  readonly code?: string | undefined;
}

/** The account whose credentials were right. */
export interface CheckedCredentials {
  readonly account: Account;
  readonly proof: SignInProof;
}

/** Checks passwords and second factors. Every password prompt uses it, so that failed attempts are counted together. */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly accounts: AccountsRepository,
    private readonly factors: SecondFactorService,
    private readonly throttle: SignInThrottleService,
    private readonly failures: FailedSignInsService,
  ) {}

  /**
   * Checks the password and, when the account has one, the second factor.
   * @param accountOf finds the account once the throttle allows an attempt; an unknown one takes as long to reject
   * @throws Problem 401 sign_in_failed, second_factor_required, second_factor_wrong; 429 too_many_attempts
   */
  async check(
    shown: ShownCredentials,
    origin: Origin,
    accountOf: () => Promise<Account | undefined>,
  ): Promise<CheckedCredentials> {
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

  /** Checks the password alone, of a signed-in member or an open portal. @throws Problem 401 sign_in_failed, 429 too_many_attempts */
  checkPassword(
    account: Account,
    password: string,
    by: (MemberPrincipal | PortalPrincipal) & Principal,
  ): Promise<Account> {
    const check = () =>
      this.counted(account.email, by.origin, async (attempts) => {
        const known = await this.withPassword(account, password);
        // With a second factor the password is half of a sign-in: wrong codes stay counted, and the address does not become a known one.
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
    // A concurrent request has rehashed it, or the password has changed.
    return replaced ? { ...account, passwordHash } : this.withPassword(await this.accounts.get(id), password);
  }

  private async counted<T>(
    email: string,
    { ip }: Origin,
    work: (attempts: ThrottledSignIn[]) => Promise<T>,
  ): Promise<T> {
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
