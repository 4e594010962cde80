import 'uplot/dist/uPlot.min.css';
import '../keys.css';
import type { KeyTrafficView } from '@billhook/contract/identity/key-traffic';
import type { KeyOutcome } from '@billhook/domain/identity/key-outcome';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import UPlot from 'uplot';
import { outcomesIn, requestsOf } from './request-outcomes.js';

const HEIGHT = 240;
/** A phone has no room for wider bars, and a year has none on any screen. */
const WIDEST_BAR = 28;

/** The width of the label of a day, in pixels. */
const LABEL_WIDTH = 84;

type Day = KeyTrafficView['days'][number];

/** Noon, so that the label is the same day in every time zone of the reader. */
const timeOf = ({ day }: Day): number => Date.parse(`${day}T12:00:00Z`) / 1000;

const dayOf = (second: number): string => new Date(second * 1000).toISOString().slice(0, 10);

/** The days whose labels fit, counted back from today. */
function labelled(days: readonly Day[], width: number): number[] {
  const step = Math.ceil((days.length * LABEL_WIDTH) / width);
  return days.filter((_, n) => (days.length - 1 - n) % step === 0).map(timeOf);
}

/**
 * The days with, for each outcome, the sum of that outcome and all below it, because each series covers the lower part of the previous one.
 * @returns the outcomes from top to bottom, in the order of the series
 */
function stack(days: readonly Day[], outcomes: readonly KeyOutcome[]): UPlot.AlignedData {
  const sums = outcomes.map((_, upTo) =>
    days.map((day) => outcomes.slice(0, upTo + 1).reduce((sum, outcome) => sum + day[outcome], 0)),
  );
  return [days.map(timeOf), ...sums.toReversed()];
}

/** Requests by day and outcome as stacked bars. The table shows the same for people who cannot see them. */
export function TrafficPlot({ days }: { days: readonly Day[] }) {
  const { t } = useTexts('keyPage');
  const format = useFormat();
  const scheme = useComputedColorScheme('light');
  const box = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const outcomes = useMemo(() => outcomesIn(days), [days]);

  useEffect(() => {
    const { current: target } = box;
    if (!target) return;
    const style = getComputedStyle(target);
    const colour = (name: string) => style.getPropertyValue(`--st-${name}`).trim();
    const axis: UPlot.Axis = {
      stroke: colour('ink'),
      grid: { stroke: colour('grid'), width: 1 },
      ticks: { show: false },
    };
    const plot = new UPlot(
      {
        width: target.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
        scales: {
          x: { time: true, range: (_plot, from, to) => [from - 43_200, to + 43_200] },
          y: { range: (_plot, _from, to) => [0, Math.max(to * 1.05, 1)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            splits: ({ width }) => labelled(days, width),
            values: (_plot, at) => at.map((second) => format.shortDay(dayOf(second))),
          },
          {
            ...axis,
            size: 56,
            // Requests are whole numbers.
            incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 1e7],
            values: (_plot, counts) => counts.map((count) => format.number(count)),
          },
        ],
        series: [
          {},
          ...outcomes.toReversed().map((outcome): UPlot.Series => {
            const bars = UPlot.paths.bars?.({ size: [0.7, WIDEST_BAR] });
            return { fill: colour(outcome), width: 0, points: { show: false }, ...(bars && { paths: bars }) };
          }),
        ],
        hooks: { setCursor: [({ cursor }) => setPointed(cursor.idx ?? null)] },
      },
      stack(days, outcomes),
      target,
    );
    const resized = new ResizeObserver(() => plot.setSize({ width: target.clientWidth, height: HEIGHT }));
    resized.observe(target);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
    // The colours of the current colour scheme.
  }, [days, outcomes, format, scheme]);

  const day = pointed === null ? undefined : days[pointed];
  return (
    <div className="st-outcomes">
      <div ref={box} className="st-plot" role="img" aria-label={t('traffic.plot')} />
      <ul className="st-legend">
        {outcomes.map((outcome) => (
          <li key={outcome}>
            <i style={{ background: `var(--st-${outcome})` }} aria-hidden="true" />
            {t(`traffic.outcomes.${outcome}`)}
            {day && <strong className="ws-num">{format.number(day[outcome])}</strong>}
          </li>
        ))}
      </ul>
      <div className="st-pointed" aria-hidden="true">
        {day &&
          `${format.day(day.day)}: ${t('traffic.total', { count: requestsOf(day), number: format.number(requestsOf(day)) })}`}
      </div>
    </div>
  );
}
