import type { ApiKeyList, KeyPolicy, RevokeApiKeys, RevokedKeys } from '@billhook/contract/identity/key';
import type { MemberList } from '@billhook/contract/identity/member';
import { apiFetch, query } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useQuery } from '@tanstack/react-query';
import type { KeyFilters } from '../keys/key-search.js';
import { apiKeyKeys, KEY_PATHS, useRefreshKeys } from '../keys/keys.queries.js';

/** The members to choose an owner from. Requires member.manage. */
export function useOwners(enabled: boolean) {
  return useQuery({
    queryKey: ['members', 'owners'],
    queryFn: ({ signal }) => apiFetch<MemberList>('/app/members', { signal }),
    enabled,
  });
}

/** The effect of revoking these keys. Loaded each time the dialog opens. */
export function useRevokePreview(ids: readonly number[]) {
  return useQuery({
    queryKey: [...apiKeyKeys.all, 'revoke-preview', ids],
    queryFn: ({ signal }) =>
      apiFetch<RevokedKeys>(`${KEY_PATHS.company}/revoke/preview`, { method: 'POST', body: { ids }, signal }),
    gcTime: 0,
  });
}

export function useRevokeKeys() {
  const refresh = useRefreshKeys();
  return useAction(
    (body: RevokeApiKeys) => apiFetch<RevokedKeys>(`${KEY_PATHS.company}/revoke`, { method: 'POST', body }),
    refresh,
  );
}

export function useSaveKeyPolicy() {
  const refresh = useRefreshKeys();
  return useAction(
    (body: KeyPolicy) => apiFetch<KeyPolicy>('/app/company/key-policy', { method: 'PUT', body }),
    refresh,
  );
}

/** The number of active keys that the policy would not allow today. */
export function useKeysOutsidePolicy() {
  const filters = { outsidePolicy: 'true', limit: 1 };
  return useQuery({
    queryKey: apiKeyKeys.list('company', filters),
    queryFn: ({ signal }) => apiFetch<ApiKeyList>(KEY_PATHS.company + query(filters), { signal }),
    select: ({ counts }) => Object.values(counts).reduce((sum, count) => sum + count, 0),
  });
}

/** The URL of the export of all keys that match the filters. */
export function keyExportPath(filters: KeyFilters): string {
  return `${KEY_PATHS.company}/export${query({ format: 'csv', ...filters })}`;
}
