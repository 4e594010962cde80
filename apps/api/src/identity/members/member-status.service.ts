import type { MemberView } from '@billhook/contract/identity/member';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import type { Actor } from '@billhook/identity/audit/actor';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { SandboxesRepository } from '@billhook/identity/companies/sandboxes.repository';
import { memberTarget, nameAndEmail, presentMember } from '@billhook/identity/members/member.presenter';
import { MembersRepository, type MemberRow } from '@billhook/identity/members/members.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import type { SignedInMember } from '../../request/principal.js';
import { actorOf } from '../audit/actor-of.rules.js';
import { MEMBER_CHANGED_EFFECTS, type MemberChangedEffect } from './member-changed.effect.js';
import { MEMBER_LEFT_EFFECTS, type MemberDeparture, type MemberLeftEffect } from './member-left.effect.js';
import { MemberLockService } from './member-lock.service.js';
import { rejectOwn } from './member.rules.js';

const ACTIONS = {
  Active: 'member.reactivated',
  Deactivated: 'member.deactivated',
  Removed: 'member.removed',
} as const;

/** Deactivates, reactivates and removes members, also in the sandboxes of the company. Keys and sessions notice on their next request: each reads its member again. */
@Injectable()
export class MemberStatusService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly members: MembersRepository,
    private readonly sandboxes: SandboxesRepository,
    private readonly locks: MemberLockService,
    private readonly audit: AuditLog,
    @Inject(MEMBER_LEFT_EFFECTS) private readonly effects: readonly MemberLeftEffect[],
    @Inject(MEMBER_CHANGED_EFFECTS) private readonly changes: readonly MemberChangedEffect[],
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Their keys stop until they are reactivated, and their sessions end. @throws Problem 404, 403, 409 */
  deactivate(by: SignedInMember, id: number): Promise<MemberView> {
    return this.change(by, id, 'Deactivated');
  }

  /** @throws Problem 404, 403, 409 */
  reactivate(by: SignedInMember, id: number): Promise<MemberView> {
    return this.change(by, id, 'Active');
  }

  /** Permanent: their keys are revoked, and a person who returns becomes a new member. @throws Problem 404, 403, 409 */
  remove(by: SignedInMember, id: number): Promise<MemberView> {
    return this.change(by, id, 'Removed');
  }

  private change(by: SignedInMember, id: number, status: keyof typeof ACTIONS): Promise<MemberView> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const { member } = await this.locks.lock(tx, by, id, status);
      if (member.status === status) return presentMember(member);
      rejectOwn(by, member);
      const inSandboxes = await this.sandboxes.lockMembersOf(tx, member);
      await this.set(tx, { ...member, deactivatedWithCompany: false }, status, actorOf(by));
      // In the order of the companies, which is that of the locks of their audit logs.
      for (const { id: memberId, companyId } of inSandboxes) {
        const each = await this.members.find(companyId, memberId, now, tx);
        const actor = { ...actorOf(by), companyId, memberId: null };
        const isSeparate = status === 'Active' && !each.deactivatedWithCompany;
        if (each.status === status || isSeparate) continue;
        await this.set(tx, { ...each, deactivatedWithCompany: status === 'Deactivated' }, status, actor);
      }
      return presentMember(await this.members.find(by.company.id, id, now, tx));
    });
  }

  private async set(tx: Tx, member: MemberRow, status: keyof typeof ACTIONS, actor: Actor): Promise<void> {
    const { id } = member;
    const details: Record<string, unknown> = nameAndEmail(member);
    if (status !== 'Active') {
      const departure: MemberDeparture = { memberId: id, status, actor };
      // Before the status changes: the audit entries of keys state what the keys were until now.
      for (const effect of this.effects) Object.assign(details, await effect.memberLeft(tx, departure));
    }
    await this.members.update(tx, { ...member, status });
    for (const change of this.changes) change.memberChanged(tx, id);
    await this.audit.record(tx, actor, ACTIONS[status], memberTarget(id), details);
  }
}
