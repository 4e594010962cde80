import type { CompletePasswordReset } from '@billhook/contract/identity/account';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { generateSecret, PASSWORD_RESET_PREFIX } from '@billhook/domain/identity/secret-format';
import { Problem } from '@billhook/domain/shared/problems';
import type { Account } from '@billhook/identity/accounts/account.entity';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import type { Origin } from '@billhook/identity/audit/actor';
import { PasswordResetsRepository } from '@billhook/identity/auth/password-resets.repository';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import { Notices } from '@billhook/mail/notices';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { randomText } from '@billhook/platform/ids';
import { Inject, Injectable } from '@nestjs/common';
import { AccountAuditService } from '../auth/account-audit.service.js';
import { inConstantTime } from '../auth/in-constant-time.js';
import { hashPassword } from '../auth/password-hashing.js';
import { SignInThrottleService } from '../auth/sign-in-throttle.service.js';
import { hashToken } from '../sessions/hash-token.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { rejectWeakPassword } from './account.service.js';

const LIFE_MS = 60 * 60_000;

export interface PasswordLink {
  readonly url: string;
  readonly expiresAt: Date;
}

/** Resets a forgotten password by a link. The second factor stays on. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly resets: PasswordResetsRepository,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly sessions: SessionsService,
    private readonly throttle: SignInThrottleService,
    private readonly audit: AccountAuditService,
    private readonly notices: Notices,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Emails a link when the address has an account. The response does not reveal whether it has.
   * @throws Problem 429 too_many_attempts by network address alone: by account, a stranger could lock its owner out
   */
  async request(email: string, origin: Origin): Promise<void> {
    await this.throttle.begin(['reset'], email, origin.ip);
    await inConstantTime(
      () => this.mailLink(email, origin),
      () => true,
    );
  }

  /**
   * Sets the password, ends all sessions and revokes all other links.
   * @throws Problem 401 reset_link_invalid, 422, 429 too_many_attempts
   */
  async complete({ token, password }: CompletePasswordReset, origin: Origin): Promise<void> {
    const attempt = await this.throttle.begin(['link'], '', origin.ip);
    const tokenHash = hashToken(token);
    const accountId = await this.resets.find(tokenHash, this.clock.now());
    if (accountId === undefined) throw new Problem('reset_link_invalid');
    await attempt.withdraw();
    const account = await this.accounts.get(accountId);
    rejectWeakPassword(password, [account.email], '/password');
    const passwordHash = await hashPassword(password);
    await this.uow.run(async (tx) => {
      if (!(await this.resets.take(tx, tokenHash, this.clock.now()))) throw new Problem('reset_link_invalid');
      await this.replace(tx, account, passwordHash, origin);
    });
    await this.throttle.forgive(account.email, origin.ip);
  }

  /** A link that the operator gives to the person. */
  linkFor(account: Account): Promise<PasswordLink> {
    return this.uow.run((tx) => this.createLink(tx, account, null));
  }

  private async mailLink(email: string, origin: Origin): Promise<void> {
    // Without a mail server the link would reach no one: the operator creates one.
    if (!this.notices.sendsMail) return;
    const account = await this.accounts.findByEmail(email);
    const [member] = account ? await this.members.ofAccount(account.id) : [];
    if (!account || member?.status !== 'Active') return;
    // Silently: earlier links work for an hour.
    if (!(await this.throttle.allows('resetMail', email, origin.ip))) return;
    await this.uow.run(async (tx) => {
      const link = await this.createLink(tx, account, origin);
      const { email: to, locale } = account;
      await this.notices.enqueue(tx, { companyId: null, to, locale, notice: { kind: 'password_reset', ...link } });
    });
  }

  /** @param origin null for the operator */
  private async createLink(tx: Tx, account: Account, origin: Origin | null): Promise<PasswordLink> {
    const { secret } = generateSecret(randomText, PASSWORD_RESET_PREFIX);
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + LIFE_MS);
    await this.resets.insert(tx, { tokenHash: hashToken(secret), accountId: account.id, createdAt, expiresAt });
    await this.audit.recordBySystem(tx, account, origin, 'account.password_reset_requested', { expiresAt });
    // After the #, which browsers do not send: the token reaches no server and no log.
    return { url: `${this.env.PUBLIC_URL}/settings/reset-password#${secret}`, expiresAt };
  }

  private async replace(tx: Tx, account: Account, passwordHash: string, origin: Origin): Promise<void> {
    await this.accounts.setPassword(tx, account.id, passwordHash);
    await this.resets.forget(tx, account.id);
    const sessionsEnded = await this.sessions.endAll(tx, { accountId: account.id });
    const notice = { kind: 'password_changed', at: this.clock.now(), ip: origin.ip } as const;
    await this.notices.enqueue(tx, { companyId: null, to: account.email, locale: account.locale, notice });
    await this.audit.record(tx, account, origin, 'account.password_reset', { sessionsEnded });
  }
}
