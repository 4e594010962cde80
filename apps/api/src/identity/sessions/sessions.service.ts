import { SessionRow, type EndedSessions, type SessionList } from '@billhook/contract/identity/session';
import { present } from '@billhook/contract/shared/present';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { memberActor, type Origin } from '@billhook/identity/audit/actor';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { SecondFactorsRepository } from '@billhook/identity/auth/second-factors.repository';
import {
  SessionsRepository,
  type EndedSession,
  type SessionLimits,
  type SessionOwner,
  type WhichSessions,
} from '@billhook/identity/auth/sessions.repository';
import { memberTarget, nameAndEmail } from '@billhook/identity/members/member.presenter';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { randomText } from '@billhook/platform/ids';
import { Inject, Injectable } from '@nestjs/common';
import { softwareOf } from '../../request/origin.rules.js';
import type { SignedInMember } from '../../request/principal.js';
import { actorOf } from '../audit/actor-of.rules.js';
import type { MemberDeparture, MemberLeftEffect } from '../members/member-left.effect.js';
import { MemberLockService } from '../members/member-lock.service.js';
import { hashToken } from './hash-token.js';
import { SESSIONS_ENDED_EFFECTS, type SessionsEndedEffect } from './sessions-ended.effect.js';

/** 43 base62 characters are 256 bits. */
const SESSION_ID_LENGTH = 43;

export interface StartedSession {
  /** The value of the cookie. */
  readonly id: string;
  readonly expiresAt: Date;
}

/** The credentials that a person has shown, as they were when they were checked. */
export interface SignInProof {
  readonly passwordHash: string;
  /** When the second factor that was shown was confirmed; undefined when the account has none. */
  readonly secondFactorSince: Date | undefined;
}

/** The member as which a person signs in. */
export interface SessionMember {
  readonly accountId: number;
  readonly companyId: number;
  readonly memberId: number;
  readonly email: string;
}

/**
 * The only place where sessions start and end. Both lock the account or the member, so that no session starts while its credentials
 * change, and none survives their end.
 */
