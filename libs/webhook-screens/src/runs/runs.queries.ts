import type { ListOf } from '@billhook/contract/shared/page';
import type { StartWebhookRun, WebhookRunView } from '@billhook/contract/webhooks/run';
import type { RunKind, RunMove } from '@billhook/domain/webhooks/run';
import { apiFetch, query } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { deliveryKeys } from '../deliveries/deliveries.queries.js';

/** The routes of an endpoint that start a run. */
const STARTS: Readonly<Record<RunKind, string>> = { RecoverFailed: 'recover', ReplayMissing: 'replay-missing' };

const FOLLOW_MS = 1_000;
const REST_MS = 10_000;

export const runKeys = {
  all: ['runs'] as const,
  list: (endpointId: number) => ['runs', 'list', endpointId] as const,
  one: (id: number) => ['runs', 'one', id] as const,
  count: (endpointId: number, kind: RunKind, selection: unknown) =>
    ['runs', 'count', endpointId, kind, selection] as const,
};

const startPath = (endpointId: number, kind: RunKind) => `/portal/api/webhook-endpoints/${endpointId}/${STARTS[kind]}`;

/** The messages of a run. The start is computed when the request is sent. */
export interface RunChoice {
  readonly kind: RunKind;
  /** Milliseconds before now, or an instant. */
  readonly since: number | string;
  readonly until?: string | undefined;
  readonly eventTypes?: StartWebhookRun['eventTypes'];
}

function bodyOf({ since, until, eventTypes }: RunChoice): StartWebhookRun {
  return {
    since: typeof since === 'number' ? new Date(Date.now() - since).toISOString() : since,
    ...(until !== undefined && { until }),
    ...(eventTypes && { eventTypes }),
  };
}

/** Starts a run. Returns it; it continues after the response. */
export function useStartRun(endpointId: number) {
  const client = useQueryClient();
  return useAction(
    (choice: RunChoice) =>
      apiFetch<WebhookRunView>(startPath(endpointId, choice.kind), { method: 'POST', body: bodyOf(choice) }),
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: runKeys.all }),
        client.invalidateQueries({ queryKey: deliveryKeys.all }),
      ]),
  );
}

/**
 * The run that a choice would start: `total` is the number of its messages. Starts nothing.
 * @param lastRun changes when a run starts or ends, after which the messages are counted again
 */
export function useRunCount(endpointId: number, choice: RunChoice | undefined, lastRun?: string) {
  return useQuery({
    queryKey: runKeys.count(endpointId, choice?.kind ?? 'RecoverFailed', { choice, lastRun }),
    queryFn: ({ signal }) =>
      apiFetch<WebhookRunView>(startPath(endpointId, choice?.kind ?? 'RecoverFailed'), {
        method: 'POST',
        body: choice ? bodyOf(choice) : {},
        headers: { prefer: 'dry-run' },
        signal,
      }),
    enabled: choice !== undefined,
    retry: false,
  });
}

const isOpen = ({ status }: Pick<WebhookRunView, 'status'>): boolean => status === 'Running' || status === 'Paused';
const isActive = ({ status }: Pick<WebhookRunView, 'status'>): boolean => status === 'Running';

/** The run, polled until it ends; undefined until one is started. */
export function useRun(started: WebhookRunView | undefined): WebhookRunView | undefined {
  const { data } = useQuery({
    queryKey: runKeys.one(started?.id ?? 0),
    queryFn: ({ signal }) => apiFetch<WebhookRunView>(`/portal/api/webhook-runs/${started?.id ?? 0}`, { signal }),
    enabled: started !== undefined,
    refetchInterval: ({ state }) => {
      return isOpen(state.data ?? { status: 'Running' }) ? FOLLOW_MS : false;
    },
  });
  return data ?? started;
}

/** The runs of an endpoint, newest first, polled faster while one is in progress. */
export function useRuns(endpointId: number) {
  return useInfiniteQuery({
    queryKey: runKeys.list(endpointId),
    queryFn: ({ pageParam, signal }) =>
      apiFetch<ListOf<WebhookRunView>>(
        `/portal/api/webhook-endpoints/${endpointId}/runs${query({ cursor: pageParam, limit: 25 })}`,
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.page.nextCursor,
    refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.data.some(isActive)) ? FOLLOW_MS : REST_MS),
  });
}

/** The newest run of a kind: whether it is in progress, and a text that changes when it starts or ends. Undefined while unknown. */
export function useLastRun(
  endpointId: number,
  kind: RunKind,
): { readonly isOpen: boolean; readonly state: string } | undefined {
  const runs = useRuns(endpointId);
  if (!runs.data) return undefined;
  const last = runs.data.pages.flatMap(({ data }) => data).find((run) => run.kind === kind);
  return { isOpen: last !== undefined && isOpen(last), state: last ? `${last.id} ${last.status}` : '' };
}

/** Pauses, resumes or cancels a run. */
export function useMoveRun() {
  const client = useQueryClient();
  return useAction(
    (id: number, move: RunMove) =>
      apiFetch<WebhookRunView>(`/portal/api/webhook-runs/${id}/${move}`, { method: 'POST' }),
    () => client.invalidateQueries({ queryKey: runKeys.all }),
  );
}
