import { attemptErrorWords } from '@billhook/contract/webhooks/attempt-error-words';
import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { inLanguage } from '@billhook/ui/domain-texts';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Code, Text } from '@mantine/core';
import { WebhooksLink } from '../routing/webhooks-link.js';

interface LastErrorProps {
  readonly endpoint: Pick<WebhookEndpointView, 'id' | 'health'>;
}

/** The last error in words, as a link to its attempt, and its code. Nothing if the last attempt succeeded. */
export function LastError({ endpoint: { id, health } }: LastErrorProps) {
  const { t } = useTexts('portal');
  const language = useLanguage();
  const { lastFailure } = health;
  if (!lastFailure) return null;
  const words = inLanguage(attemptErrorWords(lastFailure), language);
  // Its words begin with the code of the response.
  const hasStatus = lastFailure.errorKind === 'Status' || lastFailure.errorKind === 'Redirect';
  return (
    <span className="pt-last-error">
      <WebhooksLink
        className="pt-link"
        to={`/endpoints/${id}`}
        search={{ delivery: lastFailure.deliveryId }}
        aria-label={t('health.openAttempt', { error: words })}
      >
        {words}
      </WebhooksLink>
      {!hasStatus && <Code>{lastFailure.errorKind}</Code>}
      {lastFailure.test && (
        <Text span size="xs" c="dimmed">
          {t('health.test')}
        </Text>
      )}
    </span>
  );
}
