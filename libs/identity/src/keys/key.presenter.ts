import { ApiKeyView } from '@billhook/contract/identity/key';
import { present } from '@billhook/contract/shared/present';
import { isPaidPlan } from '@billhook/domain/identity/company';
import { isOutsidePolicy, NO_POLICY, type KeyPolicyTerms } from '@billhook/domain/identity/key-policy';
import { keyStatus, type KeyStatus } from '@billhook/domain/identity/key-status';
import { effectivePermissions } from '@billhook/domain/identity/permissions';
import { actorLabel, actorOfLabel } from '@billhook/domain/shared/actor-label';
import type { KeyRow } from './keys.repository.js';

/** The status of a key as it was read. */
export const statusOf = (key: KeyRow, now: Date): KeyStatus =>
  keyStatus({ ...key, paidPlan: isPaidPlan(key.plan) }, now);

/** The only presenter of keys. It never sees a part of the secret. */
export function presentApiKey(key: KeyRow, now: Date): ApiKeyView {
  const { scopes, lifetime, allowedCidrs } = key;
  const status = statusOf(key, now);
  return present(ApiKeyView, key, {
    status,
    effective: effectivePermissions(scopes, key.creatorPermissions),
    createdFrom: key.createdFromIp,
    createdAgent: key.createdFromAgent,
    lastUsedFrom: key.lastUsedIp,
    ...revocationOf(key, now),
    predecessor: related(key.predecessorId, key.predecessorPrefix),
    successor: successorOf(key),
    outsidePolicy: isOutsidePolicy(policyOf(key), { status, lifetime, allowedCidrs }),
    creator: {
      id: key.memberId,
      kind: key.creatorKind,
      name: key.creatorName,
      email: key.creatorEmail,
      status: key.creatorStatus,
    },
  });
}

const policyOf = ({ longestLifetime, cidrsRequired }: KeyRow): KeyPolicyTerms =>
  longestLifetime === null || cidrsRequired === null ? NO_POLICY : { longestLifetime, cidrsRequired };

/** A replaced key retires by its time alone: no job revokes it. */
function revocationOf(
  key: KeyRow,
  now: Date,
): Pick<ApiKeyView, 'revokedAt' | 'revokedBy' | 'revokedByActor' | 'revocationReason'> {
  const { revokedAt, revokedBy, revocationReason, retiresAt, successorPrefix } = key;
  if (!revokedAt && retiresAt && retiresAt <= now) {
    return {
      revokedAt: retiresAt.toISOString(),
      revokedBy: actorLabel('system'),
      revokedByActor: { kind: 'system', name: null },
      revocationReason: `Replaced by ${successorPrefix ?? 'another key'}`,
    };
  }
  const revokedByActor = revokedBy === null ? null : actorOfLabel(revokedBy);
  return { revokedAt: revokedAt?.toISOString() ?? null, revokedBy, revokedByActor, revocationReason };
}

const related = (id: number | null, prefix: string | null): ApiKeyView['predecessor'] =>
  id === null || prefix === null ? null : { id, prefix };

function successorOf(key: KeyRow): ApiKeyView['successor'] {
  const successor = related(key.successorId, key.successorPrefix);
  return successor && { ...successor, firstUsedAt: key.successorFirstUsedAt?.toISOString() ?? null };
}
