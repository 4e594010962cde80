import type { ApplicationView } from '@billhook/contract/identity/oauth/application';
import type { OAuthSecret } from '@billhook/identity/oauth/application.entity';
import type { ApplicationRow } from '@billhook/identity/oauth/applications.repository';
import { presentSummary, presentUse } from '../grants/application-summary.presenter.js';

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
