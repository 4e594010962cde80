import type { WebhookRunView } from '@billhook/contract/webhooks/run';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Stack } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useMayChange } from '../session/session.queries.js';
import { useMoveRun } from './runs.queries.js';

/** Pause or resume, and cancel; nothing for a run that has ended. */
export function RunActions({ run }: { readonly run: WebhookRunView }) {
  const { t } = useTexts('portal');
  const move = useMoveRun();
  const { id, status } = run;
  const mayChange = useMayChange();
  if (!mayChange || status === 'Completed' || status === 'Cancelled') return null;
  const isRunning = status === 'Running';
  const Icon = isRunning ? IconPlayerPause : IconPlayerPlay;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon size={14} aria-hidden="true" />}
          disabled={move.pending}
          onClick={() => move.start([id, isRunning ? 'pause' : 'resume'])}
        >
          {t(isRunning ? 'recover.pause' : 'recover.resume')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconX size={14} aria-hidden="true" />}
          disabled={move.pending}
          onClick={() => move.start([id, 'cancel'])}
        >
          {t('recover.cancel')}
        </Button>
      </Group>
      {move.error && <ErrorState error={move.error} />}
    </Stack>
  );
}
