import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useSendTest } from './deliveries.queries.js';
import { TestResponse } from './test-response.js';

/** Sends a test message, and shows the response when it arrives. */
export function EndpointTest({ endpoint }: { endpoint: WebhookEndpointView }) {
  const { t } = useTexts('portal');
  const test = useSendTest(endpoint.id);
  const [eventType, setEventType] = useState(endpoint.eventTypes[0]);
  const [deliveryId, setDeliveryId] = useState<number>();
  const send = () => test.start([{ eventType }], { onSuccess: ({ id }) => setDeliveryId(id) });
  return (
    <Stack gap="sm" component="section" aria-labelledby="test-title">
      <div>
        <Title order={3} id="test-title">
          {t('adding.test.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('adding.test.lead')}
        </Text>
      </div>
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label={t('adding.test.event')}
          value={eventType}
          data={[...endpoint.eventTypes]}
          onChange={({ currentTarget }) =>
            setEventType(endpoint.eventTypes.find((type) => type === currentTarget.value))
          }
        />
        <Button variant="default" leftSection={<IconSend size={16} />} loading={test.pending} onClick={send}>
          {t('adding.test.send')}
        </Button>
      </Group>
      {test.error && <ErrorState error={test.error} />}
      {deliveryId !== undefined && <TestResponse key={deliveryId} deliveryId={deliveryId} />}
    </Stack>
  );
}
