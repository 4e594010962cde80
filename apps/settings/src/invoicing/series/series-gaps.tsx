import type { SeriesAuditView } from '@billhook/contract/invoicing/series';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { ErrorState } from '@billhook/ui/components/error-state';
import { LoadingLine } from '@billhook/ui/components/loading';
import { StatusBadge } from '@billhook/ui/components/status-badge';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleDashed, IconShieldCheck } from '@tabler/icons-react';
import type { useSeriesAudit } from './series.queries.js';

type SeriesPeriod = SeriesAuditView['periods'][number];

interface SeriesGapsProps {
  readonly code: string;
  readonly query: ReturnType<typeof useSeriesAudit>;
}

/** The proof that a series has no gaps, or the missing numbers. */
export function SeriesGaps({ code, query }: SeriesGapsProps) {
  const { t } = useTexts('series');
  const { data: audit, error } = query;
  if (error) return <ErrorState error={error} onRetry={() => void query.refetch()} />;
  return (
    <div className="st-audit">
      {audit ? (
        <>
          <Verdict audit={audit} />
          {audit.periods.length > 0 && <Periods code={code} periods={audit.periods} />}
        </>
      ) : (
        <LoadingLine role="status" text={t('audit.running')} />
      )}
    </div>
  );
}

function Verdict({ audit }: { audit: SeriesAuditView }) {
  const { t } = useTexts('series');
  if (audit.periods.length === 0) {
    return (
      <StatusBadge tone="neutral" icon={IconCircleDashed}>
        {t('audit.unused')}
      </StatusBadge>
    );
  }
  const count = audit.periods.reduce((sum, period) => sum + period.expected, 0);
  return (
    <Group gap="sm" align="center">
      <StatusBadge
        tone={audit.continuous ? 'positive' : 'negative'}
        icon={audit.continuous ? IconShieldCheck : IconAlertTriangle}
      >
        {t(audit.continuous ? 'audit.continuous' : 'audit.broken')}
      </StatusBadge>
      <Text size="sm">{audit.continuous ? t('audit.continuousBody', { count }) : t('audit.brokenBody')}</Text>
    </Group>
  );
}

function Periods({ code, periods }: { code: string; periods: readonly SeriesPeriod[] }) {
  const { t } = useTexts('series');
  const format = useFormat();
  const columns: Column<SeriesPeriod>[] = [
    {
      key: 'period',
      header: t('words:period'),
      render: ({ period }) => (period === 'all' ? t('audit.all') : period),
    },
    {
      key: 'range',
      header: t('audit.range'),
      render: ({ firstNumber, lastNumber }) => (
        <span className="bh-mono bh-anywhere">
          {firstNumber === lastNumber ? firstNumber : `${firstNumber ?? ''} – ${lastNumber ?? ''}`}
        </span>
      ),
    },
    {
      key: 'count',
      header: t('audit.count'),
      render: ({ count, expected }) =>
        t('audit.of', { count: format.number(count), expected: format.number(expected) }),
    },
    { key: 'result', header: t('audit.result'), render: (period) => <PeriodResult period={period} /> },
  ];
  return (
    <DataTable label={t('audit.table', { code })} columns={columns} rows={periods} rowKey={({ period }) => period} />
  );
}

function PeriodResult({ period }: { period: SeriesPeriod }) {
  const { t } = useTexts('series');
  const { missing, outOfOrder, duplicated, count, expected } = period;
  if (missing.length === 0 && outOfOrder.length === 0 && duplicated.length === 0) {
    return count > expected ? t('audit.twice') : t('audit.continuous');
  }
  return (
    <div className="bh-anywhere">
      {missing.length > 0 && <div>{t('audit.missing', { numbers: missing.join(', ') })}</div>}
      {outOfOrder.length > 0 && <div>{t('audit.outOfOrder', { numbers: outOfOrder.join(', ') })}</div>}
      {duplicated.length > 0 && <div>{t('audit.duplicated', { numbers: duplicated.join(', ') })}</div>}
    </div>
  );
}
