import type { WebhookDeliveryDetail } from '@billhook/contract/webhooks/delivery';
import { CodeBlock } from '@billhook/ui/components/code-block';
import { ErrorState } from '@billhook/ui/components/error-state';
import { LoadingLine } from '@billhook/ui/components/loading';
import { inLanguage } from '@billhook/ui/domain-texts';
import { indentJson } from '@billhook/ui/indent-json';
import { useFormat } from '@billhook/ui/use-format';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { addedError } from './added-error.js';
import { useDelivery } from './deliveries.queries.js';
import { DeliveryStatusBadge } from './delivery-status.js';

/**
 * The response to a test message: status, code, duration, error in words, and body. It gets the focus when it arrives, which also scrolls
 * to it: the button that sent the test may be at the end of a dialog.
 */
export function TestResponse({ deliveryId }: { readonly deliveryId: number }) {
  const { t } = useTexts('portal');
  const delivery = useDelivery(deliveryId);
  const region = useRef<HTMLDivElement>(null);
  const hasArrived = Boolean(delivery.data?.attempts.at(-1)?.outcome);
  useEffect(() => {
    region.current?.scrollIntoView({ block: 'nearest' });
    if (hasArrived) region.current?.focus({ preventScroll: true });
  }, [hasArrived]);
  if (delivery.error && !delivery.data) {
    return <ErrorState error={delivery.error} onRetry={() => void delivery.refetch()} />;
  }
  return (
    <div ref={region} role="status" tabIndex={-1} className="pt-response">
      {delivery.data && hasArrived ? (
        <Response delivery={delivery.data} />
      ) : (
        <LoadingLine text={t('adding.test.waiting')} />
      )}
    </div>
  );
}

function Response({ delivery }: { readonly delivery: WebhookDeliveryDetail }) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const language = useLanguage();
  const attempt = delivery.attempts.at(-1);
  if (!attempt) return null;
  const { responseStatus, responseBody, durationMs } = attempt;
  const permission = delivery.missingPermission;
  const error = addedError(attempt);
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <DeliveryStatusBadge status={delivery.status} />
        {responseStatus !== null && (
          <Text size="sm" className="bh-mono">
            {t('log.httpStatus', { status: responseStatus })}
          </Text>
        )}
        {durationMs !== null && (
          <Text size="sm" c="dimmed">
            {t('adding.test.took', { duration: format.duration(durationMs) })}
          </Text>
        )}
      </Group>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" className="bh-anywhere">
          {inLanguage(error, language)}
        </Text>
      )}
      {responseBody && (
        <CodeBlock
          title={t('words.response')}
          code={indentJson(responseBody)}
          copyLabel={t('words.copyResponse')}
          copyText={responseBody}
          wrap
        />
      )}
      {responseStatus !== null && !responseBody && (
        <Text size="sm" c="dimmed">
          {permission ? t('adding.test.hidden', { permission }) : t('words.emptyResponse')}
        </Text>
      )}
    </Stack>
  );
}
