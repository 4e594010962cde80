import type {
  ApiKeyList,
  ApiKeyView,
  CreateApiKey,
  CreatedApiKey,
  KeyPolicy,
  RevokeApiKey,
  TestedApiKey,
} from '@billhook/contract/identity/key';
import type { KeyActivityView } from '@billhook/contract/identity/key-traffic';
import type { PermissionCatalogue } from '@billhook/contract/identity/me';
import { apiFetch, query } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { keepPreviousData, useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { KeyFilters } from './key-search.js';

/** Whose keys a list shows: the member's own, or all of the company (requires api_key.manage). */
export type KeyOwner = 'mine' | 'company';

export const KEY_PATHS: Readonly<Record<KeyOwner, string>> = {
  mine: '/app/api-keys',
  company: '/app/company/api-keys',
};
export const apiKeyKeys = {
  all: ['api-keys'] as const,
  list: (owner: KeyOwner, filters: KeyFilters) => ['api-keys', owner, 'list', filters] as const,
  activity: (owner: KeyOwner, ids: readonly number[]) => ['api-keys', owner, 'activity', ids] as const,
  one: (owner: KeyOwner, id: number) => ['api-keys', owner, 'one', id] as const,
  traffic: (owner: KeyOwner, id: number, days: number) => ['api-keys', owner, 'one', id, 'traffic', days] as const,
  // Begins with `all`, so that a revoked key is removed from the warnings.
  policy: ['api-keys', 'policy'] as const,
  permissions: ['permissions'] as const,
};

/** The last use and derived statuses change without a request of this page. */
export const REFRESH_MS = 30_000;

export function useApiKeys(owner: KeyOwner, filters: KeyFilters) {
  return useInfiniteQuery({
    queryKey: apiKeyKeys.list(owner, filters),
    queryFn: ({ pageParam, signal }) =>
      apiFetch<ApiKeyList>(KEY_PATHS[owner] + query({ ...filters, cursor: pageParam, limit: 25 }), { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.page.nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** The keys that expire soon and have no successor. */
export function useExpiringKeys() {
  return useQuery({
    queryKey: apiKeyKeys.list('mine', { status: 'expiring', limit: 25 }),
    queryFn: ({ signal }) =>
      apiFetch<ApiKeyList>(KEY_PATHS.mine + query({ status: 'expiring', limit: 25 }), { signal }),
    select: ({ data }) => data.filter(({ successor }) => successor === null),
  });
}

function activityPath(owner: KeyOwner, ids: readonly number[]): string {
  const search = new URLSearchParams(ids.map((id) => ['ids', String(id)]));
  return `${KEY_PATHS[owner]}/activity${ids.length > 0 ? `?${search.toString()}` : ''}`;
}

export interface KeyActivity {
  /** Requests of the last 30 days by day, the oldest first, by the id of the key. */
  readonly days: ReadonlyMap<number, readonly number[]>;
  /** The keys that have ended and are still used. */
  readonly dead: KeyActivityView['dead'];
}

/** The usage of keys. Loaded page by page, so that a longer list requests only its new part. */
export function useKeyActivity(owner: KeyOwner, pages: readonly (readonly ApiKeyView[])[]): KeyActivity {
  return useQueries({
    queries: pages.map((page) => {
      const ids = page.map(({ id }) => id);
      return {
        queryKey: apiKeyKeys.activity(owner, ids),
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          apiFetch<KeyActivityView>(activityPath(owner, ids), { signal }),
        refetchInterval: REFRESH_MS,
      };
    }),
    combine: (answers) => ({
      days: new Map(answers.flatMap(({ data }) => data?.data.map(({ id, days }) => [id, days] as const) ?? [])),
      // Every response contains all of them, whichever keys were requested.
      dead: answers.find(({ data }) => data)?.data?.dead ?? [],
    }),
  });
}

/** Every permission, and whether the member holds it. */
export function usePermissionCatalogue() {
  return useQuery({
    queryKey: apiKeyKeys.permissions,
    queryFn: ({ signal }) => apiFetch<PermissionCatalogue>('/app/permissions', { signal }),
  });
}

/** The key policy of the company. */
export function useKeyPolicy() {
  return useQuery({
    queryKey: apiKeyKeys.policy,
    queryFn: ({ signal }) => apiFetch<KeyPolicy>('/app/company/key-policy', { signal }),
  });
}

/**
 * The response contains the secret, so it is not cached: for `useAction`.
 * @param memberId of the service member that the key is for; without one, the signed-in member
 */
export function createApiKey(body: CreateApiKey, memberId?: number): Promise<CreatedApiKey> {
  const path = memberId === undefined ? KEY_PATHS.mine : `/app/members/${memberId}/api-keys`;
  return apiFetch<CreatedApiKey>(path, { method: 'POST', body });
}

/** Reloads all key lists. */
export function useRefreshKeys() {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: apiKeyKeys.all }), [client]);
}

export function useRevokeKey(owner: KeyOwner) {
  const refresh = useRefreshKeys();
  return useAction(
    ({ id, ...body }: RevokeApiKey & { id: number }) =>
      apiFetch<ApiKeyView>(`${KEY_PATHS[owner]}/${id}/revoke`, { method: 'POST', body }),
    refresh,
  );
}

/** The result of a request with the key. It does not count as a use, so it does not start a grace period. */
export function tryKey(secret: string): Promise<TestedApiKey> {
  return apiFetch<TestedApiKey>('/app/api-keys/test', { method: 'POST', body: { secret } });
}
