import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import type { PreviewWebhookEndpoint, WebhookPreviewView } from '@billhook/contract/webhooks/endpoint-preview';
import type { EventTypeView } from '@billhook/contract/webhooks/event-type';
import { EVENT_TYPES, type EventType } from '@billhook/domain/shared/event-types';
import { missingToRead } from '@billhook/domain/webhooks/event-access';
import { ApiError, apiFetch } from '@billhook/ui/api-fetch';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usePortal } from '../session/session.queries.js';
import { urlErrorOf } from './url-error.js';

const PATH = '/portal/api/webhook-endpoints';

/** How long typing pauses before a request. */
const PAUSE_MS = 400;
const STALE_MS = 60_000;

/** Not while only the scheme is typed. */
const isWorthChecking = (url: string): boolean => !['https://', 'http://'].some((scheme) => scheme.startsWith(url));

export interface UrlCheck {
  readonly state: 'unchecked' | 'checking' | 'accepted' | 'rejected';
  /** The rule that it breaks, in the words of the API. */
  readonly rejection?: string;
}

/** Checks a URL while it is typed, with a dry run of the creation. */
export function useUrlCheck(url: string): UrlCheck {
  const { permissions } = usePortal();
  const type = EVENT_TYPES.find((each) => !missingToRead(permissions, each));
  const [checked] = useDebouncedValue(url.trim(), PAUSE_MS);
  const isWanted = isWorthChecking(checked) && type !== undefined;
  const check = useQuery({
    queryKey: ['endpoint-url', checked],
    queryFn: ({ signal }) => rejectionOf(checked, type ?? 'invoice.paid', signal),
    enabled: isWanted,
    staleTime: STALE_MS,
    retry: false,
  });
  if (!isWanted || checked !== url.trim() || check.error) return { state: 'unchecked' };
  if (check.data === undefined) return { state: 'checking' };
  return check.data === null ? { state: 'accepted' } : { state: 'rejected', rejection: check.data };
}

async function rejectionOf(url: string, type: EventType, signal: AbortSignal): Promise<string | null> {
  const body = { url, eventTypes: [type] };
  try {
    await apiFetch<WebhookEndpointView>(PATH, { method: 'POST', body, headers: { prefer: 'dry-run' }, signal });
    return null;
  } catch (error) {
    const rejection = error instanceof ApiError ? urlErrorOf(error) : undefined;
    if (rejection === undefined) throw error;
    return rejection;
  }
}

/** The messages that these event types, and a filter, would have sent. */
export function usePreview({ eventTypes, filter }: PreviewWebhookEndpoint) {
  const [chosen] = useDebouncedValue(JSON.stringify({ eventTypes, ...(filter && { filter }) }), PAUSE_MS);
  return useQuery({
    queryKey: ['endpoint-preview', chosen],
    queryFn: ({ signal }) =>
      apiFetch<WebhookPreviewView>(`${PATH}/preview`, { method: 'POST', body: JSON.parse(chosen) as object, signal }),
    enabled: eventTypes.length > 0 && chosen !== '{"eventTypes":[]}',
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    retry: false,
  });
}

export function useEventExample(type: EventType) {
  return useQuery({
    queryKey: ['event-type', type],
    queryFn: ({ signal }) => apiFetch<EventTypeView>(`/portal/api/event-types/${type}`, { signal }),
    staleTime: Infinity,
  });
}
