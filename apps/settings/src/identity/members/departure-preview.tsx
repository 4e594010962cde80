import './members.css';
import type { DepartureView, PreviewDeparture } from '@billhook/contract/identity/member';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { ErrorState } from '@billhook/ui/components/error-state';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useDeparture } from './members.queries.js';

type AffectedKey = NonNullable<DepartureView['keys']>[number];

/** What a change would stop, shown before it. */
export function DeparturePreview({ memberId, change }: { memberId: number; change: PreviewDeparture }) {
  const { t } = useTexts('members');
  const ui = useTexts('ui');
  const preview = useDeparture(memberId, change);
  if (preview.error) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data) {
    return (
      <Group gap="sm" role="status">
        <Loader size="sm" aria-hidden="true" />
        <Text size="sm">{ui.t('loading')}</Text>
      </Group>
    );
  }
  const { keys, keyCount, stoppingKeyCount, sessions } = preview.data;
  if (keyCount === 0 && sessions === 0) {
    return (
      <Alert role="status" color="green" icon={<IconCheck size={20} />}>
        {t(change.change === 'permissions' ? 'departure.nothingForKeys' : 'departure.nothing')}
      </Alert>
    );
  }
  return (
    <Stack gap="sm" role="status">
      <Alert color="yellow" icon={<IconAlertTriangle size={20} />} title={t('departure.title')}>
        {keyCount > 0 && <Text size="sm">{t('departure.counts', { count: keyCount })}</Text>}
        {keys === null && keyCount > 0 && (
          <Text size="sm">{t('departure.keysHidden', { count: stoppingKeyCount })}</Text>
        )}
        {sessions > 0 && <Text size="sm">{t('departure.sessions', { count: sessions })}</Text>}
      </Alert>
      {keys !== null && keys.length > 0 && <AffectedKeys keys={keys} forGood={change.change === 'remove'} />}
    </Stack>
  );
}

function AffectedKeys({ keys, forGood }: { keys: readonly AffectedKey[]; forGood: boolean }) {
  const { t } = useTexts('members');
  const format = useFormat();
  const columns: Column<AffectedKey>[] = [
    {
      key: 'key',
      header: t('departure.key'),
      wide: true,
      render: ({ name, prefix }) => (
        <>
          <Text size="sm" fw={600} className="bh-anywhere">
            {name}
          </Text>
          <Text c="dimmed" className="bh-mono">
            {prefix}…
          </Text>
        </>
      ),
    },
    {
      key: 'effect',
      header: t('departure.effect'),
      render: ({ stops, loses }) =>
        stops
          ? t(forGood ? 'departure.revoked' : 'departure.stops')
          : t('departure.loses', { permissions: format.list(loses) }),
    },
    {
      key: 'lastUse',
      header: t('departure.lastUse'),
      render: ({ lastUsedAt, lastUsedFrom }) =>
        lastUsedAt ? (
          <>
            <RelativeTime at={lastUsedAt} />
            {lastUsedFrom && (
              <Text size="xs" c="dimmed" className="bh-anywhere">
                {t('departure.from', { address: lastUsedFrom })}
              </Text>
            )}
          </>
        ) : (
          t('departure.neverUsed')
        ),
    },
    {
      key: 'requests',
      header: t('departure.requests'),
      align: 'right',
      render: ({ requests7d }) => format.number(requests7d),
    },
  ];
  return (
    <div className="bh-panel mb-affected" tabIndex={0} role="group" aria-label={t('departure.table')}>
      <DataTable label={t('departure.table')} columns={columns} rows={keys} rowKey={({ id }) => id} />
    </div>
  );
}
