import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import type { WebhookRunView } from '@billhook/contract/webhooks/run';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { RUN_PERIODS } from './run-period.js';
import { RunProgress } from './run-progress.js';
import { useRun, useRunCount, useStartRun, type RunChoice } from './runs.queries.js';

const CHOICE: RunChoice = { kind: 'RecoverFailed', since: RUN_PERIODS.week };

/** Whether it delivers again after messages failed within the last day, which can now be resent. */
const hasRecovered = ({ status, health, deliveries }: WebhookEndpointView): boolean =>
  status === 'Enabled' && health.state !== 'Paused' && health.failingSince === null && deliveries.failed > 0;

interface RunOfferProps {
  readonly endpoint: WebhookEndpointView;
  readonly onMore: () => void;
}

/** Offers to resend what failed, once the endpoint works again. The offer stays until its run has been seen. */
export function RunOffer({ endpoint, onMore }: RunOfferProps) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const starting = useStartRun(endpoint.id);
  const [started, setStarted] = useState<WebhookRunView>();
  const run = useRun(started);
  const count = useRunCount(endpoint.id, hasRecovered(endpoint) && !started ? CHOICE : undefined);
  const total = hasRecovered(endpoint) ? (count.data?.total ?? 0) : 0;
  if (!run && total === 0) return null;
  return (
    <section className="bh-panel pt-section" aria-labelledby="offer-title">
      <Stack gap="sm">
        <Title order={2} id="offer-title">
          {t('recover.offerTitle')}
        </Title>
        {run ? (
          <RunProgress run={run} label={t('recover.progressLabel')} />
        ) : (
          <>
            <Text size="sm">{t('recover.offer', { count: total, number: format.number(total) })}</Text>
            <Group gap="sm">
              <Button
                leftSection={<IconRefresh size={16} aria-hidden="true" />}
                loading={starting.pending}
                onClick={() => starting.start([CHOICE], { onSuccess: setStarted })}
              >
                {t('recover.offerAction')}
              </Button>
              <Button variant="default" onClick={onMore}>
                {t('recover.more')}
              </Button>
            </Group>
          </>
        )}
        {starting.error && <ErrorState error={starting.error} />}
      </Stack>
    </section>
  );
}
