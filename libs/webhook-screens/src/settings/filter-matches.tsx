import type { PreviewWebhookEndpoint, WebhookPreviewView } from '@billhook/contract/webhooks/endpoint-preview';
import type { EventType } from '@billhook/domain/shared/event-types';
import { apiFetch, asApiError } from '@billhook/ui/api-fetch';
import { LoadingLine } from '@billhook/ui/components/loading';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { filterOf, type FilterDraft } from './filter-draft.js';

/** A request follows the typing after this pause. */
const TYPING_MS = 400;

interface FilterMatchesProps {
  readonly eventTypes: readonly EventType[];
  readonly draft: FilterDraft;
}

/** How many past events the filter matches, counted while it is written. */
export function FilterMatches({ eventTypes, draft }: FilterMatchesProps) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const parsed = filterOf(draft);
  const body: PreviewWebhookEndpoint | undefined =
    'filter' in parsed && eventTypes.length > 0
      ? { eventTypes: [...eventTypes], ...(parsed.filter && { filter: parsed.filter }) }
      : undefined;
  const [asked] = useDebouncedValue(body === undefined ? '' : JSON.stringify(body), TYPING_MS);
  const preview = useQuery({
    queryKey: ['endpoints', 'preview', asked],
    queryFn: ({ signal }) =>
      apiFetch<WebhookPreviewView>('/portal/api/webhook-endpoints/preview', {
        method: 'POST',
        body: JSON.parse(asked) as PreviewWebhookEndpoint,
        signal,
      }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (body === undefined) return null;
  const { total, atLeast } = preview.data ?? { total: 0, atLeast: false };
  const text = atLeast
    ? t('endpointPage.filter.matchesAtLeast', { number: format.number(total) })
    : t('endpointPage.filter.matches', { count: total, number: format.number(total) });
  return (
    <div role="status">
      {preview.error ? (
        <Text size="sm" c="dimmed">
          {asApiError(preview.error).errors[0]?.message ?? asApiError(preview.error).message}
        </Text>
      ) : preview.data ? (
        <Text size="sm" fw={600}>
          {text}
        </Text>
      ) : (
        <LoadingLine text={t('endpointPage.filter.counting')} />
      )}
    </div>
  );
}
