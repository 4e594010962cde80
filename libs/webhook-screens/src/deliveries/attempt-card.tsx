import type { AttemptView } from '@billhook/contract/webhooks/webhook-delivery';
import { CodeBlock } from '@billhook/ui/components/code-block';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { indentJson } from '@billhook/ui/indent-json';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Group, Stack, Text } from '@mantine/core';
import { addedError } from './added-error.js';
import { AttemptOutcomeBadge } from './delivery-status.js';

interface AttemptCardProps {
  readonly attempt: AttemptView;
  readonly isTest: boolean;
  /** Whether the response is hidden from the member. */
  readonly hidden: boolean;
}

/** One attempt: outcome, status code, duration, the error in words, and the response of the receiver. */
export function AttemptCard({ attempt, isTest, hidden }: AttemptCardProps) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const fault = addedError(attempt.responseStatus, attempt.error);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Group gap="sm">
          <Text size="sm" fw={600}>
            {t('drawer.attempt', { number: attempt.number })}
          </Text>
          <AttemptOutcomeBadge outcome={attempt.outcome} />
          {attempt.responseStatus !== null && (
            <Text size="sm" className="bh-mono">
              {t('log.httpStatus', { status: attempt.responseStatus })}
            </Text>
          )}
        </Group>
        <Text size="xs" c="dimmed" component="div">
          <RelativeTime at={attempt.startedAt} />
          {attempt.durationMs !== null && ` · ${t('drawer.took', { duration: format.duration(attempt.durationMs) })}`}
          {` · ${t(`drawer.trigger.${isTest ? 'Test' : attempt.trigger}`)}`}
        </Text>
      </Group>
      {fault && (
        <Text size="sm" c="var(--mantine-color-error)" className="bh-anywhere">
          {fault}
        </Text>
      )}
      {attempt.responseBody && (
        <CodeBlock
          title={t('drawer.response')}
          code={indentJson(attempt.responseBody)}
          copyLabel={t('drawer.copyResponse')}
          copyText={attempt.responseBody}
          wrap
        />
      )}
      {attempt.responseStatus !== null && !attempt.responseBody && !hidden && (
        <Text size="xs" c="dimmed">
          {t('drawer.emptyResponse')}
        </Text>
      )}
    </Stack>
  );
}
