import type { EnabledWebhookEndpoint, WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import type { WebhookRunView } from '@billhook/contract/webhooks/run';
import { missingToRead } from '@billhook/domain/webhooks/event-access';
import type { RunKind } from '@billhook/domain/webhooks/run';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { usePortal } from '../session/session.queries.js';
import { RunProgress } from './run-progress.js';
import { useRun, useStartRun } from './runs.queries.js';

export type Missed = NonNullable<EnabledWebhookEndpoint['missed']>;

/** Whether there is anything to send: an unknown count may not be zero. */
export const hasMissed = ({ failed, missing }: Missed): boolean => failed > 0 || missing !== 0;

interface MissedMessagesProps {
  readonly endpoint: WebhookEndpointView;
  readonly missed: Missed;
}

/** What an endpoint missed while it was disabled: the number of messages, and a run for each kind. */
export function MissedMessages({ endpoint, missed }: MissedMessagesProps) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const { permissions } = usePortal();
  const { since, failed, missing } = missed;
  const { id: endpointId, eventTypes } = endpoint;
  const unread = eventTypes.map((type) => missingToRead(permissions, type)).find(Boolean);
  const hidden = missing === null && unread !== undefined;
  return (
    <section className="bh-panel pt-section" aria-labelledby="missed-title">
      <Stack gap="md">
        <div>
          <Title order={2} id="missed-title">
            {t('missed.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('missed.lead', { when: format.dateTime(since) })}
          </Text>
        </div>
        {failed > 0 && (
          <MissedKind
            kind="RecoverFailed"
            {...{ endpointId, since }}
            icon={<IconRefresh size={16} />}
            count={t('missed.failed', { count: failed })}
            label={t('words.resend')}
          />
        )}
        {hidden && <Text>{t('missed.hidden', { permission: unread })}</Text>}
        {missing !== 0 && !hidden && (
          <MissedKind
            kind="ReplayMissing"
            {...{ endpointId, since }}
            icon={<IconSend size={16} />}
            count={missing === null ? t('missed.uncounted') : t('missed.missing', { count: missing })}
            label={t('missed.replay')}
          />
        )}
      </Stack>
    </section>
  );
}

interface MissedKindProps {
  readonly endpointId: number;
  readonly since: string;
  readonly kind: RunKind;
  readonly icon: ReactNode;
  /** How many messages a run would send. */
  readonly count: string;
  readonly label: string;
}

function MissedKind({ endpointId, since, kind, icon, count, label }: MissedKindProps) {
  const starting = useStartRun(endpointId);
  const [started, setStarted] = useState<WebhookRunView>();
  const run = useRun(started);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <Text>{count}</Text>
        {!run && (
          <Button
            variant="default"
            leftSection={icon}
            loading={starting.pending}
            onClick={() => starting.start([{ kind, since }], { onSuccess: setStarted })}
          >
            {label}
          </Button>
        )}
      </Group>
      {starting.error && <ErrorState error={starting.error} />}
      {run && <RunProgress run={run} label={label} />}
    </Stack>
  );
}
