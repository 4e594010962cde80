import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { actorLabel } from '@billhook/domain/shared/actor-label';
import { systemActor, type Actor } from '@billhook/identity/audit/actor';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { OAuthGrantsRepository, type GrantRow } from '@billhook/identity/oauth/grants.repository';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { redactSecrets } from '@billhook/platform/redact-secrets';
import { Inject, Injectable } from '@nestjs/common';
import type { MemberDeparture, MemberLeftEffect } from '../members/member-left.effect.js';
import { GrantChangesService } from './grant-changes.service.js';
import { hasGrantEnded } from './grant.rules.js';

/** Revokes the access of applications immediately and permanently, each with an audit entry. */
@Injectable()
export class GrantRevocationService implements MemberLeftEffect {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly grants: OAuthGrantsRepository,
    private readonly audit: AuditLog,
    private readonly changes: GrantChangesService,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {}

  /** Revokes the grants of a removed member. The grants of a deactivated member work again when the member is reactivated. */
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
    const label = actorLabel('application', grant.application.name);
    await this.uow.run((tx) => this.end(tx, [grant], { ...systemActor(grant.companyId), label }, reason));
  }

  /** Revokes the grants that still work, each with its audit entry. @returns those that were revoked */
  async end(tx: Tx, grants: readonly GrantRow[], actor: Actor, reason: string | null): Promise<GrantRow[]> {
    const now = this.clock.now();
    const live = grants.filter((grant) => !hasGrantEnded(grant, now));
    const ids = live.map(({ id }) => id).toSorted((a, b) => a - b);
    const revoked = new Set(await this.grants.revoke(tx, ids, now, actor.label, reason && redactSecrets(reason)));
    const ended = live.filter(({ id }) => revoked.has(id));
    for (const { id, application, scopes, memberId, memberName, companyId } of ended) {
      const details = { grantId: id, clientId: application.clientId, reason, scopes, memberId, member: memberName };
      await this.audit.record(tx, { ...actor, companyId }, 'oauth_grant.revoked', application.name, details);
    }
    this.changes.changed(
      tx,
      grants.map(({ id }) => id),
    );
    return ended;
  }
}
