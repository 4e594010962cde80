import type { AccountView, ChangePassword, UpdateAccount } from '@billhook/contract/identity/account';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { PASSWORD_UNCHANGED, passwordError, type PasswordError } from '@billhook/domain/identity/password';
import { Problem } from '@billhook/domain/shared/problems';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { PasswordResetsRepository } from '@billhook/identity/auth/password-resets.repository';
import { SessionsRepository } from '@billhook/identity/auth/sessions.repository';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import { Notices } from '@billhook/mail/notices';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import type { SignedInMember } from '../../request/principal.js';
import { actorOf } from '../audit/actor-of.rules.js';
import { AccountAuditService } from '../auth/account-audit.service.js';
import { CredentialsService } from '../auth/credentials.service.js';
import { hashPassword, normalizedPassword } from '../auth/password-hashing.js';
import { SecondFactorService } from '../auth/second-factor.service.js';
import { SessionsService } from '../sessions/sessions.service.js';

/** @param at JSON Pointer of the password in the body @throws Problem 422 */
export function rejectWeakPassword(password: string, names: readonly string[], at: string): void {
  const error = passwordError(password, names);
  if (error) rejectPassword(error, at);
}

function rejectPassword(error: PasswordError, at: string): never {
  throw new Problem('invalid_body', undefined, { errors: [{ pointer: at, ...error }] });
}

/** The changes that people make to their own account. */
@Injectable()
export class AccountService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly credentials: CredentialsService,
    private readonly factors: SecondFactorService,
    private readonly sessionRows: SessionsRepository,
    private readonly sessions: SessionsService,
    private readonly resets: PasswordResetsRepository,
    private readonly accountAudit: AccountAuditService,
    private readonly audit: AuditLog,
    private readonly notices: Notices,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async describe(by: SignedInMember): Promise<AccountView> {
    const { id, email, locale } = await this.accounts.get(by.accountId);
    const { name } = await this.members.find(by.company.id, by.memberId, this.clock.now());
    const factor = await this.factors.of(id);
    return {
      ...{ id, name, email, locale },
      secondFactor: factor ? { since: factor.confirmedAt.toISOString(), recoveryCodesLeft: factor.codesLeft } : null,
    };
  }

  /** The name belongs to the member of this company; the language is the same in all companies. */
  async update(by: SignedInMember, changes: UpdateAccount): Promise<AccountView> {
    await this.uow.run(async (tx) => {
      const member = await this.members.lock(tx, by.company.id, by.memberId, this.clock.now());
      const { locale } = await this.accounts.get(by.accountId, tx);
      const before = { name: member.name, locale };
      const after = { name: changes.name ?? before.name, locale: changes.locale ?? locale };
      if (after.name === before.name && after.locale === before.locale) return;
      await this.members.update(tx, { ...member, name: after.name });
      await this.accounts.setLocale(tx, by.accountId, after.locale);
      await this.audit.record(tx, actorOf(by), 'account.updated', `member ${by.memberId}`, { before, after });
    });
    return this.describe(by);
  }

  /**
   * Ends every other session and every password reset link.
   * @throws Problem 401 sign_in_failed for the current password, 422 for the new one, 429 too_many_attempts
   */
  async changePassword(by: SignedInMember, { currentPassword, newPassword }: ChangePassword): Promise<void> {
    const account = await this.accounts.get(by.accountId);
    const { passwordHash: from } = await this.credentials.checkPassword(account, currentPassword, by);
    const { name } = await this.members.find(by.company.id, by.memberId, this.clock.now());
    rejectWeakPassword(newPassword, [account.email, name, by.company.name], '/newPassword');
    // Compared as they are hashed: the same characters may be sent as other code points.
    if (normalizedPassword(newPassword) === normalizedPassword(currentPassword))
      rejectPassword(PASSWORD_UNCHANGED, '/newPassword');
    const passwordHash = await hashPassword(newPassword);
    const now = this.clock.now();
    await this.uow.run(async (tx) => {
      // The second of two concurrent changes was checked against a password that is no longer the current one.
      if (!(await this.accounts.replacePassword(tx, account.id, passwordHash, from)))
        throw new Problem('sign_in_failed');
      await this.resets.forget(tx, account.id);
      const sessionsEnded = await this.sessions.endAll(tx, { accountId: account.id }, by.session.id);
      await this.sessionRows.confirm(tx, by.session.idHash, now);
      const notice = { kind: 'password_changed', at: now, ip: by.origin.ip } as const;
      await this.notices.enqueue(tx, { companyId: null, to: account.email, locale: account.locale, notice });
      await this.accountAudit.record(tx, account, by.origin, 'account.password_changed', { sessionsEnded });
    });
  }
}
