import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { EVENT_TYPES } from '@billhook/domain/shared/event-types';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react';

/** The results of the last 24 hours, without counts of zero. */
export function DeliveryCounts({ deliveries }: Pick<WebhookEndpointView, 'deliveries'>) {
  const { t } = useTexts('portal');
  const { delivered, failed, waiting } = deliveries;
  if (delivered + failed + waiting === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('list.quiet')}
      </Text>
    );
  }
  return (
    <div className="pt-counts">
      {delivered > 0 && (
        <span>
          <IconCheck size={14} aria-hidden="true" /> {t('list.delivered', { count: delivered })}
        </span>
      )}
      {failed > 0 && (
        <span>
          <IconAlertTriangle size={14} aria-hidden="true" /> {t('list.failed', { count: failed })}
        </span>
      )}
      {waiting > 0 && (
        <span>
          <IconClock size={14} aria-hidden="true" /> {t('list.waiting', { count: waiting })}
        </span>
      )}
    </div>
  );
}

export function useEventCount() {
  const { t } = useTexts('portal');
  return (count: number) => (count === EVENT_TYPES.length ? t('words.allEvents') : t('list.eventCount', { count }));
}
