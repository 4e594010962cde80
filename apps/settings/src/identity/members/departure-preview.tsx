import './members.css';
import type { DepartureView, PreviewDeparture } from '@billhook/contract/identity/departure';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { ErrorState } from '@billhook/ui/components/error-state';
import { LoadingLine } from '@billhook/ui/components/loading';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useDeparture } from './members.queries.js';

type Affected = NonNullable<DepartureView['applications']>[number] & { readonly prefix?: string };

/** Shows what a change would stop before it is made. */
export function DeparturePreview({ memberId, change }: { memberId: number; change: PreviewDeparture }) {
  const { t } = useTexts('members');
  const preview = useDeparture(memberId, change);
  if (preview.error) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data) {
    return <LoadingLine gap="sm" role="status" loader="sm" text={t('ui:loading')} />;
  }
  const { keys, keyCount, stoppingKeyCount, sessions } = preview.data;
  const { applications, applicationCount, stoppingApplicationCount } = preview.data;
  if (keyCount === 0 && applicationCount === 0 && sessions === 0) {
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
        {applicationCount > 0 && <Text size="sm">{t('departure.applicationCounts', { count: applicationCount })}</Text>}
        {applications === null && applicationCount > 0 && (
          <Text size="sm">{t('departure.applicationsHidden', { count: stoppingApplicationCount })}</Text>
        )}
        {sessions > 0 && <Text size="sm">{t('departure.sessions', { count: sessions })}</Text>}
      </Alert>
      <AffectedTable
        label={t('departure.table')}
        header={t('departure.key')}
        rows={keys ?? []}
        forGood={change.change === 'remove'}
      />
      <AffectedTable
        label={t('departure.applicationTable')}
        header={t('departure.application')}
        rows={applications ?? []}
        forGood={change.change === 'remove'}
      />
    </Stack>
  );
}

interface AffectedTableProps {
  readonly label: string;
  /** The kind of the rows. */
  readonly header: string;
  readonly rows: readonly Affected[];
  readonly forGood: boolean;
}

/** Keys or applications that stop working or lose permissions; nothing without any. */
function AffectedTable({ label, header, rows, forGood }: AffectedTableProps) {
  const { t } = useTexts('members');
  const format = useFormat();
  if (rows.length === 0) return null;
  const columns: Column<Affected>[] = [
    {
      key: 'name',
      header,
      wide: true,
      render: ({ name, prefix }) => (
        <>
          <Text size="sm" fw={600} className="bh-anywhere">
            {name}
          </Text>
          {prefix !== undefined && (
            <Text c="dimmed" className="bh-mono">
              {prefix}…
            </Text>
          )}
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
            <RelativeTime ofCompany at={lastUsedAt} />
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
    <div className="bh-panel mb-affected" tabIndex={0} role="group" aria-label={label}>
      <DataTable label={label} columns={columns} rows={rows} rowKey={({ id }) => id} />
    </div>
  );
}
