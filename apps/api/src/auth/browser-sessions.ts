import type { SessionList } from '@billhook/contract/session';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/problems';
import type { Clock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import { randomText } from '@billhook/platform/ids';
import { Inject, Injectable } from '@nestjs/common';
import type { MemberPrincipal, Origin, Principal } from '../access/principal.js';
import { actorOf, memberActor } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { CLOCK, ENV } from '../platform/tokens.js';
import { hashToken } from './session-token.js';
import { SessionsRepository, type EndedSession, type SessionLimits } from './sessions.repository.js';
import { softwareOf } from './user-agent.js';

/** 43 base62 characters are 256 bits. */
const SESSION_ID_LENGTH = 43;

export interface StartedSession {
  /** What the cookie holds. */
  readonly id: string;
  readonly expiresAt: Date;
}

type By = MemberPrincipal & Principal;

/** The signed-in browsers of a person. */
@Injectable()
export class BrowserSessions {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly sessions: SessionsRepository,
    private readonly audit: AuditLog,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Starts a session with a new id, which is audited.
   * @param member whose it is; they have just shown who they are
   * @param was the one that it takes the place of: it ends no later, and its password was typed no later
   */
  async start(
    tx: Tx,
    member: { readonly companyId: number; readonly memberId: number; readonly email: string },
    origin: Origin,
    was?: { readonly confirmedAt: Date; readonly expiresAt: Date },
  ): Promise<StartedSession> {
    const now = this.clock.now();
    const id = randomText(SESSION_ID_LENGTH);
    const expiresAt = was?.expiresAt ?? new Date(now.getTime() + this.env.SESSION_MAX_HOURS * 3_600_000);
    await this.sessions.insert(tx, {
      idHash: hashToken(id),
      memberId: member.memberId,
      createdAt: now,
      lastSeenAt: now,
      confirmedAt: was?.confirmedAt ?? now,
      expiresAt,
      ip: origin.ip,
      userAgent: origin.userAgent,
    });
    await this.audit.record(tx, memberActor(member, origin), 'session.started', null);
    return { id, expiresAt };
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

  /** @throws Problem 404, also for another person's */
  async end(by: By, id: number): Promise<void> {
    await this.uow.run(async (tx) => {
      const ended = await this.sessions.end(tx, by.accountId, { only: id }, this.limits());
      if (ended.length === 0) throw new Problem('not_found', 'There is no such session.');
      await this.tell(tx, by, ended);
    });
  }

  /** All but the one that asks. @returns how many */
  endOthers(by: By): Promise<number> {
    return this.uow.run(async (tx) => {
      const ended = await this.sessions.end(tx, by.accountId, { except: by.session.id }, this.limits());
      await this.tell(tx, by, ended);
      return ended.length;
    });
  }

  /**
   * For a new password: all of an account, and the webhook portals that they have opened.
   * @param except the one in which it was changed
   * @returns how many
   */
  async endAll(tx: Tx, accountId: number, except?: number): Promise<number> {
    const limits = this.limits();
    await this.sessions.closePortals(tx, accountId, limits.now);
    return (await this.sessions.end(tx, accountId, except === undefined ? {} : { except }, limits)).length;
  }

  limits(): SessionLimits {
    const now = this.clock.now();
    return { now, idleSince: new Date(now.getTime() - this.env.SESSION_IDLE_MINUTES * 60_000) };
  }

  /** Each in the log of its own company, which they come in the order of. */
  private async tell(tx: Tx, by: By, ended: readonly EndedSession[]): Promise<void> {
    for (const { id, companyId, ip, userAgent } of ended) {
      const actor = companyId === by.company.id ? actorOf(by) : { ...actorOf(by), companyId, memberId: null };
      await this.audit.record(tx, actor, 'session.ended', `session ${id}`, { ip, userAgent });
    }
  }
}
