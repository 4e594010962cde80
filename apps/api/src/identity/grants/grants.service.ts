import type { GrantList, GrantView } from '@billhook/contract/identity/oauth/grant';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { OAuthGrantsRepository } from '@billhook/identity/oauth/grants.repository';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import type { SignedInMember } from '../../request/principal.js';
import { actorOf } from '../audit/actor-of.rules.js';
import { GrantRevocationService } from './grant-revocation.service.js';
import { presentGrant } from './grant.presenter.js';

/** What a person allowed applications. */
@Injectable()
export class GrantsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly grants: OAuthGrantsRepository,
    private readonly revocation: GrantRevocationService,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {}

  /** Lists the person's grants in all of their companies. */
  async list({ accountId }: SignedInMember): Promise<GrantList> {
    const now = this.clock.now();
    return { data: (await this.grants.ofAccount(accountId)).map((grant) => presentGrant(grant, now)) };
  }

  /** @throws Problem 404 for a grant of another account */
  async revoke(by: SignedInMember, id: number, reason: string | undefined): Promise<GrantView> {
    const own = (await this.grants.ofAccount(by.accountId)).find((grant) => grant.id === id);
    if (!own) throw new Problem('not_found', 'There is no such access.');
    await this.uow.run(async (tx) => {
      // In the company that the access is for, which need not be that of the session.
      const actor = { ...actorOf(by), companyId: own.companyId, memberId: own.memberId };
      await this.revocation.end(tx, [own], actor, reason ?? null);
    });
    return presentGrant(await this.grants.find(own.companyId, id), this.clock.now());
  }
}
