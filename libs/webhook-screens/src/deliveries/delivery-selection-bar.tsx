import type { WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import type { ApiError } from '@billhook/ui/api-fetch';
import { Dialog } from '@billhook/ui/components/dialog';
import { DOT } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconBan, IconRefresh, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { UrlText } from '../frame/url-text.js';
import { canDo, type DeliveryAction } from './deliveries.queries.js';
import { useBulkAction, type BulkProgress } from './use-bulk-action.js';

interface DeliverySelectionBarProps {
  readonly selected: readonly WebhookDeliveryView[];
  readonly onSelect: (ids: readonly number[]) => void;
}

/** What can be done with the selected deliveries, its progress, and what failed. */
export function DeliverySelectionBar({ selected, onSelect }: DeliverySelectionBarProps) {
  const { t } = useTexts('portal');
  const { progress, run, stop, clear } = useBulkAction();
  const [asks, setAsks] = useState(false);
  const able = (action: DeliveryAction) => selected.filter(canDo[action]);
  const start = async (action: DeliveryAction) => {
    setAsks(false);
    const { failures } = await run(action, able(action));
    // What failed stays selected, to be tried again.
    onSelect(failures.map(({ delivery }) => delivery.id));
  };
  if (progress?.isRunning) return <Running progress={progress} onStop={stop} />;
  if (selected.length === 0 && !progress) return null;
  const [resend, cancel] = [able('resend').length, able('cancel').length];
  return (
    <section className="pt-selection" aria-label={t('select.label')}>
      {progress && <Finished progress={progress} onClose={clear} />}
      {selected.length > 0 && (
        <Group justify="space-between" gap="sm">
          <Text size="sm" fw={600} role="status">
            {t('select.count', { count: selected.length })}
          </Text>
          <Group gap="xs">
            <Button
              size="xs"
              leftSection={<IconRefresh size={14} />}
              disabled={resend === 0}
              onClick={() => void start('resend')}
            >
              {t('select.resend', { count: resend })}
            </Button>
            {cancel > 0 && (
              <Button size="xs" variant="default" leftSection={<IconBan size={14} />} onClick={() => setAsks(true)}>
                {t('select.cancel', { count: cancel })}
              </Button>
            )}
            <Button size="xs" variant="subtle" color="gray" onClick={() => onSelect([])}>
              {t('select.clear')}
            </Button>
          </Group>
        </Group>
      )}
      {asks && (
        <Dialog opened title={t('select.cancelTitle', { count: cancel })} onClose={() => setAsks(false)}>
          <Text size="sm">{t('select.cancelBody')}</Text>
          <Group justify="flex-end" gap="sm" mt="md">
            <Button variant="default" onClick={() => setAsks(false)}>
              {t('select.keep')}
            </Button>
            <Button color="red.9" onClick={() => void start('cancel')}>
              {t('select.cancelConfirm', { count: cancel })}
            </Button>
          </Group>
        </Dialog>
      )}
    </section>
  );
}

function Running({ progress, onStop }: { progress: BulkProgress; onStop: () => void }) {
  const { t } = useTexts('portal');
  const { action, total, done, failures } = progress;
  const tried = done + failures.length;
  const label = t(`select.running.${action}`, { done: tried, total });
  return (
    <section className="pt-selection" aria-label={t('select.label')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" fw={600} role="status">
          {label}
        </Text>
        <Button size="xs" variant="default" onClick={onStop}>
          {t('select.stop')}
        </Button>
      </Group>
      <Progress.Root size="sm" mt="xs">
        <Progress.Section value={(tried / total) * 100} aria-label={label} />
      </Progress.Root>
    </section>
  );
}

/** The expected errors, in the words of the screen. */
const KNOWN = ['endpoint_disabled', 'endpoint_deleted', 'event_expired', 'action_not_allowed'] as const;

function Finished({ progress, onClose }: { progress: BulkProgress; onClose: () => void }) {
  const { t } = useTexts('portal');
  const { action, done, total, failures } = progress;
  const wordsOf = ({ code, message }: ApiError) => {
    const known = KNOWN.find((each) => each === code);
    return known ? t(`select.errors.${known}`) : message;
  };
  const left = total - done - failures.length;
  return (
    <Stack gap={4} mb="xs">
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm" fw={600} role="status">
          {[
            t(`select.done.${action}`, { count: done }),
            ...(failures.length > 0 ? [t('select.failed', { count: failures.length })] : []),
            ...(left > 0 ? [t('select.left', { count: left })] : []),
          ].join(DOT)}
        </Text>
        <Button size="compact-xs" variant="subtle" color="gray" leftSection={<IconX size={14} />} onClick={onClose}>
          {t('select.dismiss')}
        </Button>
      </Group>
      {failures.length > 0 && (
        <ul className="pt-failures">
          {failures.map(({ delivery, error }) => (
            <li key={delivery.id}>
              <span className="bh-mono">{delivery.eventType}</span>
              {DOT}
              <UrlText url={delivery.endpointUrl} />
              {DOT}
              {wordsOf(error)}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
