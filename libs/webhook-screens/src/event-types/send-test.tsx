import type { WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import type { EventType } from '@billhook/domain/shared/event-types';
import { missingToRead } from '@billhook/domain/webhooks/event-access';
import { ErrorState } from '@billhook/ui/components/error-state';
import { DOT } from '@billhook/ui/dot';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, NativeSelect, Radio, Stack, Text, Title } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { TestResponse } from '../deliveries/test-response.js';
import { useEndpoints } from '../endpoints/endpoints.queries.js';
import { WebhooksLink } from '../routing/webhooks-link.js';
import { usePortal } from '../session/session.queries.js';
import { useRecentEvents, useSendTestEvent } from './event-types.queries.js';

/** Sends a test of an event type to an endpoint, with example data or the data of an event, and shows the response in place. */
export function SendTest({ type }: { type: EventType }) {
  const { t } = useTexts('portal');
  const { permissions } = usePortal();
  const endpoints = useEndpoints();
  const enabled = (endpoints.data?.pages.flatMap(({ data }) => data) ?? []).filter(
    ({ status }) => status === 'Enabled',
  );
  const missing = missingToRead(permissions, type) ?? (permissions.includes('event.read') ? undefined : 'event.read');
  const [endpoint, setEndpoint] = useState('');
  const [content, setContent] = useState('example');
  const [event, setEvent] = useState('');
  const [sent, setSent] = useState<WebhookDeliveryView>();
  const send = useSendTestEvent();
  const isReal = content === 'real';
  const events = useRecentEvents(type, isReal);
  const offered = useOfferedEvents(events.data?.data ?? []);
  const endpointId = Number(endpoint) || enabled[0]?.id;
  const eventId = event || offered[0]?.value;
  const submit = () => {
    if (endpointId === undefined) return;
    const body = isReal && eventId !== undefined ? { eventId } : { eventType: type };
    send.start([endpointId, body], { onSuccess: setSent });
  };
  return (
    <section className="bh-panel pt-section" aria-labelledby="send-title">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4" id="send-title">
            {t('eventTypes.send')}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {t('eventTypes.sendLead')}
          </Text>
        </div>
        {endpoints.error && <ErrorState error={endpoints.error} onRetry={() => void endpoints.refetch()} />}
        {endpoints.data && enabled.length === 0 && <Text size="sm">{t('eventTypes.noEndpoint')}</Text>}
        {enabled.length > 0 && (
          <>
            <NativeSelect
              label={t('eventTypes.endpoint')}
              maw={480}
              value={String(endpointId ?? '')}
              data={enabled.map(({ id, url }) => ({ value: String(id), label: url }))}
              onChange={({ currentTarget }) => setEndpoint(currentTarget.value)}
            />
            <Radio.Group
              label={t('eventTypes.content')}
              description={missing && t('eventTypes.noPermission', { permission: missing })}
              value={content}
              onChange={setContent}
            >
              <Group gap="lg" mt={6}>
                <Radio value="example" label={t('eventTypes.example')} />
                <Radio value="real" label={t('eventTypes.real')} disabled={missing !== undefined} />
              </Group>
            </Radio.Group>
            {isReal && offered.length > 0 && (
              <NativeSelect
                label={t('eventTypes.event')}
                maw={480}
                value={eventId}
                data={offered}
                onChange={({ currentTarget }) => setEvent(currentTarget.value)}
              />
            )}
            {isReal && events.data && offered.length === 0 && <Text size="sm">{t('eventTypes.noEvent')}</Text>}
            {isReal && events.error && <ErrorState error={events.error} onRetry={() => void events.refetch()} />}
            <Group>
              <Button
                leftSection={<IconSend size={16} />}
                loading={send.pending}
                disabled={isReal && eventId === undefined}
                onClick={submit}
              >
                {t('eventTypes.submit')}
              </Button>
            </Group>
          </>
        )}
        {send.error && <ErrorState error={send.error} />}
        {sent && (
          <section aria-labelledby="test-result">
            <Stack gap="sm">
              <Title order={3} size="h5" id="test-result">
                {t('eventTypes.result')}
              </Title>
              <TestResponse key={sent.id} deliveryId={sent.id} />
              <Text size="sm">
                <WebhooksLink className="pt-link" to={`/endpoints/${sent.endpointId}`}>
                  {t('eventTypes.details')}
                </WebhooksLink>
              </Text>
            </Stack>
          </section>
        )}
      </Stack>
    </section>
  );
}

/** The choices for a test from an event: the record by its number or name, and when it happened. */
function useOfferedEvents(events: readonly { id: string; createdAt: string; data: object | null }[]) {
  const format = useFormat();
  return events
    .filter(({ data }) => data !== null)
    .map(({ id, createdAt, data }) => {
      const record = data as { id: number; number?: string | null; name?: string };
      const name = record.number ?? record.name ?? '';
      return { value: id, label: `${name || `#${record.id}`}${DOT}${format.dateTime(createdAt)}` };
    });
}
