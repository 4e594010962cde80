import type { ApiKeyList, ApiKeyView, CreateApiKey, CreatedApiKey, RevokeApiKey } from '@billhook/contract/api-key';
import type { DeprecatedCallList } from '@billhook/contract/deprecation';
import type { MePermissionsView, PermissionCatalogue } from '@billhook/contract/me';
import type { KeyStatus } from '@billhook/domain/api-key';
import { apiFetch, query } from '@billhook/ui/api-fetch';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Whose keys a list shows: one's own, or all of the company (needs api_key.manage). */
export type KeyOwner = 'mine' | 'company';

const PATHS: Readonly<Record<KeyOwner, string>> = { mine: '/app/api-keys', company: '/app/company/api-keys' };
const DEPRECATED: Readonly<Record<KeyOwner, string>> = {
  mine: '/app/api-keys/deprecated-calls',
  company: '/app/company/deprecated-calls',
};

export const apiKeyKeys = {
  all: ['api-keys'] as const,
  list: (owner: KeyOwner, status: KeyStatus | undefined) => ['api-keys', owner, status ?? 'all'] as const,
  // Under its owner's lists: a key that is revoked calls no more.
  deprecated: (owner: KeyOwner) => ['api-keys', owner, 'deprecated-calls'] as const,
  permissions: ['permissions'] as const,
};

export function useApiKeys(owner: KeyOwner, status: KeyStatus | undefined) {
  return useInfiniteQuery({
    queryKey: apiKeyKeys.list(owner, status),
    queryFn: ({ pageParam, signal }) =>
      apiFetch<ApiKeyList>(PATHS[owner] + query({ status, cursor: pageParam, limit: 25 }), { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.page.nextCursor,
    // Last use and derived statuses move by themselves.
    refetchInterval: 30_000,
  });
}

/** The routes that will be removed and are still called by these keys. */
export function useDeprecatedCalls(owner: KeyOwner) {
  return useQuery({
    queryKey: apiKeyKeys.deprecated(owner),
    queryFn: ({ signal }) => apiFetch<DeprecatedCallList>(DEPRECATED[owner], { signal }),
  });
}

/** Every permission, and whether the member holds it. */
export function usePermissionCatalogue() {
  return useQuery({
    queryKey: apiKeyKeys.permissions,
    queryFn: ({ signal }) => apiFetch<PermissionCatalogue>('/app/permissions', { signal }),
  });
}

/** Not a mutation of the query library: the answer holds the secret, which must not stay in its cache. Use with `useAction`. */
export function createApiKey(body: CreateApiKey): Promise<CreatedApiKey> {
  return apiFetch<CreatedApiKey>('/app/api-keys', { method: 'POST', body });
}

/** Makes all key lists read again. */
export function useRefreshKeys() {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: apiKeyKeys.all }), [client]);
}

export function useRevokeKey(owner: KeyOwner) {
  const refresh = useRefreshKeys();
  return useMutation({
    mutationFn: ({ id, ...body }: RevokeApiKey & { id: number }) =>
      apiFetch<ApiKeyView>(`${PATHS[owner]}/${id}/revoke`, { method: 'POST', body }),
    onSuccess: refresh,
  });
}

/** Calls the public API with a key, as an integration would: without the cookies of this page. */
export function tryKey(secret: string): Promise<MePermissionsView> {
  return apiFetch<MePermissionsView>('/v1/me/permissions', {
    headers: { authorization: `Bearer ${secret}` },
    credentials: 'omit',
  });
}
