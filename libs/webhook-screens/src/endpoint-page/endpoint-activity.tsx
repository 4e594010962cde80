import '@billhook/ui/valid-language';
import type { WebhookStatsView } from '@billhook/contract/webhooks/endpoint-health';
import { EXACT_ATTEMPTS } from '@billhook/domain/webhooks/attempt-figures';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import { STATS_RANGES, type StatsRange } from './endpoint-search.js';
import { useEndpointStats } from './endpoint-stats.queries.js';

const TimePlot = lazy(() => import('@billhook/ui/components/time-plot').then((file) => ({ default: file.TimePlot })));

const RANGES = Object.keys(STATS_RANGES) as StatsRange[];

interface EndpointActivityProps {
  readonly endpointId: number;
  readonly range: StatsRange;
  readonly onRange: (range: StatsRange) => void;
}

/** Outcomes and response times of the attempts, over time. */
export function EndpointActivity({ endpointId, range, onRange }: EndpointActivityProps) {
  const { t } = useTexts('portal');
  const stats = useEndpointStats(endpointId, range);
  return (
    <Stack gap="md">
      <Group justify="flex-end">
        <SegmentedControl
          size="xs"
          aria-label={t('endpointPage.range.label')}
          value={range}
          data={RANGES.map((value) => ({ value, label: t(`endpointPage.range.${value}`) }))}
          onChange={(value) => onRange(RANGES.find((known) => known === value) ?? 'day')}
        />
      </Group>
      {stats.data ? (
        <Plots stats={stats.data} />
      ) : stats.error ? (
        <ErrorState error={stats.error} onRetry={() => void stats.refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </Stack>
  );
}

function Plots({ stats }: { readonly stats: WebhookStatsView }) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const { bucket, buckets, totals } = stats;
  const times = useMemo(() => buckets.map(({ start }) => start), [buckets]);
  const outcomes = useMemo(
    () => [
      { name: t('endpointPage.activity.succeeded'), colour: 'green' as const, values: buckets.map((b) => b.succeeded) },
      { name: t('endpointPage.activity.failed'), colour: 'red' as const, values: buckets.map((b) => b.failed) },
    ],
    [buckets, t],
  );
  const latencies = useMemo(
    () => [
      { name: t('endpointPage.activity.p50'), colour: 'blue' as const, values: buckets.map((b) => b.p50Ms) },
      { name: t('endpointPage.activity.p95'), colour: 'amber' as const, values: buckets.map((b) => b.p95Ms) },
    ],
    [buckets, t],
  );
  const count = useCallback((value: number) => format.number(value), [format]);
  const duration = useCallback((value: number) => format.duration(value), [format]);
  const total = totals.succeeded + totals.failed;
  const numbers = { number: format.number(total), failed: format.number(totals.failed) };
  return (
    <div className="pt-activity">
      <Activity
        title={t('words.attempts')}
        lead={t('endpointPage.activity.attemptsLead', { count: total, ...numbers })}
        note={`${t('endpointPage.activity.counted')}${bucket === 'day' ? ` ${t('endpointPage.activity.utc')}` : ''}`}
        isEmpty={total === 0}
        plot={
          <TimePlot
            kind="bars"
            label={t('endpointPage.activity.attemptsPlot')}
            series={outcomes}
            write={count}
            {...{ times, bucket }}
          />
        }
        table={
          <StatsTable
            stats={stats}
            label={t('endpointPage.activity.attemptsTable')}
            columns={[
              [t('endpointPage.activity.succeeded'), ({ succeeded }) => count(succeeded)],
              [t('endpointPage.activity.failed'), ({ failed }) => count(failed)],
            ]}
          />
        }
      />
      <Activity
        title={t('endpointPage.activity.latency')}
        lead={
          totals.p50Ms === null || totals.p95Ms === null
            ? t('endpointPage.activity.noLatency')
            : t(latencyLead(total), { p50: duration(totals.p50Ms), p95: duration(totals.p95Ms) })
        }
        isEmpty={total === 0}
        plot={
          <TimePlot
            kind="lines"
            label={t('endpointPage.activity.latencyPlot')}
            series={latencies}
            write={duration}
            {...{ times, bucket }}
          />
        }
        table={
          <StatsTable
            stats={stats}
            label={t('endpointPage.activity.latencyTable')}
            columns={[
              [t('endpointPage.activity.p50'), ({ p50Ms }) => (p50Ms === null ? '' : duration(p50Ms))],
              [t('endpointPage.activity.p95'), ({ p95Ms }) => (p95Ms === null ? '' : duration(p95Ms))],
            ]}
          />
        }
      />
    </div>
  );
}

/** The figures of few attempts are exact, and those of many are estimated. */
function latencyLead(attempts: number) {
  if (attempts === 1) return 'endpointPage.activity.latencyOne' as const;
  return attempts <= EXACT_ATTEMPTS ? 'endpointPage.activity.latencyLead' : 'endpointPage.activity.latencyAbout';
}

interface ActivityProps {
  readonly title: string;
  readonly lead: string;
  readonly note?: string;
  readonly isEmpty: boolean;
  readonly plot: ReactNode;
  readonly table: ReactNode;
}

/** One plot or, on request, its table. */
function Activity({ title, lead, note, isEmpty, plot, table }: ActivityProps) {
  const { t } = useTexts('portal');
  const [asTable, setAsTable] = useState(false);
  const Icon = asTable ? IconChartBar : IconTable;
  return (
    <section className="bh-panel pt-section" aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <div>
            <Title order={2}>{title}</Title>
            {!isEmpty && (
              <Text size="sm" c="dimmed">
                {lead}
              </Text>
            )}
          </div>
          {!isEmpty && (
            <Button
              variant="default"
              size="xs"
              leftSection={<Icon size={16} aria-hidden="true" />}
              onClick={() => setAsTable(!asTable)}
            >
              {t(asTable ? 'endpointPage.activity.showPlot' : 'endpointPage.activity.showTable')}
            </Button>
          )}
        </Group>
        {isEmpty ? (
          <Text size="sm">{t('endpointPage.activity.none')}</Text>
        ) : asTable ? (
          table
        ) : (
          <Suspense fallback={<Skeleton height={245} />}>{plot}</Suspense>
        )}
        {note && !isEmpty && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
      </Stack>
    </section>
  );
}

type StatsBucket = WebhookStatsView['buckets'][number];

interface StatsTableProps {
  readonly stats: WebhookStatsView;
  readonly label: string;
  readonly columns: readonly (readonly [string, (bucket: StatsBucket) => string])[];
}

/** The buckets with attempts, the newest first. */
function StatsTable({ stats, label, columns }: StatsTableProps) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const rows = stats.buckets.filter(({ succeeded, failed }) => succeeded + failed > 0).toReversed();
  const time: Column<StatsBucket> = {
    key: 'time',
    header: t('endpointPage.activity.time'),
    render: ({ start }) => (stats.bucket === 'day' ? format.day(start.slice(0, 10)) : format.dateTime(start)),
  };
  return (
    <div className="pt-stats-table" tabIndex={0} role="region" aria-label={label}>
      <DataTable
        label={label}
        columns={[
          time,
          ...columns.map(([header, render]) => ({ key: header, header, render, align: 'right' as const })),
        ]}
        rows={rows}
        rowKey={({ start }) => start}
      />
    </div>
  );
}
