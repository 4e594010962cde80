import type { ApplicationSummary, ApplicationView } from '@billhook/contract/identity/oauth/application';
import type { GrantView } from '@billhook/contract/identity/oauth/grant';
import { keyStatus, type KeyStatus } from '@billhook/domain/identity/api-key';
import { isPaidPlan } from '@billhook/domain/identity/company';
import { grantAccess, isEndedAccess } from '@billhook/domain/identity/oauth';
import { effectivePermissions } from '@billhook/domain/identity/permissions';
import type { OAuthSecret } from '@billhook/identity/oauth/oauth-application.entity';
import type { ApplicationFacts, ApplicationRow } from '@billhook/identity/oauth/oauth-applications.repository';
import type { GrantRow } from '@billhook/identity/oauth/oauth-grants.repository';

type ApplicationUse = Pick<ApplicationView, 'lastUsedAt' | 'requests7d' | 'days'>;

const logoPath = (id: number): string => `/app/oauth/applications/${id}/logo`;

export function presentSummary(application: ApplicationFacts): ApplicationSummary {
  const { id, clientId, name, publisher, source, homepage, hasLogo } = application;
  return {
    ...{ id, clientId, name, publisher, source, homepage },
    host: source === 'metadata' ? new URL(clientId).host : null,
    logo: hasLogo ? logoPath(id) : null,
  };
}

/** @param days requests per day, oldest first */
export const presentUse = (lastUsedAt: Date | null, days: number[]): ApplicationUse => ({
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  requests7d: days.slice(-7).reduce((sum, count) => sum + count, 0),
  days,
});

export function presentApplication(
  row: ApplicationRow,
  secrets: readonly OAuthSecret[],
  days: number[],
): ApplicationView {
  const { id, type, logoUrl, redirectUris, scopes, grants } = row;
  const hasLogo = row.logoType !== null;
  return {
    ...presentSummary({ ...row, hasLogo, isArchived: row.archivedAt !== null }),
    ...{ id, type, logoUrl, redirectUris, scopes, grants },
    ...presentUse(row.lastUsedAt, days),
    secrets: secrets.map((secret) => ({
      id: secret.id,
      prefix: secret.prefix,
      createdAt: secret.createdAt.toISOString(),
      lastUsedAt: secret.lastUsedAt?.toISOString() ?? null,
      revokedAt: secret.revokedAt?.toISOString() ?? null,
    })),
    createdAt: row.createdAt.toISOString(),
    createdBy: row.creator ?? '',
    archivedAt: row.archivedAt?.toISOString() ?? null,
  };
}

/** Derived on each read, as that of keys. */
export function grantStatus(grant: GrantRow, now: Date): KeyStatus {
  const { revokedAt, expiresAt, memberActive, isAllowed, plan, application } = grant;
  const facts = { expiresAt, retiresAt: application.isArchived ? now : null, paidPlan: isPaidPlan(plan) };
  return keyStatus({ ...facts, revokedAt, creatorActive: memberActive && isAllowed }, now);
}

/** Whether a grant can never work again. */
export const hasGrantEnded = (grant: GrantRow, now: Date): boolean =>
  isEndedAccess(grantAccess(grantStatus(grant, now)));

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
    revocationReason: grant.revocationReason,
  };
}
