import type { CreateSandbox, SandboxList, SandboxView } from '@billhook/contract/installation/sandbox';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { ROLE_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { Problem } from '@billhook/domain/shared/problems';
import { MAX_SANDBOXES } from '@billhook/domain/shared/sandbox-limit';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { CompaniesRepository, type NewCompany } from '@billhook/identity/companies/companies.repository';
import type { Company } from '@billhook/identity/companies/company.entity';
import { SandboxesRepository, type SandboxRow } from '@billhook/identity/companies/sandboxes.repository';
import { holdTenant, lockTenant } from '@billhook/identity/companies/tenants.repository';
import type { Member } from '@billhook/identity/members/member.entity';
import { memberTarget } from '@billhook/identity/members/member.presenter';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import { actorOf } from '../../identity/audit/actor-of.rules.js';
import { CallerRightsService } from '../../identity/members/caller-rights.service.js';
import { SessionsService, type StartedSession } from '../../identity/sessions/sessions.service.js';
import type { SignedInMember } from '../../request/principal.js';
import { CompanyCreationsService } from '../company-creations/company-creations.service.js';
import { CompanyDeletionsService } from '../company-deletions/company-deletions.service.js';
import { invoicingDetails } from './example-records.js';
import { SandboxExamplesService } from './sandbox-examples.service.js';

/** Sandboxes: companies for trying things, which belong to a production company. */
@Injectable()
export class SandboxesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly companies: CompaniesRepository,
    private readonly sandboxes: SandboxesRepository,
    private readonly members: MembersRepository,
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsService,
    private readonly rights: CallerRightsService,
    private readonly creations: CompanyCreationsService,
    private readonly deletions: CompanyDeletionsService,
    private readonly examples: SandboxExamplesService,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The sandboxes of the company, or of the company whose sandbox it is. */
  async list(by: SignedInMember): Promise<SandboxList> {
    const { id, sandboxOf } = await this.companies.get(by.company.id);
    const rows = await this.sandboxes.list(sandboxOf ?? id, by.accountId);
    // Who is only a member of one sandbox learns nothing of the others.
    const isMember = sandboxOf === null || (await this.isActiveIn(by.accountId, sandboxOf));
    return { data: rows.filter((row) => isMember || row.memberStatus === 'Active').map(presentSandbox) };
  }

  /**
   * Creates a sandbox with the details and the plan of the company. The caller becomes its owner.
   * @throws Problem 403; 409 sandbox_of_sandbox, sandbox_limit
   */
  async create(by: SignedInMember, { name, examples }: CreateSandbox): Promise<SandboxView> {
    const createdAt = this.clock.now();
    const company = await this.companies.get(by.company.id);
    const details = detailsOf(examples ? invoicingDetails(company) : company);
    const permissions = [...ROLE_PERMISSIONS.Owner];
    const created = await this.creations.create({
      beside: company.id,
      describe: async (tx) => {
        const chosen = name ?? nameOf(company.name, await this.checkedSandboxes(tx, by));
        return { ...details, kind: 'Sandbox', sandboxOf: company.id, logo: null, name: chosen, createdAt };
      },
      global: async (tx, id) => {
        const { name: person } = await this.members.find(company.id, by.memberId, createdAt, tx);
        return this.join(tx, by, id, { name: person, role: 'Owner', permissions });
      },
      fill: async (tx, { id, company: { name: chosen }, global: memberId }) => {
        if (!examples) return;
        const sandbox = { ...by.company, id, name: chosen, kind: 'Sandbox' } as const;
        const owner = { ...by, memberId, permissions, company: sandbox };
        await this.examples.create(owner, await this.companies.get(id, tx));
      },
      conclude: (tx, { id, company: { name: chosen } }) =>
        this.audit.record(tx, actorOf(by), 'sandbox.created', chosen, { sandboxId: id }),
    });
    const { id, global: memberId } = created;
    return { id, name: created.company.name, createdAt: createdAt.toISOString(), deletesAt: null, memberId };
  }

  /**
   * Moves the session into a sandbox. A member of the company becomes a member of the sandbox, with the same role and permissions.
   * @throws Problem 404, also for a sandbox of another company and for a member who was deactivated there
   */
  open(by: SignedInMember, id: number): Promise<StartedSession> {
    return this.uow.run(async (tx) => {
      const { sandboxOf } = (await lockTenant(tx, id, 'FOR KEY SHARE')) ?? { sandboxOf: null };
      if (sandboxOf === null) throw notFound();
      const all = await this.members.ofAccount(by.accountId, tx);
      const known = all.find(({ companyId }) => companyId === id);
      const origin = all.find(({ companyId, status }) => companyId === sandboxOf && status === 'Active');
      if (known ? known.status !== 'Active' : !origin) throw notFound();
      const memberId = known?.memberId ?? (await this.joinAs(tx, by, id, sandboxOf, origin?.memberId ?? 0));
      const { email } = await this.accounts.get(by.accountId, tx);
      return this.sessions.move(tx, by, { companyId: id, memberId, accountId: by.accountId, email });
    });
  }

  /**
   * The sandboxes that the company has, also those that are being created.
   * @throws Problem if another one may not be created
   */
  private async checkedSandboxes(tx: Tx, by: SignedInMember): Promise<readonly Pick<SandboxRow, 'name'>[]> {
    // Serialises the creations, of which each counts the sandboxes.
    const { kind } = await holdTenant(tx, by.company.id);
    await this.rights.current(tx, by, 'api_key.create');
    if (kind === 'Sandbox') throw new Problem('sandbox_of_sandbox');
    // Requested since the access gate checked it: the sandbox would keep the company.
    const deletesAt = await this.deletions.requestedFor(tx, by.company.id);
    if (deletesAt) throw deletionRequested(deletesAt);
    const existing = await this.sandboxes.all(tx, by.company.id);
    if (existing.length >= MAX_SANDBOXES)
      throw new Problem('sandbox_limit', undefined, { extensions: { limit: MAX_SANDBOXES } });
    return existing;
  }

  private async isActiveIn(accountId: number, companyId: number): Promise<boolean> {
    const all = await this.members.ofAccount(accountId);
    return all.some((each) => each.companyId === companyId && each.status === 'Active');
  }

  /** With the role and the permissions that the member has in the company now. */
  private async joinAs(tx: Tx, by: SignedInMember, id: number, companyId: number, memberId: number): Promise<number> {
    // Locked, so that a departure that is being written either sees the new member or ends before it.
    await this.members.lockForShare(tx, companyId, memberId);
    const { name, role, permissions } = await this.members.find(companyId, memberId, this.clock.now(), tx);
    return this.join(tx, by, id, { name, role, permissions });
  }

  private async join(
    tx: Tx,
    by: SignedInMember,
    companyId: number,
    person: Pick<Member, 'name' | 'role' | 'permissions'>,
  ): Promise<number> {
    const identity = { kind: 'Person', accountId: by.accountId, status: 'Active' } as const;
    const memberId = await this.members.insert(tx, {
      ...{ ...person, ...identity, companyId, createdAt: this.clock.now() },
    });
    const actor = { ...actorOf(by), companyId, memberId };
    await this.audit.record(tx, actor, 'member.created', memberTarget(memberId), { kind: 'Person', ...person });
    return memberId;
  }
}

