import type {
  CreateServiceMember,
  ListMembers,
  MemberList,
  MemberView,
  OwnerList,
  UpdateMember,
} from '@billhook/contract/identity/member';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { heldBeyond, permissionsOf } from '@billhook/domain/identity/member';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { changesOf } from '@billhook/identity/audit/changes-of';
import { memberTarget, nameAndEmail, presentMember } from '@billhook/identity/members/member.presenter';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import { requireStepUp } from '../../access/step-up.rules.js';
import type { Principal, SignedInMember } from '../../request/principal.js';
import { actorOf } from '../audit/actor-of.rules.js';
import { CallerRightsService } from './caller-rights.service.js';
import { MEMBER_CHANGED_EFFECTS, type MemberChangedEffect } from './member-changed.effect.js';
import { MemberLockService } from './member-lock.service.js';
import { checkGrant, rejectOwn } from './member.rules.js';

@Injectable()
export class MembersService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly members: MembersRepository,
    private readonly locks: MemberLockService,
    private readonly callers: CallerRightsService,
    private readonly audit: AuditLog,
    @Inject(MEMBER_CHANGED_EFFECTS) private readonly effects: readonly MemberChangedEffect[],
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(COMPANY_TIME) private readonly time: Clock,
  ) {}

  async list(by: SignedInMember, query: ListMembers): Promise<MemberList> {
    return { data: (await this.members.list(by.company.id, query, this.time.now())).map(presentMember) };
  }

  /** Removed members as well. @throws Problem 404 */
  async get(by: SignedInMember, id: number): Promise<MemberView> {
    return presentMember(await this.members.find(by.company.id, id, this.time.now()));
  }

  /** Lists the owners, so that members know who can change owner-only settings. */
  async owners({ company }: Principal): Promise<OwnerList> {
    return { data: await this.members.owners(company.id) };
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
      return presentMember(await this.members.find(companyId, id, this.time.now(), tx));
    });
  }

  /**
   * A role alone sets its preset; permissions replace the preset. Holds from the next request on.
   * @throws Problem 404, 403 member_holds_more, step_up_required for more permissions, 409, 422
   */
  update(by: SignedInMember, id: number, { name, ...rights }: UpdateMember): Promise<MemberView> {
    return this.uow.run(async (tx) => {
      const { member: before, caller } = await this.locks.lock(tx, by, id);
      const { kind } = before;
      const after = { ...before, name: name ?? before.name };
      if (rights.role !== undefined || rights.permissions !== undefined) {
        const given = { ...rights, role: rights.role ?? before.role };
        checkGrant(caller, kind, given);
        Object.assign(after, { role: given.role, permissions: permissionsOf(kind, given) });
      }
      const changed = changesOf(before, after, ['name', 'role', 'permissions']);
      if (Object.keys(changed).length === 0) return presentMember(before);
      if ('role' in changed || 'permissions' in changed) rejectOwn(by, before);
      if (heldBeyond(after.permissions, before.permissions).length > 0) requireStepUp(by, this.clock.now());
      await this.members.update(tx, after);
      if ('permissions' in changed) for (const effect of this.effects) effect.memberChanged(tx, id);
      await this.audit.record(tx, actorOf(by), 'member.updated', memberTarget(id), {
        ...nameAndEmail(before),
        changed,
      });
      return presentMember(after);
    });
  }
}
