import type { RecoveryCodes, SecondFactorSetup } from '@billhook/contract/identity/second-factor';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import type { Account } from '@billhook/identity/accounts/account.entity';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import type { Origin } from '@billhook/identity/audit/actor';
import { SecondFactorsRepository, type SecondFactorRow } from '@billhook/identity/auth/second-factors.repository';
import { Notices } from '@billhook/mail/notices';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { seal, unseal } from '@billhook/platform/seal';
import { Inject, Injectable } from '@nestjs/common';
import type { SignedInMember } from '../../request/principal.js';
import { AccountAuditService } from './account-audit.service.js';
import { hashesOf, hashOf, newRecoveryCodes, newTotpSecret, stepOf, totpUri } from './second-factor.rules.js';
import { SignInThrottleService } from './sign-in-throttle.service.js';

const PURPOSE = 'second-factor';

/** The second factor of an account: an authenticator app, and recovery codes for when it is lost. */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly factors: SecondFactorsRepository,
    private readonly accounts: AccountsRepository,
    private readonly throttle: SignInThrottleService,
    private readonly audit: AccountAuditService,
    private readonly notices: Notices,
    private readonly secrets: AppSecrets,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The confirmed second factor, which is required at sign-in. */
  async of(accountId: number): Promise<(SecondFactorRow & { readonly confirmedAt: Date }) | undefined> {
    const factor = await this.factors.find(accountId);
    return factor?.confirmedAt ? { ...factor, confirmedAt: factor.confirmedAt } : undefined;
  }

  /** Not required at sign-in until `confirm`. @throws Problem 409 second_factor_set */
  async begin(by: SignedInMember): Promise<SecondFactorSetup> {
    const { email } = await this.accounts.get(by.accountId);
    const secret = newTotpSecret();
    const factor = {
      accountId: by.accountId,
      secret: seal(this.secrets, PURPOSE, secret),
      createdAt: this.clock.now(),
      confirmedAt: null,
      lastStep: 0,
    };
    if (!(await this.uow.run((tx) => this.factors.begin(tx, factor)))) throw new Problem('second_factor_set');
    return { secret, uri: totpUri(secret, email, new URL(this.env.PUBLIC_URL).hostname) };
  }

  /**
   * From now on it is required at sign-in.
   * @throws Problem 401 second_factor_wrong, 409 second_factor_set, second_factor_not_set, 429
   */
  async confirm(by: SignedInMember, code: string): Promise<RecoveryCodes> {
    const now = this.clock.now();
    const account = await this.accounts.get(by.accountId);
    const factor = await this.factors.find(account.id);
    if (factor?.confirmedAt) throw new Problem('second_factor_set');
    if (!factor) throw new Problem('second_factor_not_set', 'Start with POST /app/account/second-factor.');
    return this.counted(account, by.origin, async () => {
      const step = stepOf(unseal(this.secrets, PURPOSE, factor.secret), code, now);
      if (step === undefined) throw new Problem('second_factor_wrong');
      const codes = newRecoveryCodes();
      await this.uow.run(async (tx) => {
        // A concurrent sign-in finishes first, or requires the second factor.
        await this.accounts.lock(tx, account.id);
        if (!(await this.factors.confirm(tx, account.id, factor.secret, step, now))) {
          throw new Problem('second_factor_set');
        }
        await this.keepCodes(tx, account.id, codes);
        await this.notify(tx, account, by.origin, 'on');
      });
      return { recoveryCodes: codes };
    });
  }

  /** @throws Problem 401 second_factor_wrong, 409 second_factor_not_set, 429 */
  async disable(by: SignedInMember, code: string): Promise<void> {
    await this.proven(by, code, async (tx, account) => {
      if (!(await this.factors.delete(tx, account.id))) throw new Problem('second_factor_not_set');
      await this.notify(tx, account, by.origin, 'off');
    });
  }

  /** Replaces the recovery codes. @throws as `disable` */
  async renewCodes(by: SignedInMember, code: string): Promise<RecoveryCodes> {
    const codes = newRecoveryCodes();
    await this.proven(by, code, async (tx, account) => {
      await this.keepCodes(tx, account.id, codes);
      await this.audit.record(tx, account, by.origin, 'account.recovery_codes_renewed');
    });
    return { recoveryCodes: codes };
  }

  /** Accepts a code of the app or a recovery code, once. @throws Problem 401 second_factor_wrong */
  async take(tx: Tx, account: Account, factor: SecondFactorRow, code: string, origin: Origin): Promise<void> {
    const now = this.clock.now();
    const secret = unseal(this.secrets, PURPOSE, factor.secret);
    const step = stepOf(secret, code, now);
    if (step !== undefined && (await this.factors.takeStep(tx, account.id, step))) {
      if (!factor.secret.startsWith(`${this.secrets.current(PURPOSE).version}.`)) {
        await this.factors.reseal(tx, account.id, factor.secret, seal(this.secrets, PURPOSE, secret));
      }
      return;
    }
    const left = await this.factors.takeCode(tx, account.id, hashesOf(this.secrets, code), now);
    if (left === undefined) throw new Problem('second_factor_wrong');
    await this.audit.record(tx, account, origin, 'account.recovery_code_used', { left });
  }

  /** For the operator, when app and recovery codes are lost. @returns whether the account had a second factor */
  async disableFor(account: Account): Promise<boolean> {
    return this.uow.run(async (tx) => {
      const was = await this.factors.delete(tx, account.id);
      if (was) await this.notify(tx, account, null, 'off');
      return was;
    });
  }

  /** Changing a second factor requires it: a password and an open session are not enough. */
  private async proven(
    by: SignedInMember,
    code: string,
    change: (tx: Tx, account: Account) => Promise<void>,
  ): Promise<void> {
    const account = await this.accounts.get(by.accountId);
    const factor = await this.of(account.id);
    if (!factor) throw new Problem('second_factor_not_set');
    await this.counted(account, by.origin, () =>
      this.uow.run(async (tx) => {
        await this.take(tx, account, factor, code, by.origin);
        await change(tx, account);
      }),
    );
  }

  /** A wrong code counts as it does at sign-in. */
  private async counted<T>({ email }: Account, { ip }: Origin, work: () => Promise<T>): Promise<T> {
    const attempt = await this.throttle.begin(['password', 'code'], email, ip);
    try {
      const result = await work();
      await attempt.withdraw();
      return result;
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'second_factor_wrong')) await attempt.withdraw();
      throw error;
    }
  }

  private keepCodes(tx: Tx, accountId: number, codes: readonly string[]): Promise<void> {
    return this.factors.replaceCodes(
      tx,
      accountId,
      codes.map((code) => hashOf(this.secrets, code)),
    );
  }

  private async notify(tx: Tx, account: Account, origin: Origin | null, state: 'on' | 'off'): Promise<void> {
    await this.notices.enqueue(tx, {
      companyId: null,
      to: account.email,
      locale: account.locale,
      notice: { kind: 'second_factor_changed', state, at: this.clock.now(), ip: origin?.ip ?? null },
    });
    const action = state === 'on' ? 'account.second_factor_enabled' : 'account.second_factor_disabled';
    if (origin) await this.audit.record(tx, account, origin, action);
    else await this.audit.recordBySystem(tx, account, null, action);
  }
}
