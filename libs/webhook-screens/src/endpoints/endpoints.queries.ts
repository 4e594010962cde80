import type { ListOf } from '@billhook/contract/shared/page';
import type {
  CreateWebhookEndpoint,
  EnabledWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookEndpointView,
} from '@billhook/contract/webhooks/endpoint';
import type { WebhookSecretView } from '@billhook/contract/webhooks/endpoint-secret';
import type { RotateWebhookSecret } from '@billhook/contract/webhooks/endpoint-secret';
import { apiFetch, apiSend, query } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

const PATH = '/portal/api/webhook-endpoints';

export type CreatedEndpoint = WebhookEndpointView & Pick<WebhookSecretView, 'secret'>;

export const endpointKeys = {
  all: ['endpoints'] as const,
  list: ['endpoints', 'list'] as const,
  one: (id: number) => ['endpoints', 'one', id] as const,
};

export function useEndpoints() {
  return useInfiniteQuery({
    queryKey: endpointKeys.list,
    queryFn: ({ pageParam, signal }) =>
      apiFetch<ListOf<WebhookEndpointView>>(PATH + query({ cursor: pageParam, limit: 100 }), { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.page.nextCursor,
    // The counts of the last 24 hours change with every delivery.
    refetchInterval: 10_000,
  });
}

export function useEndpoint(id: number) {
  return useQuery({
    queryKey: endpointKeys.one(id),
    queryFn: ({ signal }) => apiFetch<WebhookEndpointView>(`${PATH}/${id}`, { signal }),
    refetchInterval: 10_000,
  });
}

/** Reloads lists and endpoints. */
export function useRefreshEndpoints() {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: endpointKeys.all }), [client]);
}

export function useUpdateEndpoint(id: number) {
  const refresh = useRefreshEndpoints();
  return useAction(
    (body: UpdateWebhookEndpoint) => apiFetch<WebhookEndpointView>(`${PATH}/${id}`, { method: 'PATCH', body }),
    refresh,
  );
}

/** Enables the endpoint. Returns it with what it missed. */
export function useEnableEndpoint(id: number) {
  const refresh = useRefreshEndpoints();
  return useAction(() => apiFetch<EnabledWebhookEndpoint>(`${PATH}/${id}/enable`, { method: 'POST' }), refresh);
}

export function useDeleteEndpoint(id: number) {
  const client = useQueryClient();
  return useAction(
    () => apiSend(`${PATH}/${id}`, { method: 'DELETE' }),
    () => {
      // Removed, not invalidated: a reload would get 404 on the page that is being left.
      client.removeQueries({ queryKey: endpointKeys.one(id) });
      return client.invalidateQueries({ queryKey: endpointKeys.list });
    },
  );
}

/* These return signing secrets, which must not be cached: for `useAction`. */

export function createEndpoint(body: CreateWebhookEndpoint): Promise<CreatedEndpoint> {
  return apiFetch<CreatedEndpoint>(PATH, { method: 'POST', body });
}

export function readSecret(id: number): Promise<WebhookSecretView> {
  return apiFetch<WebhookSecretView>(`${PATH}/${id}/secret`);
}

export function rotateSecret(id: number, body: RotateWebhookSecret): Promise<WebhookSecretView> {
  return apiFetch<WebhookSecretView>(`${PATH}/${id}/rotate-secret`, { method: 'POST', body });
}
