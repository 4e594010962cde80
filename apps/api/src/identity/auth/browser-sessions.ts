import type { SessionList } from '@billhook/contract/identity/session';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import type { Clock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import { randomText } from '@billhook/platform/ids';
import { Inject, Injectable } from '@nestjs/common';
import type { MemberPrincipal, Origin, Principal } from '../../request/principal.js';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { actorOf, memberActor } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import { CLOCK, ENV } from '@billhook/platform/tokens';
import { SecondFactorsRepository } from '@billhook/identity/auth/second-factors.repository';
import { hashToken } from './session-token.js';
import {
  SessionsRepository,
  type EndedSession,
  type SessionLimits,
  type Whose,
  type WhichSessions,
} from '@billhook/identity/auth/sessions.repository';
import { softwareOf } from '../../request/user-agent.js';

/** 43 base62 characters are 256 bits. */
const SESSION_ID_LENGTH = 43;

export interface StartedSession {
  /** What the cookie holds. */
  readonly id: string;
  readonly expiresAt: Date;
}

type By = MemberPrincipal & Principal;

/** What somebody has shown of an account, as it was when it was checked. */
export interface Proof {
  readonly passwordHash: string;
  /** Since when the account has the second factor that was shown; undefined where it has none. */
  readonly secondFactorSince: Date | undefined;
}

/** As whom somebody signs in. */
export interface Entrant {
  readonly accountId: number;
  readonly companyId: number;
  readonly memberId: number;
  readonly email: string;
}

/**
 * The signed-in browsers of a person: the one place where sessions begin and end. None begins while what lets it in is changed, and none is
 * left over by who ends them: both hold the account, or the member.
 */
@Injectable()
export class BrowserSessions {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly sessions: SessionsRepository,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly factors: SecondFactorsRepository,
    private readonly audit: AuditLog,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Starts a session with a new id, which is audited.
   * @param proof what was shown: a hash takes its time, and meanwhile it may have become worth nothing
   * @throws Problem 401 sign_in_failed, second_factor_required
   */
  async start(tx: Tx, who: Entrant, proof: Proof, origin: Origin): Promise<StartedSession> {
    if (!(await this.hold(tx, who, proof.passwordHash))) throw new Problem('sign_in_failed');
    // Checked under the lock of the account, which code that sets one takes as well.
    const since = (await this.factors.find(who.accountId, tx))?.confirmedAt;
    if (since && since.getTime() !== proof.secondFactorSince?.getTime()) throw new Problem('second_factor_required');
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + this.env.SESSION_MAX_HOURS * 3_600_000);
    return this.insert(tx, who, origin, { confirmedAt: now, expiresAt });
  }

  /**
   * Starts one in another company, instead of the one that asks. It lives no longer, and its password was typed when it was.
   * @throws Problem 404 where they are no active member any more; 401 session_missing when it was ended meanwhile
   */
  async move(tx: Tx, by: By, to: Entrant): Promise<StartedSession> {
    if (!(await this.hold(tx, to)))
      throw new Problem('not_found', 'You are not an active member of a company with this id.');
    if (!(await this.sessions.delete(tx, by.session.idHash))) throw new Problem('session_missing');
    const end = () => this.audit.record(tx, actorOf(by), 'session.ended', null);
    // Each entry holds the log of its company until the end: all take them in one order, so that nobody waits for each other.
    if (by.company.id <= to.companyId) await end();
    const started = await this.insert(tx, to, by.origin, by.session);
    if (by.company.id > to.companyId) await end();
    return started;
  }

  /** Those that are live, in all companies, the one that asks first. */
  async list(by: By): Promise<SessionList> {
    const rows = await this.sessions.listLive(by.accountId, this.limits());
    const data = rows.map(({ companyId, companyName, ...row }) => ({
      ...row,
      ...softwareOf(row.userAgent),
      current: row.id === by.session.id,
      company: { id: companyId, name: companyName },
      createdAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    }));
    return { data: data.sort((a, b) => Number(b.current) - Number(a.current)) };
  }

  /** How many browsers are signed in to one company as a member. */
  count(memberId: number): Promise<number> {
    return this.sessions.countLive(memberId, this.limits());
  }

  /** @throws Problem 404, also for another person's */
  async end(by: By, id: number): Promise<void> {
    await this.uow.run(async (tx) => {
      const ended = await this.endThose(tx, by, { only: id });
      if (ended.length === 0) throw new Problem('not_found', 'There is no such session.');
      await this.tell(tx, by, ended);
    });
  }

  /** The one that asks, which may have been ended meanwhile. A webhook portal outlives it: it is left on purpose, not lost. */
  async signOut(by: By): Promise<void> {
    await this.uow.run(async (tx) => {
      if (await this.sessions.delete(tx, by.session.idHash))
        await this.audit.record(tx, actorOf(by), 'session.ended', null);
    });
  }

  /** All but the one that asks. @returns how many */
  endOthers(by: By): Promise<number> {
    return this.uow.run(async (tx) => {
      const ended = await this.endThose(tx, by, { except: by.session.id });
      await this.tell(tx, by, ended);
      return ended.length;
    });
  }

  /**
   * All of an account, for a new password; or all of a member, whom the caller has locked. What it tells is for the caller to audit.
   * @param except the one in which it was asked for
   * @returns how many
   */
  async endAll(tx: Tx, whose: Whose, except?: number): Promise<number> {
    return (await this.endThose(tx, whose, except === undefined ? {} : { except })).length;
  }

  limits(): SessionLimits {
    const now = this.clock.now();
    return { now, idleSince: new Date(now.getTime() - this.env.SESSION_IDLE_MINUTES * 60_000) };
  }

  /** Whether somebody may be signed in now: they stay an active member, and the account what it is, until the transaction ends. */
  private async hold(tx: Tx, { accountId, companyId, memberId }: Entrant, passwordHash?: string): Promise<boolean> {
    const { status } = await this.members.hold(tx, companyId, memberId);
    return status === 'Active' && this.accounts.enter(tx, accountId, memberId, passwordHash);
  }

  private async insert(
    tx: Tx,
    who: Entrant,
    origin: Origin,
    life: { readonly confirmedAt: Date; readonly expiresAt: Date },
  ): Promise<StartedSession> {
    const now = this.clock.now();
    const id = randomText(SESSION_ID_LENGTH);
    const { confirmedAt, expiresAt } = life;
    await this.sessions.insert(tx, {
      idHash: hashToken(id),
      memberId: who.memberId,
      createdAt: now,
      lastSeenAt: now,
      confirmedAt,
      expiresAt,
      ip: origin.ip,
      userAgent: origin.userAgent,
    });
    await this.audit.record(tx, memberActor(who, origin), 'session.started', null);
    return { id, expiresAt };
  }

  /** Ends sessions, and all webhook portals of whose they are: which of the browsers one was opened from is not kept. */
  private async endThose(tx: Tx, whose: Whose, which: WhichSessions): Promise<EndedSession[]> {
    const limits = this.limits();
    if ('accountId' in whose) await this.accounts.lock(tx, whose.accountId);
    await this.sessions.closePortals(tx, whose, limits.now);
    return this.sessions.end(tx, whose, which, limits);
  }

  /** Each in the log of its own company, which they come in the order of. */
  private async tell(tx: Tx, by: By, ended: readonly EndedSession[]): Promise<void> {
    for (const { id, companyId, ip, userAgent } of ended) {
      const actor = companyId === by.company.id ? actorOf(by) : { ...actorOf(by), companyId, memberId: null };
      await this.audit.record(tx, actor, 'session.ended', `session ${id}`, { ip, userAgent });
    }
  }
}
