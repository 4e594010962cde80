import type { SwitchCompany } from '@billhook/contract/identity/member';
import type { ConfirmPassword, SessionView, SignIn, SignInOptions } from '@billhook/contract/identity/session';
import { Database } from '@billhook/db/database';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { isConfirmed } from '@billhook/domain/identity/step-up';
import { actorLabel } from '@billhook/domain/shared/actor-label';
import { Problem } from '@billhook/domain/shared/problems';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import type { Origin } from '@billhook/identity/audit/actor';
import { SessionsRepository, type LiveSession } from '@billhook/identity/auth/sessions.repository';
import { presentCompany } from '@billhook/identity/companies/company.presenter';
import { MembersRepository, type AccountMember } from '@billhook/identity/members/members.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { Inject, Injectable } from '@nestjs/common';
import { SessionLookup } from '../../access/lookups.js';
import { companyOfRow, type MemberPrincipal, type SignedInMember } from '../../request/principal.js';
import { CompaniesService } from '../companies/companies.service.js';
import { hashToken } from '../sessions/hash-token.js';
import { SessionsService, type StartedSession } from '../sessions/sessions.service.js';
import { CredentialsService } from './credentials.service.js';
import { FailedSignInsService, isWrong } from './failed-sign-ins.service.js';
import { inConstantTime } from './in-constant-time.js';
import { SecondFactorService } from './second-factor.service.js';

/** last_seen_at is written at most this often, not with every request. */
const TOUCH_EVERY_MS = 60_000;

@Injectable()
export class AuthService extends SessionLookup {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly db: Database,
    private readonly sessionRows: SessionsRepository,
    private readonly sessions: SessionsService,
    private readonly credentials: CredentialsService,
    private readonly factors: SecondFactorService,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly companies: CompaniesService,
    private readonly failures: FailedSignInsService,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
  }

  async signInOptions(): Promise<SignInOptions> {
    return { isSetUp: await this.companies.exist(), sendsMail: this.env.SMTP_URL !== undefined };
  }

  /**
   * Starts a session with a new id, in the company that the person last worked in.
   * @throws Problem 401 sign_in_failed, the same for unknown accounts; 401 second_factor_required, second_factor_wrong; 429 too_many_attempts
   */
  async signIn(shown: SignIn, origin: Origin): Promise<StartedSession> {
    const attempt = () => this.failures.ofStranger(shown.email, origin, () => this.trySignIn(shown, origin));
    return inConstantTime(attempt, isWrong);
  }

  /** The member of a live session, with their current permissions. */
  async find(sessionId: string): Promise<MemberPrincipal | undefined> {
    const idHash = hashToken(sessionId);
    const limits = this.sessions.limits();
    const live = await this.sessionRows.findLive(idHash, limits);
    if (!live) return undefined;
    const { now } = limits;
    const isDue = (seenAt: Date | null) => !seenAt || now.getTime() - seenAt.getTime() > TOUCH_EVERY_MS;
    if (isDue(live.lastSeenAt)) await this.sessionRows.touch(idHash, now);
    // After the session, in a separate transaction: ending sessions locks the member first.
    if (isDue(live.memberSeenAt)) await this.members.touch(live.memberId, now);
    return memberOf(live, idHash);
  }

  async findAgain(sessionId: string): Promise<MemberPrincipal | undefined> {
    const idHash = hashToken(sessionId);
    const live = await this.sessionRows.findLive(idHash, this.sessions.limits());
    return live && memberOf(live, idHash);
  }

  worksFor(sessionId: string, companyId: number): Promise<boolean> {
    return this.sessionRows.worksFor(hashToken(sessionId), companyId, this.sessions.limits());
  }

  async describe(by: MemberPrincipal): Promise<SessionView> {
    const { email, locale } = await this.accounts.get(by.accountId);
    const { id, name, role, permissions } = await this.members.find(by.company.id, by.memberId, this.clock.now());
    const secondFactor = (await this.factors.of(by.accountId)) !== undefined;
    // The company of a session that has just begun is not that of the request.
    const company = await this.db.cells.within(by.company.cell, () => this.companies.get(by.company.id));
    return {
      id: by.session.id,
      member: { id, name, email, role, permissions, locale, secondFactor },
      company: presentCompany(company),
      ...(company.kind === 'Sandbox' && { clockOffset: company.clockOffset }),
      companies: await this.members.memberships(by.accountId),
      confirmedAt: by.session.confirmedAt.toISOString(),
      confirmed: isConfirmed(by.session.confirmedAt, this.clock.now()),
      expiresAt: by.session.expiresAt.toISOString(),
      webhooksEnabled: this.env.WEBHOOKS_ENABLED,
      webhooksAllowHttp: this.env.WEBHOOK_ALLOW_HTTP,
      sendsMail: this.env.SMTP_URL !== undefined && by.company.kind === 'Production',
      upgradeUrl: this.env.UPGRADE_URL ?? null,
    };
  }

  /** Step-up: the person types the password again. @throws Problem 401 sign_in_failed, 429 too_many_attempts */
  async confirm(by: SignedInMember, { password }: ConfirmPassword): Promise<SessionView> {
    const account = await this.accounts.get(by.accountId);
    await this.credentials.checkPassword(account, password, by);
    const confirmedAt = this.clock.now();
    await this.uow.run((tx) => this.sessionRows.confirm(tx, by.session.idHash, confirmedAt));
    return this.describe({ ...by, session: { ...by.session, confirmedAt } });
  }

  /** Ends the session that a browser replaces by another one, if it is still live. */
  async leave(sessionId: string, origin: Origin): Promise<void> {
    const by = await this.find(sessionId);
    if (by) await this.sessions.signOut({ ...by, origin });
  }

  private async trySignIn(shown: SignIn, origin: Origin): Promise<StartedSession> {
    const { account, proof } = await this.credentials.check(shown, origin, async () => {
      const known = await this.accounts.findByEmail(shown.email);
      return known && (await this.memberFor(known.id)) ? known : undefined;
    });
    const { id: accountId, email } = account;
    const member = await this.memberFor(accountId);
    if (!member) throw new Problem('sign_in_failed');
    return this.uow.run((tx) => this.sessions.start(tx, { ...member, accountId, email }, proof, origin));
  }

  /** The member as which an account signs in; undefined when it has no active membership. */
  private async memberFor(accountId: number): Promise<AccountMember | undefined> {
    const [member] = await this.members.ofAccount(accountId);
    return member?.status === 'Active' ? member : undefined;
  }
}

const memberOf = (live: LiveSession, idHash: Buffer): MemberPrincipal => ({
  kind: 'member',
  company: companyOfRow(live),
  memberId: live.memberId,
  accountId: live.accountId,
  permissions: live.permissions,
  label: actorLabel('member', live.email),
  session: { id: live.id, idHash, confirmedAt: live.confirmedAt, expiresAt: live.expiresAt },
});

/** Switches a person between their companies: a session is in one company at a time. */
@Injectable()
export class CompanySwitchService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Ends the session and starts one with another id in the other company.
   * @throws Problem 404 without an active membership there; 401 session_missing when the session was ended in the meantime
   */
  switchTo(by: SignedInMember, { memberId }: SwitchCompany): Promise<StartedSession> {
    return this.uow.run(async (tx) => {
      const member = (await this.members.ofAccount(by.accountId, tx)).find((each) => each.memberId === memberId);
      if (member?.status !== 'Active')
        throw new Problem('not_found', 'You are not an active member of a company with this id.');
      const { email } = await this.accounts.get(by.accountId, tx);
      return this.sessions.move(tx, by, { ...member, accountId: by.accountId, email });
    });
  }
}
