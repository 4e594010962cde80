import type { EndPreviousSecrets, WebhookSecretUseView } from '@billhook/contract/webhooks/endpoint-secret';
import { apiFetch } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { endpointKeys } from '../endpoints/endpoints.queries.js';

const pathOf = (endpointId: number) => `/portal/api/webhook-endpoints/${endpointId}`;
const keyOf = (endpointId: number) => [...endpointKeys.one(endpointId), 'secrets'] as const;

/** The times of the active secrets and the recent deliveries that each verifies; no secret itself. */
export function useSecretUse(endpointId: number) {
  return useQuery({
    queryKey: keyOf(endpointId),
    queryFn: ({ signal }) => apiFetch<WebhookSecretUseView>(`${pathOf(endpointId)}/secrets`, { signal }),
    refetchInterval: 10_000,
  });
}

/** Reloads the endpoint, whose version a rotation increments, and its secrets. */
export function useRefreshSecrets(endpointId: number) {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: endpointKeys.one(endpointId) }), [client, endpointId]);
}

/** Ends one previous secret, named by its creation time. */
export function useEndSecret(endpointId: number) {
  const refresh = useRefreshSecrets(endpointId);
  return useAction(
    (body: EndPreviousSecrets) =>
      apiFetch<WebhookSecretUseView>(`${pathOf(endpointId)}/end-previous-secrets`, { method: 'POST', body }),
    refresh,
  );
}
