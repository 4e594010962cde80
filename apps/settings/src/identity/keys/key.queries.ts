import type {
  ApiKeyView,
  CreatedApiKey,
  LimitApiKey,
  RotateApiKey,
  UpdateApiKey,
} from '@billhook/contract/identity/key';
import type { KeyTrafficView } from '@billhook/contract/identity/key-traffic';
import { apiFetch, query } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiKeyKeys, KEY_PATHS, REFRESH_MS, useRefreshKeys, type KeyOwner } from './keys.queries.js';

/** A key of the signed-in member, or any key of the company. */
export function useApiKey(owner: KeyOwner, id: number, enabled = true) {
  return useQuery({
    queryKey: apiKeyKeys.one(owner, id),
    queryFn: ({ signal }) => apiFetch<ApiKeyView>(`${KEY_PATHS[owner]}/${id}`, { signal }),
    refetchInterval: REFRESH_MS,
    enabled,
  });
}

/** The requests with a key in that many days, with their origins and outcomes. */
export function useKeyTraffic(owner: KeyOwner, id: number, days: number) {
  return useQuery({
    queryKey: apiKeyKeys.traffic(owner, id, days),
    queryFn: ({ signal }) =>
      apiFetch<KeyTrafficView>(`${KEY_PATHS[owner]}/${id}/traffic${query({ days })}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

export function useUpdateKey(owner: KeyOwner, id: number) {
  const refresh = useRefreshKeys();
  return useAction(
    (body: UpdateApiKey) => apiFetch<ApiKeyView>(`${KEY_PATHS[owner]}/${id}`, { method: 'PATCH', body }),
    refresh,
  );
}

/** Requires api_key.manage for every key, including the member's own. */
export function useLimitKey(id: number) {
  const refresh = useRefreshKeys();
  return useAction(
    (body: LimitApiKey) => apiFetch<ApiKeyView>(`${KEY_PATHS.company}/${id}`, { method: 'PATCH', body }),
    refresh,
  );
}

/** The response contains the secret, so it is not cached: for `useAction`. */
export function rotateApiKey(owner: KeyOwner, id: number, body: RotateApiKey): Promise<CreatedApiKey> {
  return apiFetch<CreatedApiKey>(`${KEY_PATHS[owner]}/${id}/rotate`, { method: 'POST', body });
}
