import type { ConfirmPassword, SessionView, SignIn } from '@billhook/contract/session';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/problems';
import type { Clock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import { randomText } from '@billhook/platform/ids';
import { presentCompany } from '@billhook/records/companies/company.presenter';
import { Inject, Injectable } from '@nestjs/common';
import { SessionLookup } from '../access/lookups.js';
import type { MemberPrincipal, Origin, Principal } from '../access/principal.js';
import { actorOf, memberActor } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { CompaniesService } from '../companies/companies.service.js';
import { MembersRepository } from '../members/members.repository.js';
import { CLOCK, ENV } from '../platform/tokens.js';
import { verifyPassword } from './passwords.js';
import { hashToken } from './session-token.js';
import { SessionsRepository } from './sessions.repository.js';

/** 43 base62 characters are 256 bits. */
const SESSION_ID_LENGTH = 43;
/** A request moves last_seen_at at most this often: no write per request. */
const TOUCH_EVERY_MS = 60_000;

export interface StartedSession {
  readonly id: string;
  readonly idHash: Buffer;
  readonly expiresAt: Date;
}

@Injectable()
export class AuthService extends SessionLookup {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly sessions: SessionsRepository,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly companies: CompaniesService,
    private readonly audit: AuditLog,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
  }

  /** Starts a session with a new id. @throws Problem 401 sign_in_failed, alike for unknown accounts */
  async signIn({ email, password }: SignIn, origin: Origin): Promise<StartedSession> {
    const account = await this.accounts.findByEmail(email);
    const right = await verifyPassword(account?.passwordHash, password);
    const [member] = account ? await this.members.ofAccount(account.id) : [];
    if (!account || !member) throw new Problem('sign_in_failed');
    const actor = memberActor({ ...member, email: account.email }, origin);
    if (!right || member.status !== 'Active') {
      await this.uow.run((tx) => this.audit.record(tx, actor, 'session.failed', null));
      throw new Problem('sign_in_failed');
    }
    const now = this.clock.now();
    const id = randomText(SESSION_ID_LENGTH);
    const idHash = hashToken(id);
    const expiresAt = new Date(now.getTime() + this.env.SESSION_MAX_HOURS * 3_600_000);
    await this.uow.run(async (tx) => {
      await this.sessions.insert(tx, {
        idHash,
        memberId: member.memberId,
        createdAt: now,
        lastSeenAt: now,
        confirmedAt: now,
        expiresAt,
        ip: origin.ip,
        userAgent: origin.userAgent,
      });
      await this.audit.record(tx, actor, 'session.started', null);
    });
    return { id, idHash, expiresAt };
  }

  /** The session's member and what they may do now. */
  async find(sessionId: string): Promise<MemberPrincipal | undefined> {
    const idHash = hashToken(sessionId);
    const now = this.clock.now();
    const idleSince = new Date(now.getTime() - this.env.SESSION_IDLE_MINUTES * 60_000);
    const live = await this.sessions.findLive(idHash, now, idleSince);
    if (!live) return undefined;
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
    return {
      id: by.session.id,
      member: { id, name, email, role, permissions, locale, secondFactor: false },
      company: presentCompany(await this.companies.get(by.company.id)),
      companies: await this.members.memberships(by.accountId),
      confirmedAt: by.session.confirmedAt.toISOString(),
      expiresAt: by.session.expiresAt.toISOString(),
      webhooksEnabled: this.env.WEBHOOKS_ENABLED,
      webhooksAllowHttp: this.env.WEBHOOK_ALLOW_HTTP,
      sendsMail: this.env.SMTP_URL !== undefined,
    };
  }

  /** Step-up: the password is typed again. @throws Problem 401 sign_in_failed */
  async confirm(by: MemberPrincipal, { password }: ConfirmPassword): Promise<SessionView> {
    const account = await this.accounts.get(by.accountId);
    if (!(await verifyPassword(account.passwordHash, password)))
      throw new Problem('sign_in_failed', 'The password is wrong.');
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
}
