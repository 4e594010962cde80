import type { ApiKeyView } from '@billhook/contract/identity/key';

/** A key as a line of the CSV file. */
export function keyLine(key: ApiKeyView) {
  const {
    scopes,
    effective,
    allowedCidrs,
    predecessor,
    successor,
    outsidePolicy,
    creator,
    revokedByActor: _,
    ...rest
  } = key;
  return {
    ...rest,
    scopes: scopes.join(' '),
    effective: effective.join(' '),
    allowedCidrs: allowedCidrs.join(' '),
    predecessor: predecessor?.prefix ?? null,
    successor: successor?.prefix ?? null,
    // The CSV library writes booleans as 1 and an empty text.
    outsidePolicy: String(outsidePolicy),
    memberId: creator.id,
    memberKind: creator.kind,
    memberName: creator.name,
    memberEmail: creator.email,
    memberStatus: creator.status,
  };
}

export const KEY_COLUMNS = [
  ...([
    'id',
    'name',
    'prefix',
    'status',
    'memberId',
    'memberKind',
    'memberName',
    'memberEmail',
    'memberStatus',
  ] as const),
  ...(['scopes', 'effective', 'lifetime', 'expiresAt', 'allowedCidrs', 'rateLimit', 'outsidePolicy'] as const),
  ...(['createdAt', 'createdFrom', 'createdAgent', 'lastUsedAt', 'lastUsedFrom', 'lastUsedAgent'] as const),
  ...(['revokedAt', 'revokedBy', 'revocationReason'] as const),
  ...(['predecessor', 'successor', 'graceSeconds', 'retiresAt'] as const),
] satisfies readonly (keyof ReturnType<typeof keyLine>)[];
