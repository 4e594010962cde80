import type {
  CompanyApplicationList,
  CompanyApplicationView,
  GrantList,
  GrantView,
  RevokedGrants,
} from '@billhook/contract/identity/oauth/grant';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { systemActor, type Actor } from '@billhook/identity/audit/actor';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { OAuthGrantsRepository, type GrantRow } from '@billhook/identity/oauth/oauth-grants.repository';
import type { Clock } from '@billhook/platform/clock';
import { strikeSecrets } from '@billhook/platform/struck-secrets';
import { CLOCK } from '@billhook/platform/tokens';
import { Inject, Injectable } from '@nestjs/common';
import type { SignedInMember } from '../../request/principal.js';
import { actorOf } from '../audit/actor-of.js';
import { KeyTrafficService } from '../key-traffic/key-traffic.service.js';
import { CallerRightsService } from '../members/caller-rights.service.js';
import type { MemberDeparture, MemberLeftEffect } from '../members/member-left.effect.js';
import { GRANTS_ENDED_EFFECTS, type GrantsEndedEffect } from './grants-ended.effect.js';
import { hasGrantEnded, presentGrant, presentSummary, presentUse } from './oauth.presenter.js';

/** Lists what members allowed applications, and revokes it, immediately and for good. */
@Injectable()
export class GrantRevocationService implements MemberLeftEffect {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly grants: OAuthGrantsRepository,
    private readonly callers: CallerRightsService,
    private readonly traffic: KeyTrafficService,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(GRANTS_ENDED_EFFECTS) private readonly effects: readonly GrantsEndedEffect[],
  ) {}

  /** Those of the person, in each of their companies. */
  async list({ accountId }: SignedInMember): Promise<GrantList> {
    const now = this.clock.now();
    return { data: (await this.grants.ofAccount(accountId)).map((grant) => presentGrant(grant, now)) };
  }

  /** @throws Problem 404 for a grant of another account */
  async revoke(by: SignedInMember, id: number, reason: string | undefined): Promise<GrantView> {
    const own = (await this.grants.ofAccount(by.accountId)).find((grant) => grant.id === id);
    if (!own) throw new Problem('not_found', 'There is no such access.');
    await this.uow.run(async (tx) => {
      // In the company that the access is for, which need not be the one of the session.
      const actor = { ...actorOf(by), companyId: own.companyId, memberId: own.memberId };
      await this.end(tx, [own], actor, reason ?? null);
    });
    return presentGrant(await this.grants.find(own.companyId, id), this.clock.now());
  }

  /** The applications that members of the company have authorised. */
  async ofCompany(by: SignedInMember): Promise<CompanyApplicationList> {
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
  revokeForCompany(by: SignedInMember, applicationId: number, reason: string | undefined): Promise<RevokedGrants> {
    return this.uow.run(async (tx) => {
      await this.callers.current(tx, by, 'oauth_app.manage');
      const grants = (await this.grants.ofCompany(by.company.id, tx)).filter(
        (grant) => grant.applicationId === applicationId,
      );
      if (grants.length === 0)
        throw new Problem('not_found', 'No member of the company has authorised this application.');
      const revoked = await this.end(tx, grants, actorOf(by), reason ?? null);
      return { revoked: revoked.length };
    });
  }

  /** The grants of a removed member are revoked. Those of a deactivated one work again when it is reactivated. */
  async memberLeft(tx: Tx, { memberId, status, actor }: MemberDeparture): Promise<{ readonly applications?: number }> {
    if (status !== 'Removed') return {};
    const grants = await this.grants.ofMember(memberId, tx);
    const ended = await this.end(tx, grants, actor, 'The member was removed');
    return { applications: ended.length };
  }

  /** For the OAuth server: a code or refresh token was used twice, or the application ended its access. */
  async endByServer(grantId: number, reason: string): Promise<void> {
    const grant = await this.grants.findById(grantId);
    if (!grant) return;
    const label = `application ${grant.application.name}`;
    await this.uow.run((tx) => this.end(tx, [grant], { ...systemActor(grant.companyId), label }, reason));
  }

  /** Revokes the grants that still work, each with its audit entry. @returns those that were revoked */
  async end(tx: Tx, grants: readonly GrantRow[], actor: Actor, reason: string | null): Promise<GrantRow[]> {
    const now = this.clock.now();
    const live = grants.filter((grant) => !hasGrantEnded(grant, now));
    const ids = live.map(({ id }) => id).toSorted((a, b) => a - b);
    const revoked = new Set(await this.grants.revoke(tx, ids, now, actor.label, reason && strikeSecrets(reason)));
    const ended = live.filter(({ id }) => revoked.has(id));
    for (const { id, application, scopes, memberId, memberName, companyId } of ended) {
      const details = { grantId: id, clientId: application.clientId, reason, scopes, memberId, member: memberName };
      await this.audit.record(tx, { ...actor, companyId }, 'oauth_grant.revoked', application.name, details);
    }
    if (ended.length > 0) for (const effect of this.effects) await effect.grantsEnded(tx, [...revoked]);
    return ended;
  }
}