/** What a sandbox takes from its company. */
function detailsOf(company: Company): Omit<NewCompany, 'createdAt'> {
  const { id: _, clockOffset: __, lockedUntil: ___, deletesAt: ____, ...details } = company;
  return details;
}

const deletionRequested = (deletesAt: Date): Problem =>
  new Problem('deletion_requested', undefined, { extensions: { deletesAt: deletesAt.toISOString() } });

const notFound = (): Problem => new Problem('not_found', 'There is no such sandbox.');

function presentSandbox({ memberStatus, memberId, ...row }: SandboxRow): SandboxView {
  return {
    ...{ id: row.id, name: row.name, createdAt: row.createdAt.toISOString() },
    deletesAt: row.deletesAt?.toISOString() ?? null,
    memberId: memberStatus === 'Active' ? memberId : null,
  };
}

/** "Studio Nord SAS Sandbox 2": the first name that no sandbox of the company has. */
function nameOf(company: string, existing: readonly Pick<SandboxRow, 'name'>[]): string {
  const names = new Set(existing.map(({ name }) => name));
  const first = `${company.slice(0, 180)} Sandbox`;
  const candidates = [first, ...Array.from({ length: MAX_SANDBOXES }, (_, n) => `${first} ${n + 2}`)];
  return candidates.find((name) => !names.has(name)) ?? first;
}
