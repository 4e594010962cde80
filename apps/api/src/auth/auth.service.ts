import type { ConfirmPassword, SessionView, SignIn } from '@billhook/contract/session';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/problems';
import type { Clock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import { presentCompany } from '@billhook/records/companies/company.presenter';
import { Inject, Injectable } from '@nestjs/common';
import { SessionLookup } from '../access/lookups.js';
import type { MemberPrincipal, Origin, Principal } from '../access/principal.js';
import type { Account } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { actorOf, memberActor, type Actor } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { CompaniesService } from '../companies/companies.service.js';
import { MembersRepository, type AccountMember } from '../members/members.repository.js';
import { CLOCK, ENV } from '../platform/tokens.js';
import { BrowserSessions, type StartedSession } from './browser-sessions.js';
import { Credentials } from './credentials.js';
import { inEvenTime } from './even-time.js';
import { SecondFactorService } from './second-factor.service.js';
import { hashToken } from './session-token.js';
import { SessionsRepository } from './sessions.repository.js';

/** A request moves last_seen_at at most this often: no write per request. */
const TOUCH_EVERY_MS = 60_000;

/** What a sign-in is refused with that is written down. */
const FAILURES: readonly string[] = ['sign_in_failed', 'second_factor_wrong'];

const isFailure = (error: unknown): error is Problem => error instanceof Problem && FAILURES.includes(error.code);

@Injectable()
export class AuthService extends SessionLookup {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly sessions: SessionsRepository,
    private readonly browsers: BrowserSessions,
    private readonly credentials: Credentials,
    private readonly factors: SecondFactorService,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly companies: CompaniesService,
    private readonly audit: AuditLog,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
  }

  /**
   * Starts a session with a new id, in the company that the person worked in last.
   * @throws Problem 401 sign_in_failed, alike for unknown accounts; 401 second_factor_required, second_factor_wrong; 429 too_many_attempts
   */
  async signIn(shown: SignIn, origin: Origin): Promise<StartedSession> {
    return inEvenTime(() => this.trySignIn(shown, origin), isFailure);
  }

  /** The session's member and what they may do now. */
  async find(sessionId: string): Promise<MemberPrincipal | undefined> {
    const idHash = hashToken(sessionId);
    const limits = this.browsers.limits();
    const live = await this.sessions.findLive(idHash, limits);
    if (!live) return undefined;
    const { now } = limits;
    if (now.getTime() - live.lastSeenAt.getTime() > TOUCH_EVERY_MS) await this.sessions.touch(idHash, now);
    return {
      kind: 'member',
      company: { id: live.companyId, name: live.companyName, plan: live.plan, timeZone: live.timeZone },
      memberId: live.memberId,
      accountId: live.accountId,
      permissions: live.permissions,
      label: `member ${live.email}`,
      session: { id: live.id, idHash, confirmedAt: live.confirmedAt, expiresAt: live.expiresAt },
    };
  }

  async describe(by: MemberPrincipal): Promise<SessionView> {
    const { email, locale } = await this.accounts.get(by.accountId);
    const { id, name, role, permissions } = await this.members.find(by.company.id, by.memberId, this.clock.now());
    const secondFactor = (await this.factors.of(by.accountId)) !== undefined;
    return {
      id: by.session.id,
      member: { id, name, email, role, permissions, locale, secondFactor },
      company: presentCompany(await this.companies.get(by.company.id)),
      companies: await this.members.memberships(by.accountId),
      confirmedAt: by.session.confirmedAt.toISOString(),
      expiresAt: by.session.expiresAt.toISOString(),
      webhooksEnabled: this.env.WEBHOOKS_ENABLED,
      webhooksAllowHttp: this.env.WEBHOOK_ALLOW_HTTP,
      sendsMail: this.env.SMTP_URL !== undefined,
    };
  }

  /** Step-up: the password is typed again. @throws Problem 401 sign_in_failed, 429 too_many_attempts */
  async confirm(by: MemberPrincipal & Principal, { password }: ConfirmPassword): Promise<SessionView> {
    const account = await this.accounts.get(by.accountId);
    try {
      await this.credentials.checkPassword(account, password, by.origin);
    } catch (error) {
      await this.writeFailure(error, actorOf(by));
      throw error;
    }
    const confirmedAt = this.clock.now();
    await this.uow.run((tx) => this.sessions.confirm(tx, by.session.idHash, confirmedAt));
    return this.describe({ ...by, session: { ...by.session, confirmedAt } });
  }

  async signOut(by: MemberPrincipal & Principal): Promise<void> {
    await this.uow.run(async (tx) => {
      await this.sessions.delete(tx, by.session.idHash);
      await this.audit.record(tx, actorOf(by), 'session.ended', null);
    });
  }

  /** Signs out of a session that a browser gives up for another one, if there is one still. */
  async leave(sessionId: string, origin: Origin): Promise<void> {
    const by = await this.find(sessionId);
    if (by) await this.signOut({ ...by, origin });
  }

  private async trySignIn(shown: SignIn, origin: Origin): Promise<StartedSession> {
    try {
      const { id, email } = await this.credentials.check(shown, origin, async () => {
        const known = await this.whoIs(shown.email);
        return known?.member.status === 'Active' ? known.account : undefined;
      });
      const [member] = await this.members.ofAccount(id);
      if (member?.status !== 'Active') throw new Problem('sign_in_failed');
      return await this.uow.run((tx) => this.browsers.start(tx, { ...member, email }, origin));
    } catch (error) {
      const known = isFailure(error) ? await this.whoIs(shown.email) : undefined;
      if (known) await this.writeFailure(error, memberActor({ ...known.member, email: known.account.email }, origin));
      throw error;
    }
  }

  private async whoIs(email: string): Promise<{ account: Account; member: AccountMember } | undefined> {
    const account = await this.accounts.findByEmail(email);
    const [member] = account ? await this.members.ofAccount(account.id) : [];
    return account && member && { account, member };
  }

  private async writeFailure(error: unknown, actor: Actor): Promise<void> {
    if (!isFailure(error)) return;
    const { code: reason } = error;
    await this.uow.run((tx) => this.audit.record(tx, actor, 'session.failed', null, { reason }));
  }
}
