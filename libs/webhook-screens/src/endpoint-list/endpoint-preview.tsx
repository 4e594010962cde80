import type { PreviewWebhookEndpoint, WebhookPreviewView } from '@billhook/contract/webhooks/endpoint-preview';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { EVENTS } from '@billhook/domain/shared/event-types';
import { ErrorState } from '@billhook/ui/components/error-state';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { DOT } from '@billhook/ui/dot';
import { useFormat } from '@billhook/ui/use-format';
import { useNow } from '@billhook/ui/use-now';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack, Text } from '@mantine/core';
import { usePreview } from '../endpoints/endpoint-checks.queries.js';

type PreviewProps = Pick<PreviewWebhookEndpoint, 'eventTypes' | 'filter'>;

/** How many messages a selection would have sent, in one sentence. */
export function PreviewSentence({ eventTypes, filter }: PreviewProps) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const now = useNow();
  const { data, error } = usePreview({ eventTypes, filter });
  if (eventTypes.length === 0) return t('adding.preview.choose');
  if (!data) return error ? null : t('adding.preview.loading');
  const { total, atLeast, since } = data;
  const days = Math.max(1, Math.round((now.getTime() - Date.parse(since)) / DAY_MS));
  const count = { count: total, formatted: format.number(total) };
  const sent = atLeast ? t('adding.preview.atLeast', count) : t('adding.preview.exact', count);
  return (
    <>
      {t('adding.preview.days', { count: days })}
      <b>{total === 0 && !atLeast ? t('adding.preview.none') : sent}</b>
      {atLeast && ` ${t('adding.preview.partial')}`}
    </>
  );
}

/** The messages that a selection would have sent, by event type, and the newest of them. Empty without any. */
export function EndpointPreview({ eventTypes, filter }: PreviewProps) {
  const { t } = useTexts('portal');
  const preview = usePreview({ eventTypes, filter });
  if (eventTypes.length === 0) return null;
  if (preview.error) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data || preview.data.total === 0) return null;
  return (
    <section className="pt-preview" aria-labelledby="preview-title">
      <Text size="sm" fw={600} id="preview-title">
        {t('adding.preview.title')}
      </Text>
      <PreviewResult preview={preview.data} />
    </section>
  );
}

function PreviewResult({ preview }: { preview: WebhookPreviewView }) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const { eventTypes, examples } = preview;
  const found = eventTypes.filter((each) => each.count > 0);
  return (
    <Stack gap="xs">
      {found.length > 1 && (
        <ul className="pt-counted">
          {found.map((each) => (
            <li key={each.type}>
              <code>{each.type}</code> {format.number(each.count)}
            </li>
          ))}
        </ul>
      )}
      {examples.length > 0 && (
        <Text size="xs" c="dimmed" component="div">
          {t('adding.preview.newest')}
          <ul className="pt-newest">
            {examples.map(({ id, type, resourceId, createdAt }) => (
              <li key={id}>
                <code>{type}</code>
                {DOT}
                {t(`adding.preview.record.${EVENTS[type].resource}`, { id: resourceId })}
                {DOT}
                <RelativeTime ofCompany at={createdAt} />
              </li>
            ))}
          </ul>
        </Text>
      )}
    </Stack>
  );
}
