import type {
  CreateServiceMember,
  ListMembers,
  MemberList,
  MemberView,
  UpdateMember,
} from '@billhook/contract/identity/member';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { heldBeyond, permissionsOf } from '@billhook/domain/identity/members';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import type { SignedInMember } from '../../request/principal.js';
import { requireStepUp } from '../../access/step-up.rules.js';
import { actorOf } from '../audit/actor-of.js';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { changesOf } from '@billhook/identity/audit/changes-of';
import { CLOCK } from '@billhook/platform/tokens';
import { CallerRightsService } from './caller-rights.service.js';
import { checkGrant, MemberRules, rejectOwn } from './member.rules.js';
import { memberTarget, nameAndEmail, presentMember } from './member.presenter.js';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import { MEMBER_LEFT_EFFECTS, type MemberDeparture, type MemberLeftEffect } from './member-left.effect.js';

@Injectable()
export class MembersService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly members: MembersRepository,
    private readonly rules: MemberRules,
    private readonly callers: CallerRightsService,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(by: SignedInMember, query: ListMembers): Promise<MemberList> {
    return { data: (await this.members.list(by.company.id, query, this.clock.now())).map(presentMember) };
  }

  /** Removed members as well. @throws Problem 404 */
  async get(by: SignedInMember, id: number): Promise<MemberView> {
    return presentMember(await this.members.find(by.company.id, id, this.clock.now()));
  }

  /** Creates a member who cannot sign in. @throws Problem 422 for permissions that no key can carry or the caller does not hold */
  createService(by: SignedInMember, { name, ...rights }: CreateServiceMember): Promise<MemberView> {
    const { role } = rights;
    const permissions = permissionsOf('Service', rights);
    const createdAt = this.clock.now();
    return this.uow.run(async (tx) => {
      checkGrant(await this.callers.current(tx, by, 'member.manage'), 'Service', rights);
      const member = { kind: 'Service', name, role, permissions } as const;
      const companyId = by.company.id;
      const id = await this.members.insert(tx, { ...member, companyId, accountId: null, status: 'Active', createdAt });
      await this.audit.record(tx, actorOf(by), 'member.created', memberTarget(id), member);
      return presentMember(await this.members.find(companyId, id, createdAt, tx));
    });
  }

  /**
   * A role alone sets its preset; permissions replace the preset. Holds from the next request on.
   * @throws Problem 404, 403 member_holds_more, step_up_required for more permissions, 409, 422
   */
  update(by: SignedInMember, id: number, { name, ...rights }: UpdateMember): Promise<MemberView> {
    return this.uow.run(async (tx) => {
      const { member: before, manager } = await this.rules.lock(tx, by, id);
      const { kind } = before;
      const after = { ...before, name: name ?? before.name };
      if (rights.role !== undefined || rights.permissions !== undefined) {
        const given = { ...rights, role: rights.role ?? before.role };
        checkGrant(manager, kind, given);
        Object.assign(after, { role: given.role, permissions: permissionsOf(kind, given) });
      }
      const changed = changesOf(before, after, ['name', 'role', 'permissions']);
      if (Object.keys(changed).length === 0) return presentMember(before);
      if ('role' in changed || 'permissions' in changed) rejectOwn(by, before);
      if (heldBeyond(after.permissions, before.permissions).length > 0) requireStepUp(by, this.clock.now());
      await this.members.update(tx, after);
      await this.audit.record(tx, actorOf(by), 'member.updated', memberTarget(id), {
        ...nameAndEmail(before),
        changed,
      });
      return presentMember(after);
    });
  }
}

const ACTIONS = {
  Active: 'member.reactivated',
  Deactivated: 'member.deactivated',
  Removed: 'member.removed',
} as const;

/** Deactivates, reactivates and removes members. Keys and sessions notice on their next request: each reads its member again. */
@Injectable()
export class MemberStatusService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly members: MembersRepository,
    private readonly rules: MemberRules,
    private readonly audit: AuditLog,
    @Inject(MEMBER_LEFT_EFFECTS) private readonly effects: readonly MemberLeftEffect[],
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

  /** For good: their keys are revoked, and a person who comes back is a new member. @throws Problem 404, 403, 409 */
  remove(by: SignedInMember, id: number): Promise<MemberView> {
    return this.change(by, id, 'Removed');
  }

  private change(by: SignedInMember, id: number, status: keyof typeof ACTIONS): Promise<MemberView> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const { member } = await this.rules.lock(tx, by, id, status);
      if (member.status === status) return presentMember(member);
      rejectOwn(by, member);
      const details: Record<string, unknown> = nameAndEmail(member);
      if (status !== 'Active') {
        const departure: MemberDeparture = { memberId: id, status, actor: actorOf(by) };
        // Before the status changes: the audit entries of keys state what the keys were until now.
        for (const effect of this.effects) Object.assign(details, await effect.memberLeft(tx, departure));
      }
      await this.members.update(tx, { ...member, status });
      await this.audit.record(tx, actorOf(by), ACTIONS[status], memberTarget(id), details);
      return presentMember(await this.members.find(by.company.id, id, now, tx));
    });
  }
}
