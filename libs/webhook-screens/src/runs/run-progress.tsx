import type { WebhookRunView } from '@billhook/contract/webhooks/run';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Progress, Stack, Text } from '@mantine/core';
import { RunActions } from './run-actions.js';

/** A run in progress: a bar with its numbers, and what can be done with it. */
export function RunProgress({ run, label }: { readonly run: WebhookRunView; readonly label: string }) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const { status, total, done } = run;
  const numbers = { done: format.number(done), total: format.number(total ?? done) };
  return (
    <Stack gap="xs">
      <div role="status">
        {(status === 'Running' || status === 'Paused') && <RunBar run={run} label={label} />}
        <Text size="sm">{t(total === null ? 'missed.sent' : `missed.run.${status}`, numbers)}</Text>
      </div>
      <RunActions run={run} />
    </Stack>
  );
}

/** The bar alone; nothing if the number of messages is not known. */
export function RunBar({ run, label }: { readonly run: WebhookRunView; readonly label: string }) {
  const { total, done, status } = run;
  if (total === null || total === 0) return null;
  return (
    <Progress
      value={(done / total) * 100}
      aria-label={label}
      size="lg"
      mb={4}
      {...(status === 'Paused' && { color: 'gray.6' })}
      {...(status === 'Running' && { animated: true })}
    />
  );
}
