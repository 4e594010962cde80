import type { MemberView } from '@billhook/contract/identity/member';
import type { EndedSessions } from '@billhook/contract/identity/session';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import type { AuditAction } from '@billhook/domain/identity/audit';
import type { MemberStatus } from '@billhook/domain/identity/company';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import type { MemberPrincipal, Principal } from '../../request/principal.js';
import { actorOf } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { BrowserSessions } from '../auth/browser-sessions.js';
import { KeyEnding } from '../keys/key-ending.js';
import { CLOCK } from '@billhook/platform/tokens';
import { memberTarget, named } from './member-audit.js';
import { MemberRules, refuseOwn } from './member-rules.js';
import { presentMember } from './member.presenter.js';
import { MembersRepository } from '@billhook/identity/members/members.repository';

type Manager = MemberPrincipal & Principal;

const REMOVED = 'The member was removed';

/** Whether a member may do anything at all. Keys and browsers are told with their next request: each asks for its member as it is then. */
@Injectable()
export class MemberLifeService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly members: MembersRepository,
    private readonly rules: MemberRules,
    private readonly keys: KeyEnding,
    private readonly sessions: BrowserSessions,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Their keys stop until they are reactivated; their browsers are signed out, and stay it. @throws Problem 404, 403, 409 */
  deactivate(by: Manager, id: number): Promise<MemberView> {
    return this.to(by, id, 'Deactivated', 'member.deactivated', async (tx) => ({
      sessions: await this.sessions.endAll(tx, { memberId: id }),
    }));
  }

  /** @throws Problem 404, 403, 409 */
  reactivate(by: Manager, id: number): Promise<MemberView> {
    return this.to(by, id, 'Active', 'member.reactivated', async () => ({}));
  }

  /** Permanent: their keys are revoked, and a person who comes back is a new member. @throws Problem 404, 403, 409 */
  remove(by: Manager, id: number): Promise<MemberView> {
    return this.to(by, id, 'Removed', 'member.removed', async (tx) => ({
      sessions: await this.sessions.endAll(tx, { memberId: id }),
      keys: await this.keys.endOfMember(tx, id, { actor: actorOf(by), reason: REMOVED, action: 'api_key.revoked' }),
    }));
  }

  /** Signs them out of this company everywhere. @throws Problem 404, 403, 409 */
  endSessions(by: Manager, id: number): Promise<EndedSessions> {
    return this.uow.run(async (tx) => {
      const { member } = await this.rules.lock(tx, by, id);
      const ended = await this.sessions.endAll(tx, { memberId: id });
      const details = { ...named(member), sessions: ended };
      if (ended > 0) await this.audit.record(tx, actorOf(by), 'session.ended', memberTarget(id), details);
      return { ended };
    });
  }

  /** @param effects what else is done, and what the audit log tells of it */
  private to(
    by: Manager,
    id: number,
    status: MemberStatus,
    action: AuditAction,
    effects: (tx: Tx) => Promise<Readonly<Record<string, number>>>,
  ): Promise<MemberView> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const { member } = await this.rules.lock(tx, by, id, status);
      if (member.status === status) return presentMember(member);
      refuseOwn(by, member);
      // Before the member is another: their keys end as what they were until now.
      const details = { ...named(member), ...(await effects(tx)) };
      await this.members.update(tx, { ...member, status });
      await this.audit.record(tx, actorOf(by), action, memberTarget(id), details);
      return presentMember(await this.members.find(by.company.id, id, now, tx));
    });
  }
}
