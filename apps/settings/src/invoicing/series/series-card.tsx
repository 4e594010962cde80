import './series.css';
import type { SeriesView } from '@billhook/contract/invoicing/series';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react';
import { useToday } from '../../shared/dates/use-today.js';
import { Facts } from '../../shared/workspace/detail.js';
import { SeriesGaps } from './series-gaps.js';
import type { SeriesOverlap } from './series-overlap.rules.js';
import { nextNumbers } from './series-preview.js';
import { useSeriesAudit } from './series.queries.js';

interface SeriesCardProps {
  readonly series: SeriesView;
  readonly overlap: SeriesOverlap | undefined;
  /** Undefined without the permission. `used` says whether the series has assigned a number. */
  readonly onEdit: ((series: SeriesView, used: boolean) => void) | undefined;
}

/** A number series: its pattern, its next numbers, and the proof that none is missing. */
export function SeriesCard({ series, overlap, onEdit }: SeriesCardProps) {
  const { t } = useTexts('series');
  const format = useFormat();
  const audit = useSeriesAudit(series.id);
  const today = useToday();
  return (
    <article className="st-series">
      <Group justify="space-between" align="flex-start" gap="sm" mb="sm" wrap="nowrap">
        <div>
          <Title order={3} className="bh-mono" fz="md">
            {series.code}
          </Title>
          {series.code === 'default' && (
            <Text size="sm" c="dimmed">
              {t('defaultSeries')}
            </Text>
          )}
        </div>
        {onEdit && (
          <Button
            variant="default"
            size="xs"
            flex="none"
            leftSection={<IconPencil size={14} aria-hidden="true" />}
            aria-label={t('editOf', { code: series.code, kind: t(`kind.${series.kind}`) })}
            onClick={() => onEdit(series, (audit.data?.periods.length ?? 1) > 0)}
          >
            {t('edit')}
          </Button>
        )}
      </Group>
      <Facts
        facts={[
          { label: t('pattern'), value: <code className="bh-mono">{series.pattern}</code> },
          { label: t('resets'), value: t(`reset.${series.reset}`) },
          { label: t('start'), value: series.start > 1 && format.number(series.start) },
          { label: t('next'), value: <Numbers numbers={nextNumbers(series, series, today)} /> },
          { label: t('lastDate'), value: series.lastDate ? format.day(series.lastDate) : t('lastDateNone') },
        ]}
      />
      {overlap && (
        <Alert color="yellow" mt="sm" icon={<IconAlertTriangle size={20} />} title={t('overlap')}>
          {t('overlapBody', {
            code: overlap.other.code,
            kind: t(`kind.${overlap.other.kind}`),
            number: overlap.number,
          })}
        </Alert>
      )}
      <SeriesGaps code={series.code} query={audit} />
    </article>
  );
}

export function Numbers({ numbers }: { numbers: readonly string[] }) {
  return (
    <ul className="st-numbers">
      {numbers.map((number) => (
        <li key={number} className="bh-mono">
          {number}
        </li>
      ))}
    </ul>
  );
}
