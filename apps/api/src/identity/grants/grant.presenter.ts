import type { GrantView } from '@billhook/contract/identity/oauth/grant';
import { effectivePermissions } from '@billhook/domain/identity/permissions';
import { actorOfLabel } from '@billhook/domain/shared/actor-label';
import type { GrantRow } from '@billhook/identity/oauth/grants.repository';
import { presentSummary } from './application-summary.presenter.js';
import { grantStatus } from './grant.rules.js';

export function presentGrant(grant: GrantRow, now: Date): GrantView {
  const { id, application, companyId, companyName, memberId, memberName, resource, scopes, lifetime } = grant;
  return {
    ...{ id, resource, scopes, lifetime },
    application: presentSummary(application),
    company: { id: companyId, name: companyName },
    member: { id: memberId, name: memberName },
    effective: effectivePermissions(scopes, grant.memberPermissions),
    status: grantStatus(grant, now),
    expiresAt: grant.expiresAt?.toISOString() ?? null,
    createdAt: grant.createdAt.toISOString(),
    createdFrom: grant.createdFromIp,
    lastUsedAt: grant.lastUsedAt?.toISOString() ?? null,
    lastUsedFrom: grant.lastUsedIp,
    lastUsedAgent: grant.lastUsedAgent,
    revokedAt: grant.revokedAt?.toISOString() ?? null,
    revokedBy: grant.revokedBy,
    revokedByActor: grant.revokedBy === null ? null : actorOfLabel(grant.revokedBy),
    revocationReason: grant.revocationReason,
  };
}
