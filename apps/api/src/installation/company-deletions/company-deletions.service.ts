import type { CompanyDeletionView, RequestCompanyDeletion } from '@billhook/contract/installation/company-deletion';
import { countRows, ownRows } from '@billhook/db/company-rows';
import { Database } from '@billhook/db/database';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import type { CompanyKind } from '@billhook/domain/identity/company';
import { actorOfLabel } from '@billhook/domain/shared/actor-label';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { invalidBody, Problem } from '@billhook/domain/shared/problems';
import { COUNTED_RESOURCES, resourceProperty, RESOURCES } from '@billhook/domain/shared/resources';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { SandboxesRepository } from '@billhook/identity/companies/sandboxes.repository';
import { holdTenant } from '@billhook/identity/companies/tenants.repository';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import { CompanyDeletionsRepository } from '@billhook/installation/company-deletions/company-deletions.repository';
import { companyDataPage, companyRecipients } from '@billhook/mail/company-recipients';
import { Notices } from '@billhook/mail/notices';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { Inject, Injectable } from '@nestjs/common';
import { actorOf } from '../../identity/audit/actor-of.rules.js';
import { CallerRightsService } from '../../identity/members/caller-rights.service.js';
import type { Principal, SignedInMember } from '../../request/principal.js';

/**
 * Requests to delete the company. The worker deletes it. A request and its withdrawal are committed on the global side, and then applied to the
 * cell and the card before the response.
 */
@Injectable()
export class CompanyDeletionsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly db: Database,
    private readonly sandboxes: SandboxesRepository,
    private readonly members: MembersRepository,
    private readonly deletions: CompanyDeletionsRepository,
    private readonly rights: CallerRightsService,
    private readonly audit: AuditLog,
    private readonly notices: Notices,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async get({ company }: Pick<Principal, 'company'>): Promise<CompanyDeletionView> {
    const found = await this.deletions.find(company.id);
    const counts = await Promise.all(
      COUNTED_RESOURCES.map(async (name) => [
        resourceProperty(name),
        await countRows(this.db, ownRows(RESOURCES[name].table), company.id),
      ]),
    );
    return {
      requestedAt: found?.requestedAt.toISOString() ?? null,
      requestedBy: found?.requestedBy ?? null,
      deletesAt: found?.deletesAt.toISOString() ?? null,
      graceDays: this.graceDays(company),
      counts: Object.fromEntries(counts) as CompanyDeletionView['counts'],
    };
  }

  /** When the company is to be deleted. The caller holds its card. */
  async requestedFor(tx: Tx, companyId: number): Promise<Date | null> {
    return (await this.deletions.find(companyId, tx))?.deletesAt ?? null;
  }

  /** A repeated request keeps the first one. @throws Problem 403 permission_missing, 422 for another name */
  async request(by: SignedInMember, { name }: RequestCompanyDeletion): Promise<CompanyDeletionView> {
    const companyId = by.company.id;
    const affected = await this.uow.run(async (tx) => {
      const company = await holdTenant(tx, companyId);
      await this.requireOwner(tx, by);
      if (name !== company.name) throw wrongName();
      const ids = await this.withSandboxes(tx, companyId);
      // A repeated request finishes what an interrupted one has left to apply.
      if (await this.deletions.find(companyId, tx)) return ids;
      const now = this.clock.now();
      const deletesAt = new Date(now.getTime() + this.graceDays(company) * DAY_MS);
      const request = { requestedBy: by.label, requestedAt: now, deletesAt };
      // With the company, its sandboxes are read-only and deleted.
      for (const id of ids) await this.deletions.request(tx, { ...request, companyId: id });
      const url = companyDataPage(this.env.PUBLIC_URL);
      const notice = {
        kind: 'deletion_requested',
        companyName: name,
        by: actorOfLabel(by.label).name ?? by.label,
        deletesAt,
        url,
      } as const;
      for (const { email, locale } of await companyRecipients(tx, companyId))
        await this.notices.enqueue(tx, { companyId, to: email, locale, notice });
      await this.audit.record(tx, actorOf(by), 'company.deletion_requested', null, { days: this.graceDays(company) });
      return ids;
    });
    await this.deletions.applyRequests(this.uow, affected);
    return this.get(by);
  }

  /** @throws Problem 403 permission_missing, 409 deletion_not_requested, deletion_started */
  async withdraw(by: SignedInMember): Promise<CompanyDeletionView> {
    const companyId = by.company.id;
    const affected = await this.uow.run(async (tx) => {
      const { sandboxOf } = await holdTenant(tx, companyId);
      await this.requireOwner(tx, by);
      if (sandboxOf !== null && (await this.deletions.find(sandboxOf, tx)))
        throw new Problem('deletion_started', 'The sandbox is deleted with its company.');
      if (!(await this.deletions.find(companyId, tx))) throw new Problem('deletion_not_requested');
      if (!(await this.deletions.withdraw(tx, companyId))) throw new Problem('deletion_started');
      const ids = await this.withSandboxes(tx, companyId);
      for (const id of ids.slice(1)) await this.deletions.withdraw(tx, id);
      await this.audit.record(tx, actorOf(by), 'company.deletion_withdrawn', null);
      return ids;
    });
    await this.deletions.applyRequests(this.uow, affected);
    return this.get(by);
  }

  private async withSandboxes(tx: Tx, companyId: number): Promise<number[]> {
    return [companyId, ...(await this.sandboxes.all(tx, companyId)).map(({ id }) => id)];
  }

  /** A sandbox has nothing that an owner could want back. */
  private graceDays({ kind }: { readonly kind: CompanyKind }): number {
    return kind === 'Sandbox' ? 0 : this.env.COMPANY_DELETION_DAYS;
  }

  /** Administrators have all permissions as well, but the company belongs to its owners. */
  private async requireOwner(tx: Tx, by: SignedInMember): Promise<void> {
    await this.rights.current(tx, by, 'company.manage');
    const { role } = await this.members.find(by.company.id, by.memberId, this.clock.now(), tx);
    if (role === 'Owner') return;
    throw new Problem('permission_missing', 'Only a member with the role Owner can delete the company.', {
      extensions: {
        ...{ cause: 'member_lacks', whoCanFix: 'administrator', fixUrl: '/settings/' },
        ...{ requiredPermissions: ['company.manage'], missing: [], held: by.permissions },
      },
    });
  }
}

const wrongName = (): Problem => invalidBody('/name', 'wrong_name', 'must be the name of the company');
