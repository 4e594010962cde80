import { GrantView } from '@billhook/contract/identity/oauth/grant';
import { present } from '@billhook/contract/shared/present';
import { effectivePermissions } from '@billhook/domain/identity/permissions';
import { actorOfLabel } from '@billhook/domain/shared/actor-label';
import type { GrantRow } from '@billhook/identity/oauth/grants.repository';
import { presentSummary } from './application-summary.presenter.js';
import { grantStatus } from './grant.rules.js';

export function presentGrant(grant: GrantRow, now: Date): GrantView {
  const { companyId, companyName, memberId, memberName, revokedBy } = grant;
  return present(GrantView, grant, {
    application: presentSummary(grant.application),
    company: { id: companyId, name: companyName },
    member: { id: memberId, name: memberName },
    effective: effectivePermissions(grant.scopes, grant.memberPermissions),
    status: grantStatus(grant, now),
    createdFrom: grant.createdFromIp,
    lastUsedFrom: grant.lastUsedIp,
    revokedByActor: revokedBy === null ? null : actorOfLabel(revokedBy),
  });
}
