import type { WebhookRunView } from '@billhook/contract/webhooks/run';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { PagedList } from '@billhook/ui/components/paged-list';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { StatusBadge, type StatusTone } from '@billhook/ui/components/status-badge';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack, Text, Title } from '@mantine/core';
import { IconBan, IconCheck, IconHistory, IconPlayerPause, IconSend, type Icon } from '@tabler/icons-react';
import { RunActions } from './run-actions.js';
import { RunBar } from './run-progress.js';
import { useRuns } from './runs.queries.js';

const LOOKS: Readonly<Record<WebhookRunView['status'], { readonly tone: StatusTone; readonly icon: Icon }>> = {
  Running: { tone: 'info', icon: IconSend },
  Paused: { tone: 'warning', icon: IconPlayerPause },
  Cancelled: { tone: 'neutral', icon: IconBan },
  Completed: { tone: 'positive', icon: IconCheck },
};

/** The history of an endpoint's runs, with the progress of those that have not ended. */
export function RunList({ endpointId }: { readonly endpointId: number }) {
  const { t } = useTexts('portal');
  const runs = useRuns(endpointId);
  const rows = runs.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section aria-labelledby="runs-title">
      <Stack gap="sm">
        <Title order={2} id="runs-title">
          {t('recover.history')}
        </Title>
        <div className="bh-panel">
          <PagedList
            query={runs}
            isEmpty={rows.length === 0}
            empty={
              <EmptyState icon={IconHistory} title={t('recover.emptyTitle')}>
                {t('recover.emptyBody')}
              </EmptyState>
            }
          >
            <RunTable rows={rows} />
          </PagedList>
        </div>
      </Stack>
    </section>
  );
}

function RunTable({ rows }: { readonly rows: readonly WebhookRunView[] }) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const columns: Column<WebhookRunView>[] = [
    {
      key: 'run',
      header: t('recover.columns.run'),
      wide: true,
      render: ({ kind, createdAt }) => (
        <>
          <Text size="sm" fw={600}>
            {t(`recover.kinds.${kind}`)}
          </Text>
          <Text size="xs" c="dimmed" component="div">
            <RelativeTime at={createdAt} />
          </Text>
        </>
      ),
    },
    {
      key: 'period',
      header: t('recover.columns.period'),
      render: ({ since, until, eventTypes }) => (
        <Text size="sm" component="div">
          {t('recover.period', { since: format.date(since), until: format.date(until) })}
          {eventTypes && (
            <Text size="xs" c="dimmed" title={format.list(eventTypes)}>
              {t('recover.types', { count: eventTypes.length })}
            </Text>
          )}
        </Text>
      ),
    },
    {
      key: 'status',
      header: t('words.status'),
      render: ({ status }) => <StatusBadge {...LOOKS[status]}>{t(`recover.status.${status}`)}</StatusBadge>,
    },
    {
      key: 'progress',
      header: t('recover.columns.progress'),
      render: (run) => (
        <div className="pt-run-progress">
          {(run.status === 'Running' || run.status === 'Paused') && (
            <RunBar run={run} label={t('recover.progressLabel')} />
          )}
          {run.total === null
            ? t('recover.progressUnknown', { done: format.number(run.done) })
            : t('recover.progress', { done: format.number(run.done), total: format.number(run.total) })}
        </div>
      ),
    },
    {
      key: 'actions',
      header: t('words.actions'),
      wide: true,
      render: (run) => <RunActions run={run} />,
    },
  ];
  return <DataTable label={t('recover.historyTable')} columns={columns} rows={rows} rowKey={({ id }) => id} grows />;
}
