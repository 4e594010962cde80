import type { KeyTrafficView } from '@billhook/contract/identity/key-traffic';
import type { KeyOutcome } from '@billhook/domain/identity/key-outcome';
import { TimePlot, type PlotSeries } from '@billhook/ui/components/time-plot';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { useMemo } from 'react';
import { outcomesIn, requestsOf } from './request-outcomes.js';

const COLOURS: Readonly<Record<KeyOutcome, PlotSeries['colour']>> = {
  ok: 'blue',
  refused: 'amber',
  limited: 'violet',
  failed: 'red',
  dead: 'grey',
};

/** Requests by day and outcome as stacked bars. The table shows the same for people who cannot see them. */
export function TrafficPlot({ days }: { days: KeyTrafficView['days'] }) {
  const { t } = useTexts('keyPage');
  const format = useFormat();
  const times = useMemo(() => days.map(({ day }) => `${day}T00:00:00Z`), [days]);
  const series = useMemo(
    () =>
      outcomesIn(days).map((outcome) => ({
        name: t(`traffic.outcomes.${outcome}`),
        colour: COLOURS[outcome],
        values: days.map((day) => day[outcome]),
      })),
    [days, t],
  );
  const totalOf = (index: number): string => {
    const count = days[index] ? requestsOf(days[index]) : 0;
    return t('traffic.total', { count, number: format.number(count) });
  };
  return (
    <TimePlot
      kind="bars"
      label={t('traffic.plot')}
      times={times}
      bucket="day"
      series={series}
      write={format.number}
      note={totalOf}
    />
  );
}
