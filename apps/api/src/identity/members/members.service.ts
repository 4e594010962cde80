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
import type { MemberPrincipal, Principal } from '../../request/principal.js';
import { requireStepUp } from '../../access/step-up.js';
import { actorOf } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { changesOf } from '../audit/changes.js';
import { CLOCK } from '@billhook/platform/tokens';
import { CallerRights } from './caller-rights.js';
import { memberTarget, named } from './member-audit.js';
import { checkGrant, MemberRules, refuseOwn } from './member-rules.js';
import { presentMember } from './member.presenter.js';
import { MembersRepository } from '@billhook/identity/members/members.repository';

type Manager = MemberPrincipal & Principal;

@Injectable()
export class MembersService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly members: MembersRepository,
    private readonly rules: MemberRules,
    private readonly callers: CallerRights,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(by: Manager, query: ListMembers): Promise<MemberList> {
    return { data: (await this.members.list(by.company.id, query, this.clock.now())).map(presentMember) };
  }

  /** Removed ones too. @throws Problem 404 */
  async get(by: Manager, id: number): Promise<MemberView> {
    return presentMember(await this.members.find(by.company.id, id, this.clock.now()));
  }

  /** A member who cannot sign in. @throws Problem 422 for permissions that no key can carry, or that the maker does not hold */
  createService(by: Manager, { name, ...rights }: CreateServiceMember): Promise<MemberView> {
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
   * A role alone gives its preset; permissions beside it, or alone, are given instead. What is taken away is gone with the next request.
   * @throws Problem 404, 403 member_holds_more, step_up_required for more permissions, 409, 422
   */
  update(by: Manager, id: number, { name, ...rights }: UpdateMember): Promise<MemberView> {
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
      if ('role' in changed || 'permissions' in changed) refuseOwn(by, before);
      if (heldBeyond(after.permissions, before.permissions).length > 0) requireStepUp(by, this.clock.now());
      await this.members.update(tx, after);
      await this.audit.record(tx, actorOf(by), 'member.updated', memberTarget(id), { ...named(before), changed });
      return presentMember(after);
    });
  }
}