@Injectable()
export class SessionsService implements MemberLeftEffect {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly sessions: SessionsRepository,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly memberRules: MemberLockService,
    private readonly factors: SecondFactorsRepository,
    private readonly audit: AuditLog,
    @Inject(SESSIONS_ENDED_EFFECTS) private readonly effects: readonly SessionsEndedEffect[],
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Starts a session with a new id and audits it.
   * @param proof checked again here: it may have changed since, as hashing a password takes time
   * @throws Problem 401 sign_in_failed, second_factor_required
   */
  async start(tx: Tx, member: SessionMember, proof: SignInProof, origin: Origin): Promise<StartedSession> {
    if (!(await this.hold(tx, member, proof.passwordHash))) throw new Problem('sign_in_failed');
    // Read once the account is locked: setting a second factor locks it as well.
    const since = (await this.factors.find(member.accountId, tx))?.confirmedAt;
    if (since && since.getTime() !== proof.secondFactorSince?.getTime()) throw new Problem('second_factor_required');
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + this.env.SESSION_MAX_HOURS * 3_600_000);
    return this.insert(tx, member, origin, { confirmedAt: now, expiresAt });
  }

  /**
   * Replaces the calling session by one in another company, with the same expiry and password confirmation.
   * @throws Problem 404 when they are not an active member there; 401 session_missing when it was ended in the meantime
   */
  async move(tx: Tx, by: SignedInMember, to: SessionMember): Promise<StartedSession> {
    if (!(await this.hold(tx, to)))
      throw new Problem('not_found', 'You are not an active member of a company with this id.');
    if (!(await this.sessions.delete(tx, by.session.idHash))) throw new Problem('session_missing');
    const end = () => this.audit.record(tx, actorOf(by), 'session.ended', null);
    // An audit entry locks the log of its company: in one order of companies, so that two moves do not deadlock.
    if (by.company.id <= to.companyId) await end();
    const started = await this.insert(tx, to, by.origin, by.session);
    if (by.company.id > to.companyId) await end();
    return started;
  }

  /** The live sessions of the person in all companies, the calling one first. */
  async list(by: SignedInMember): Promise<SessionList> {
    const rows = await this.sessions.listLive(by.accountId, this.limits());
    const data = rows.map((row) =>
      present(SessionRow, row, {
        ...softwareOf(row.userAgent),
        current: row.id === by.session.id,
        company: { id: row.companyId, name: row.companyName },
      }),
    );
    return { data: data.sort((a, b) => Number(b.current) - Number(a.current)) };
  }

  /** How many sessions a member has in its company. */
  count(memberId: number): Promise<number> {
    return this.sessions.countLive(memberId, this.limits());
  }

  /** @throws Problem 404, also for another person's */
  async end(by: SignedInMember, id: number): Promise<void> {
    await this.uow.run(async (tx) => {
      const ended = await this.endThose(tx, by, { only: id });
      if (ended.length === 0) throw new Problem('not_found', 'There is no such session.');
      await this.auditEnds(tx, by, ended);
    });
  }

  /** Ends the calling session, if it has not ended already. A webhook portal stays open: the person leaves it on purpose. */
  async signOut(by: SignedInMember): Promise<void> {
    await this.uow.run(async (tx) => {
      if (await this.sessions.delete(tx, by.session.idHash))
        await this.audit.record(tx, actorOf(by), 'session.ended', null);
    });
  }

  /** Ends all sessions of the person except the calling one. @returns how many */
  endOthers(by: SignedInMember): Promise<number> {
    return this.uow.run(async (tx) => {
      const ended = await this.endThose(tx, by, { except: by.session.id });
      await this.auditEnds(tx, by, ended);
      return ended.length;
    });
  }

  /** Signs another member out of the company. @throws Problem 404, 403, 409 */
  endOfMember(by: SignedInMember, id: number): Promise<EndedSessions> {
    return this.uow.run(async (tx) => {
      const { member } = await this.memberRules.lock(tx, by, id);
      const ended = await this.endAll(tx, { memberId: id });
      const details = { ...nameAndEmail(member), sessions: ended };
      if (ended > 0) await this.audit.record(tx, actorOf(by), 'session.ended', memberTarget(id), details);
      return { ended };
    });
  }

  async memberLeft(tx: Tx, { memberId }: MemberDeparture): Promise<{ readonly sessions: number }> {
    return { sessions: await this.endAll(tx, { memberId }) };
  }

  /**
   * Ends all sessions of an account, or of a member that the caller has locked. The caller audits it.
   * @param except the calling session
   * @returns how many
   */
  async endAll(tx: Tx, owner: SessionOwner, except?: number): Promise<number> {
    return (await this.endThose(tx, owner, except === undefined ? {} : { except })).length;
  }

  limits(): SessionLimits {
    const now = this.clock.now();
    return { now, idleSince: new Date(now.getTime() - this.env.SESSION_IDLE_MINUTES * 60_000) };
  }

  /** Whether the person may be signed in now. Locks member and account until the transaction ends. */
  private async hold(
    tx: Tx,
    { accountId, companyId, memberId }: SessionMember,
    passwordHash?: string,
  ): Promise<boolean> {
    const { status } = await this.members.lockForShare(tx, companyId, memberId);
    return status === 'Active' && this.accounts.enter(tx, accountId, memberId, passwordHash);
  }

  private async insert(
    tx: Tx,
    member: SessionMember,
    origin: Origin,
    { confirmedAt, expiresAt }: { readonly confirmedAt: Date; readonly expiresAt: Date },
  ): Promise<StartedSession> {
    const now = this.clock.now();
    const id = randomText(SESSION_ID_LENGTH);
    await this.sessions.insert(tx, {
      idHash: hashToken(id),
      memberId: member.memberId,
      createdAt: now,
      lastSeenAt: now,
      confirmedAt,
      expiresAt,
      ip: origin.ip,
      userAgent: origin.userAgent,
    });
    await this.audit.record(tx, memberActor(member, origin), 'session.started', null);
    return { id, expiresAt };
  }

  private async endThose(tx: Tx, owner: SessionOwner, which: WhichSessions): Promise<EndedSession[]> {
    const limits = this.limits();
    if ('accountId' in owner) await this.accounts.lock(tx, owner.accountId);
    for (const effect of this.effects) await effect.sessionsEnded(tx, owner, limits.now);
    return this.sessions.end(tx, owner, which, limits);
  }

  /** Audits each in its own company, in the order of companies in which they come. */
  private async auditEnds(tx: Tx, by: SignedInMember, ended: readonly EndedSession[]): Promise<void> {
    for (const { id, companyId, ip, userAgent } of ended) {
      const actor = companyId === by.company.id ? actorOf(by) : { ...actorOf(by), companyId, memberId: null };
      await this.audit.record(tx, actor, 'session.ended', `session ${id}`, { ip, userAgent });
    }
  }
}
