import type { WebhookRunView } from '@billhook/contract/webhooks/webhook-run';
import { apiFetch } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deliveryKeys } from '../deliveries/deliveries.queries.js';

/** The routes of an endpoint that start a run. */
export type RunStart = 'recover' | 'replay-missing';

const FOLLOW_MS = 1_000;

/** Starts a run over everything since a moment. Returns the run, which continues after the response. */
export function useStartRun(endpointId: number, start: RunStart) {
  const client = useQueryClient();
  return useAction(
    (since: string) =>
      apiFetch<WebhookRunView>(`/portal/api/webhook-endpoints/${endpointId}/${start}`, {
        method: 'POST',
        body: { since },
      }),
    () => client.invalidateQueries({ queryKey: deliveryKeys.all }),
  );
}

/** The run, polled until it ends; undefined until one is started. */
export function useRun(started: WebhookRunView | undefined): WebhookRunView | undefined {
  const { data } = useQuery({
    queryKey: ['runs', started?.id ?? 0],
    queryFn: ({ signal }) => apiFetch<WebhookRunView>(`/portal/api/webhook-runs/${started?.id ?? 0}`, { signal }),
    enabled: started !== undefined,
    refetchInterval: ({ state }) => {
      const { status } = state.data ?? { status: 'Running' };
      return status === 'Running' || status === 'Paused' ? FOLLOW_MS : false;
    },
  });
  return data ?? started;
}
