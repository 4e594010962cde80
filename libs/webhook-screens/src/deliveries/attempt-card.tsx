import { ATTEMPT_ERROR_TEXTS } from '@billhook/contract/webhooks/attempt-error-texts';
import type { AttemptView, WebhookDeliveryDetail } from '@billhook/contract/webhooks/delivery';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { inLanguage } from '@billhook/ui/domain-texts';
import { DOT } from '@billhook/ui/dot';
import { useFormat } from '@billhook/ui/use-format';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Group, Stack, Text } from '@mantine/core';
import { IconBulb, IconChevronRight } from '@tabler/icons-react';
import { addedError } from './added-error.js';
import { AttemptRequest, AttemptResponse } from './attempt-exchange.js';
import { AttemptOutcomeBadge } from './delivery-status.js';
import { TimingBar } from './timing-bar.js';

interface AttemptCardProps {
  readonly attempt: AttemptView;
  readonly delivery: WebhookDeliveryDetail;
  /** Whether it is shown in full at first: the last attempt is. */
  readonly opened: boolean;
}

/** One attempt: a line of the timeline, which opens to the request, the response and the duration of each phase. */
export function AttemptCard({ attempt, delivery, opened }: AttemptCardProps) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const language = useLanguage();
  const added = addedError(attempt);
  const kind = attempt.errorKind;
  return (
    <details className="pt-attempt" open={opened}>
      <summary>
        <IconChevronRight size={16} className="pt-chevron" aria-hidden="true" />
        <Group justify="space-between" gap="xs" flex={1}>
          <Group gap="sm">
            <Text size="sm" fw={600} component="span">
              {t('drawer.attempt', { number: attempt.number })}
            </Text>
            <AttemptOutcomeBadge outcome={attempt.outcome} />
            {attempt.responseStatus !== null && (
              <Text size="sm" className="bh-mono" component="span">
                {t('log.httpStatus', { status: attempt.responseStatus })}
              </Text>
            )}
          </Group>
          <Text size="xs" c="dimmed" component="span">
            <RelativeTime at={attempt.startedAt} />
            {attempt.durationMs !== null &&
              `${DOT}${t('drawer.took', { duration: format.duration(attempt.durationMs) })}`}
            {`${DOT}${t(`drawer.trigger.${delivery.test ? 'Test' : delivery.manual ? 'Record' : attempt.trigger}`)}`}
          </Text>
        </Group>
      </summary>
      <Stack gap="sm" className="pt-attempt-body">
        {added && (
          <Text size="sm" c="var(--mantine-color-error)" className="bh-anywhere">
            {inLanguage(added, language)}
          </Text>
        )}
        {kind && (
          <div className="pt-check">
            <IconBulb size={16} aria-hidden="true" />
            <div>
              <Text size="sm">{inLanguage(ATTEMPT_ERROR_TEXTS[kind].happened, language)}</Text>
              <Text size="sm" mt={4}>
                <b>{t('drawer.check')}</b> {inLanguage(ATTEMPT_ERROR_TEXTS[kind].check, language)}
              </Text>
            </div>
          </div>
        )}
        <TimingBar timings={attempt.timings} />
        <AttemptRequest attempt={attempt} delivery={delivery} />
        <AttemptResponse attempt={attempt} hidden={delivery.missingPermission !== null} />
      </Stack>
    </details>
  );
}
