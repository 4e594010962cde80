import type { WebhookDeliveryDetail } from '@billhook/contract/webhooks/webhook-delivery';
import { CodeBlock } from '@billhook/ui/components/code-block';
import { ErrorState } from '@billhook/ui/components/error-state';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { eventSummary } from '@billhook/ui/domain-texts';
import { indentJson } from '@billhook/ui/indent-json';
import { notify } from '@billhook/ui/notify';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Button, Center, Drawer, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { AttemptCard } from './attempt-card.js';
import { DeliveryEndpoint } from './delivery-endpoint.js';
import { DeliveryStatusBadge } from './delivery-status.js';
import { useDelivery, useResend } from './deliveries.queries.js';

/** The details of one message to one endpoint. The address contains its id, so it can be linked to. */
export function DeliveryDrawer({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const { t } = useTexts('portal');
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size={640}
      padding="lg"
      title={t('drawer.title')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'ui' }) }}
      styles={{ title: { fontWeight: 650, fontSize: '1.125rem' } }}
    >
      {id !== undefined && <DeliveryContent id={id} />}
    </Drawer>
  );
}

function DeliveryContent({ id }: { id: number }) {
  const { t } = useTexts('portal');
  const delivery = useDelivery(id);
  if (delivery.data) return <Delivery delivery={delivery.data} />;
  if (delivery.error) return <ErrorState error={delivery.error} onRetry={() => void delivery.refetch()} />;
  return (
    <Center py="xl">
      <Loader role="status" aria-label={t('loading', { ns: 'ui' })} />
    </Center>
  );
}

function Delivery({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { t } = useTexts('portal');
  const language = useLanguage();
  const resend = useResend(delivery.id);
  const canResend = delivery.endpointDeletedAt === null;
  const attempts = delivery.attempts.toSorted((a, b) => b.number - a.number);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Text fw={600} className="bh-mono">
            {delivery.eventType}
          </Text>
          <Text size="sm" c="dimmed">
            {eventSummary(delivery.eventType, language)}
          </Text>
        </div>
        {canResend && (
          <Button
            leftSection={<IconRefresh size={16} />}
            loading={resend.pending}
            aria-describedby="resend-hint"
            onClick={() => resend.start([], { onSuccess: () => notify.done(t('drawer.resent')) })}
          >
            {t('drawer.resend')}
          </Button>
        )}
      </Group>
      {resend.error && <ErrorState error={resend.error} />}
      <DeliveryFacts delivery={delivery} />
      <Stack gap="sm">
        <Title order={3}>{t('drawer.attempts')}</Title>
        {attempts.length === 0 && <Text size="sm">{t('drawer.noAttempts')}</Text>}
        <ol className="pt-attempts" reversed>
          {attempts.map((attempt) => (
            <li key={attempt.number} className="bh-panel">
              <AttemptCard attempt={attempt} isTest={delivery.test} hidden={delivery.missingPermission !== null} />
            </li>
          ))}
        </ol>
        <Text size="xs" c="dimmed" id="resend-hint">
          {t(canResend ? 'drawer.resendHint' : 'drawer.deletedHint')}
        </Text>
      </Stack>
      {delivery.body === null ? (
        <Text size="sm" c="dimmed">
          {delivery.missingPermission
            ? t('drawer.bodyHidden', { permission: delivery.missingPermission })
            : t('drawer.bodyGone')}
        </Text>
      ) : (
        <CodeBlock
          title={t('drawer.body')}
          code={indentJson(delivery.body)}
          copyLabel={t('drawer.copyBody')}
          copyText={delivery.body}
          wrap
        />
      )}
    </Stack>
  );
}

function DeliveryFacts({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { t } = useTexts('portal');
  return (
    <dl className="pt-facts">
      <dt>{t('drawer.status')}</dt>
      <dd>
        <DeliveryStatusBadge status={delivery.status} />
      </dd>
      {delivery.nextAttemptAt && (
        <>
          <dt>{t('drawer.next')}</dt>
          <dd>
            <RelativeTime at={delivery.nextAttemptAt} />
          </dd>
        </>
      )}
      <dt>{t('drawer.created')}</dt>
      <dd>
        <RelativeTime at={delivery.createdAt} />
      </dd>
      <dt>{t('drawer.endpoint')}</dt>
      <dd>
        <DeliveryEndpoint delivery={delivery} />
      </dd>
      <dt>{t('drawer.messageId')}</dt>
      <dd className="bh-mono">{delivery.eventId}</dd>
    </dl>
  );
}
