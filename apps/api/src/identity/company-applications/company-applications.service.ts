import type {
  CompanyApplicationList,
  CompanyApplicationView,
  RevokedGrants,
} from '@billhook/contract/identity/oauth/grant';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { OAuthGrantsRepository } from '@billhook/identity/oauth/grants.repository';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import type { SignedInMember } from '../../request/principal.js';
import { actorOf } from '../audit/actor-of.rules.js';
import { presentSummary, presentUse } from '../grants/application-summary.presenter.js';
import { GrantRevocationService } from '../grants/grant-revocation.service.js';
import { presentGrant } from '../grants/grant.presenter.js';
import { hasGrantEnded } from '../grants/grant.rules.js';
import { KeyTrafficService } from '../key-traffic/key-traffic.service.js';
import { CallerRightsService } from '../members/caller-rights.service.js';

/** The applications that members of a company use, for its administrators. */
@Injectable()
export class CompanyApplicationsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly grants: OAuthGrantsRepository,
    private readonly revocation: GrantRevocationService,
    private readonly callers: CallerRightsService,
    private readonly traffic: KeyTrafficService,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {}

  /** The applications that members of the company have authorised. */
  async list(by: SignedInMember): Promise<CompanyApplicationList> {
    const now = this.clock.now();
    const live = (await this.grants.ofCompany(by.company.id)).filter((grant) => !hasGrantEnded(grant, now));
    const ids = new Set(live.map(({ applicationId }) => applicationId));
    const applications = [...ids].map((id) => live.filter(({ applicationId }) => applicationId === id));
    const data: CompanyApplicationView[] = [];
    for (const grants of applications) {
      const [first] = grants;
      if (!first) continue;
      const used = grants.flatMap(({ lastUsedAt }) => lastUsedAt?.getTime() ?? []);
      const lastUsedAt = used.length > 0 ? new Date(Math.max(...used)) : null;
      const days = await this.traffic.daysOfGrants(grants.map(({ id }) => id));
      data.push({
        application: presentSummary(first.application),
        allowed: first.isAllowed,
        ...presentUse(lastUsedAt, days),
        grants: grants.map((grant) => presentGrant(grant, now)),
      });
    }
    return { data };
  }

  /** Every grant of an application in the company. @throws Problem 404 when no member has authorised it */
  revoke(by: SignedInMember, applicationId: number, reason: string | undefined): Promise<RevokedGrants> {
    return this.uow.run(async (tx) => {
      await this.callers.current(tx, by, 'oauth_app.manage');
      const grants = (await this.grants.ofCompany(by.company.id, tx)).filter(
        (grant) => grant.applicationId === applicationId,
      );
      if (grants.length === 0)
        throw new Problem('not_found', 'No member of the company has authorised this application.');
      const revoked = await this.revocation.end(tx, grants, actorOf(by), reason ?? null);
      return { revoked: revoked.length };
    });
  }
}
