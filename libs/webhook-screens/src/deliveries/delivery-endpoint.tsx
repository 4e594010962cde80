import type { WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { UrlText } from '../frame/url-text.js';

/** The endpoint of a message, even if it was deleted. */
export function DeliveryEndpoint({ delivery }: { readonly delivery: WebhookDeliveryView }) {
  const { t } = useTexts('portal');
  return (
    <>
      <UrlText url={delivery.endpointUrl} />
      {delivery.endpointDeletedAt !== null && (
        <Text size="xs" c="dimmed">
          {t('log.deletedEndpoint')}
        </Text>
      )}
    </>
  );
}
