import type { WebhookEndpointView } from '@billhook/contract/webhooks/webhook-endpoint';
import { CodeBlock } from '@billhook/ui/components/code-block';
import { ErrorState } from '@billhook/ui/components/error-state';
import { indentJson } from '@billhook/ui/indent-json';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Loader, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { addedError } from '../deliveries/added-error.js';
import { useDelivery } from '../deliveries/deliveries.queries.js';
import { DeliveryStatusBadge } from '../deliveries/delivery-status.js';
import { useSendTest } from './endpoints.queries.js';

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
          {t('endpoints.test.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('endpoints.test.lead')}
        </Text>
      </div>
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label={t('endpoints.test.event')}
          value={eventType}
          data={[...endpoint.eventTypes]}
          onChange={({ currentTarget }) =>
            setEventType(endpoint.eventTypes.find((type) => type === currentTarget.value))
          }
        />
        <Button variant="default" leftSection={<IconSend size={16} />} loading={test.pending} onClick={send}>
          {t('endpoints.test.send')}
        </Button>
      </Group>
      {test.error && <ErrorState error={test.error} />}
      {deliveryId !== undefined && <TestResponse deliveryId={deliveryId} />}
    </Stack>
  );
}

/** The response to a test message: status, code, duration, error in words, and body. */
export function TestResponse({ deliveryId }: { deliveryId: number }) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const delivery = useDelivery(deliveryId);
  const attempt = delivery.data?.attempts.at(-1);
  if (delivery.error && !delivery.data) {
    return <ErrorState error={delivery.error} onRetry={() => void delivery.refetch()} />;
  }
  if (!delivery.data || !attempt?.outcome) {
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden="true" />
        <Text size="sm">{t('endpoints.test.waiting')}</Text>
      </Group>
    );
  }
  const { responseStatus, responseBody, durationMs } = attempt;
  const permission = delivery.data.missingPermission;
  const error = addedError(responseStatus, attempt.error);
  return (
    <Stack gap="xs" role="status">
      <Group gap="sm">
        <DeliveryStatusBadge status={delivery.data.status} />
        {responseStatus !== null && (
          <Text size="sm" className="bh-mono">
            {t('log.httpStatus', { status: responseStatus })}
          </Text>
        )}
        {durationMs !== null && (
          <Text size="sm" c="dimmed">
            {t('endpoints.test.took', { duration: format.duration(durationMs) })}
          </Text>
        )}
      </Group>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" className="bh-anywhere">
          {error}
        </Text>
      )}
      {responseBody && (
        <CodeBlock
          title={t('endpoints.test.response')}
          code={indentJson(responseBody)}
          copyLabel={t('endpoints.test.copyResponse')}
          copyText={responseBody}
          wrap
        />
      )}
      {responseStatus !== null && !responseBody && (
        <Text size="sm" c="dimmed">
          {permission ? t('endpoints.test.hidden', { permission }) : t('endpoints.test.empty')}
        </Text>
      )}
    </Stack>
  );
}
