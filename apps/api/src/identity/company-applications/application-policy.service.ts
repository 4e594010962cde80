import type { ApplicationPolicy, SetApplicationPolicy } from '@billhook/contract/identity/oauth/grant';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { changesOf } from '@billhook/identity/audit/changes-of';
import { OAuthPoliciesRepository } from '@billhook/identity/oauth/application-policies.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import { requireStepUp } from '../../access/step-up.rules.js';
import type { SignedInMember } from '../../request/principal.js';
import { actorOf } from '../audit/actor-of.rules.js';
import { GrantChangesService } from '../grants/grant-changes.service.js';
import { CallerRightsService } from '../members/caller-rights.service.js';

/** Which applications each company allows. The access of others is suspended with the next request. */
@Injectable()
export class ApplicationPolicyService {
  constructor(
    private readonly policies: OAuthPoliciesRepository,
    private readonly uow: UnitOfWork,
    private readonly callers: CallerRightsService,
    private readonly grantChanges: GrantChangesService,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  get(companyId: number): Promise<ApplicationPolicy> {
    return this.policies.find(companyId);
  }

  /** @throws Problem 403 step_up_required for one that allows more */
  set(by: SignedInMember, wanted: SetApplicationPolicy): Promise<ApplicationPolicy> {
    return this.uow.run(async (tx) => {
      await this.callers.current(tx, by, 'oauth_app.manage');
      const now = this.clock.now();
      const before = await this.policies.lock(tx, by.company.id, now);
      const to = { ...wanted, builtin: wanted.builtin ?? before.builtin };
      const changed = changesOf(before, to, ['allow', 'clientIds', 'builtin']);
      if (Object.keys(changed).length === 0) return before;
      if (isLooser(before, to)) requireStepUp(by, now);
      await this.policies.update(tx, by.company.id, to, now);
      this.grantChanges.changedOf(tx, { companyId: by.company.id });
      await this.audit.record(tx, actorOf(by), 'oauth_policy.updated', null, { changed });
      return to;
    });
  }
}

function isLooser(before: ApplicationPolicy, after: ApplicationPolicy): boolean {
  if (before.allow === 'every') return false;
  if (after.builtin && !before.builtin) return true;
  return after.allow === 'every' || after.clientIds.some((id) => !before.clientIds.includes(id));
}
