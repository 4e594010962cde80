import type { ApiKeyView } from '@billhook/contract/api-key';
import { keyStatus } from '@billhook/domain/api-key';
import { isPaidPlan } from '@billhook/domain/company';
import { effectivePermissions } from '@billhook/domain/permissions';
import type { KeyRow } from './keys.repository.js';

/** The one place where a key is shaped for the wire. No part of its secret is in reach here. */
export function presentApiKey(key: KeyRow, now: Date): ApiKeyView {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes,
    effective: effectivePermissions(key.scopes, key.creatorPermissions),
    status: keyStatus({ ...key, paidPlan: isPaidPlan(key.plan) }, now),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    lastUsedFrom: key.lastUsedIp,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    revokedBy: key.revokedBy,
    revocationReason: key.revocationReason,
    creator: { id: key.memberId, name: key.creatorName, email: key.creatorEmail },
  };
}
