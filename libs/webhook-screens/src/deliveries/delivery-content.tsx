import type { WebhookDeliveryDetail } from '@billhook/contract/webhooks/delivery';
import { CodeBlock } from '@billhook/ui/components/code-block';
import { CopyButton } from '@billhook/ui/components/copy-button';
import { ErrorState } from '@billhook/ui/components/error-state';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { eventSummary } from '@billhook/ui/domain-texts';
import { indentJson } from '@billhook/ui/indent-json';
import { notify } from '@billhook/ui/notify';
import { useFormat } from '@billhook/ui/use-format';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconBan, IconRefresh, IconSend } from '@tabler/icons-react';
import { MayChange } from '../frame/may-change.js';
import { UrlText } from '../frame/url-text.js';
import { WebhooksLink } from '../routing/webhooks-link.js';
import { AttemptCard } from './attempt-card.js';
import { canDo, canSendRecord, useDeliveryAction, useSendRecord } from './deliveries.queries.js';
import { DeliveryEndpoint } from './delivery-endpoint.js';
import { DeliveryStatusBadge } from './delivery-status.js';
import { RecordLink } from './record-link.js';

interface DeliveryContentProps {
  readonly delivery: WebhookDeliveryDetail;
  /** Shows all deliveries of an event. */
  readonly onFilter: (event: string) => void;
}

/** A delivery: what can be done with it, its details, and its attempts, newest first. */
export function DeliveryContent({ delivery, onFilter }: DeliveryContentProps) {
  const { t } = useTexts('portal');
  const language = useLanguage();
  const attempts = delivery.attempts.toSorted((a, b) => b.number - a.number);
  const wasSent = delivery.attempts.length > 0;
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
        <DeliveryActions delivery={delivery} />
      </Group>
      <DeliveryFacts delivery={delivery} onFilter={onFilter} />
      <Stack gap="sm">
        <Title order={3}>{t('words.attempts')}</Title>
        {!wasSent && <Text size="sm">{t('drawer.noAttempts')}</Text>}
        <ol className="pt-attempts" reversed>
          {attempts.map((attempt, index) => (
            <li key={attempt.number} className="bh-panel">
              <AttemptCard attempt={attempt} delivery={delivery} opened={index === 0} />
            </li>
          ))}
        </ol>
        <Text size="xs" c="dimmed" id="resend-hint">
          {t(canDo.resend(delivery) ? 'drawer.resendHint' : 'drawer.deletedHint')}
        </Text>
      </Stack>
      {delivery.body === null && (
        <Text size="sm" c="dimmed">
          {delivery.missingPermission
            ? t('drawer.bodyHidden', { permission: delivery.missingPermission })
            : t('drawer.bodyGone')}
        </Text>
      )}
      {delivery.body !== null && !wasSent && (
        <CodeBlock
          title={t('drawer.bodyToSend')}
          code={indentJson(delivery.body)}
          copyLabel={t('drawer.copyBody')}
          copyText={delivery.body}
          wrap
        />
      )}
    </Stack>
  );
}

function DeliveryActions({ delivery }: Pick<DeliveryContentProps, 'delivery'>) {
  const { t } = useTexts('portal');
  const resend = useDeliveryAction(delivery.id, 'resend');
  const cancel = useDeliveryAction(delivery.id, 'cancel');
  const sendRecord = useSendRecord(delivery);
  const failure = resend.error ?? cancel.error ?? sendRecord.error;
  return (
    <>
      <MayChange>
        <Group gap="xs">
          {canDo.resend(delivery) && (
            <Button
              leftSection={<IconRefresh size={16} />}
              loading={resend.pending}
              aria-describedby="resend-hint"
              onClick={() => resend.start([], { onSuccess: () => notify.done(t('drawer.resent')) })}
            >
              {t('drawer.resend')}
            </Button>
          )}
          {canSendRecord(delivery) && (
            <Button
              variant="default"
              leftSection={<IconSend size={16} />}
              loading={sendRecord.pending}
              onClick={() => sendRecord.start([], { onSuccess: () => notify.done(t('drawer.recordSent')) })}
            >
              {t('drawer.sendRecord')}
            </Button>
          )}
          {canDo.cancel(delivery) && (
            <Button
              variant="default"
              leftSection={<IconBan size={16} />}
              loading={cancel.pending}
              onClick={() => cancel.start([], { onSuccess: () => notify.done(t('drawer.cancelled')) })}
            >
              {t('drawer.cancel')}
            </Button>
          )}
        </Group>
      </MayChange>
      {failure && <ErrorState error={failure} />}
    </>
  );
}

function DeliveryFacts({ delivery, onFilter }: DeliveryContentProps) {
  const { t } = useTexts('portal');
  const format = useFormat();
  return (
    <dl className="pt-facts">
      <dt>{t('words.status')}</dt>
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
      <dt>{t('words.created')}</dt>
      <dd>
        <RelativeTime at={delivery.createdAt} />
      </dd>
      {delivery.finishedAt && (
        <>
          <dt>{t('drawer.finished')}</dt>
          <dd>
            <RelativeTime at={delivery.finishedAt} />
          </dd>
        </>
      )}
      <dt>{t('words.endpoint')}</dt>
      <dd>
        {delivery.endpointDeletedAt === null ? (
          <WebhooksLink to={`/endpoints/${delivery.endpointId}`} className="pt-link">
            <UrlText url={delivery.endpointUrl} />
          </WebhooksLink>
        ) : (
          <DeliveryEndpoint delivery={delivery} />
        )}
      </dd>
      {!delivery.test && (
        <>
          <dt>{t('drawer.record')}</dt>
          <dd>
            <RecordLink resource={delivery.resource} id={delivery.resourceId} />
          </dd>
        </>
      )}
      {delivery.sequence !== null && (
        <>
          <dt>{t('drawer.sequence')}</dt>
          <dd>{format.number(delivery.sequence)}</dd>
        </>
      )}
      <dt>{t('drawer.messageId')}</dt>
      <dd>
        <span className="pt-copied">
          <span className="bh-mono">{delivery.eventId}</span>
          <CopyButton text={delivery.eventId} label={t('drawer.copyMessageId')} />
        </span>
        <UnstyledButton className="pt-link pt-small" onClick={() => onFilter(delivery.eventId)}>
          {t('drawer.sameEvent')}
        </UnstyledButton>
      </dd>
    </dl>
  );
}
