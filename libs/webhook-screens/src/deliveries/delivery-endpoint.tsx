import type { WebhookDeliveryView } from '@billhook/contract/webhooks/webhook-delivery';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';

/** The endpoint of a message, even if it was deleted. */
export function DeliveryEndpoint({ delivery }: { readonly delivery: WebhookDeliveryView }) {
  const { t } = useTexts('portal');
  return (
    <>
      <span className="bh-anywhere">{delivery.endpointUrl}</span>
      {delivery.endpointDeletedAt !== null && (
        <Text size="xs" c="dimmed">
          {t('log.deletedEndpoint')}
        </Text>
      )}
    </>
  );
}
