import 'uplot/dist/uPlot.min.css';
import './time-plot.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import type { Format } from '../format.js';
import { useFormat } from '../use-format.js';
import { useMonthFormat, type MonthFormat } from '../use-month-format.js';

const HEIGHT = 220;
/** What the label of a time takes, in pixels. */
const LABEL_WIDTH = { hour: 84, day: 84, month: 48 } as const;
const WIDEST_BAR = 28;

export interface PlotSeries {
  readonly name: string;
  /** A colour of `time-plot.css`: `--bh-plot-<colour>`. */
  readonly colour: 'green' | 'red' | 'blue' | 'amber' | 'violet' | 'grey';
  /** One per time; null for none. */
  readonly values: readonly (number | null)[];
}

type PlotBucket = 'hour' | 'day' | 'month';

interface TimePlotProps {
  /** Bars are stacked, the first series at the foot. */
  readonly kind: 'bars' | 'lines';
  readonly label: string;
  /** The start of each bucket, all of about the same length. */
  readonly times: readonly string[];
  /** Whether the buckets are months, days (in UTC) or hours. */
  readonly bucket: PlotBucket;
  readonly series: readonly PlotSeries[];
  /** Writes a value: beside the name of the series that is pointed at and, without `writeAxis`, on the axis. */
  readonly write: (value: number) => string;
  readonly writeAxis?: (value: number) => string;
  /** Beside the time that is pointed at, by its index. */
  readonly note?: (index: number) => string;
}

/** Series over time. The same numbers must be available as a table, for people who cannot see it. */
export function TimePlot({ kind, label, times, bucket, series, write, writeAxis = write, note }: TimePlotProps) {
  const format = useFormat();
  const months = useMonthFormat();
  const scheme = useComputedColorScheme('light');
  const box = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);

  useEffect(() => {
    const { current: target } = box;
    if (!target) return;
    const style = getComputedStyle(target);
    const colour = (name: string) => style.getPropertyValue(`--bh-plot-${name}`).trim();
    const seconds = times.map((time) => Date.parse(time) / 1000);
    const half = ((seconds[1] ?? 3_600) - (seconds[0] ?? 0)) / 2;
    const axis: UPlot.Axis = {
      stroke: colour('ink'),
      grid: { stroke: colour('grid'), width: 1 },
      ticks: { show: false },
    };
    const drawn = kind === 'bars' ? stacked(series) : series;
    const plot = new UPlot(
      {
        width: target.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false, points: { show: kind === 'lines' }, drag: { x: false, y: false } },
        scales: {
          x: { time: true, range: (_plot, from, to) => [from - half, to + half] },
          y: { range: (_plot, from, to) => [Math.min((from || 0) * 1.05, 0), Math.max((to || 0) * 1.05, 1)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            splits: ({ width }) => labelled(seconds, width, LABEL_WIDTH[bucket]),
            values: (_plot, at) => at.map((second) => labelOf(second, bucket, times.length, { ...format, ...months })),
          },
          { ...axis, size: 64, incrs: STEPS, values: (_plot, values) => values.map(writeAxis) },
        ],
        series: [{}, ...drawn.map((each) => styled(kind, colour(each.colour)))],
        hooks: { setCursor: [({ cursor }) => setPointed(cursor.idx ?? null)] },
      },
      [seconds, ...drawn.map(({ values }) => [...values])],
      target,
    );
    const resized = new ResizeObserver(() => plot.setSize({ width: target.clientWidth, height: HEIGHT }));
    resized.observe(target);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
    // The colours follow the scheme at the time of drawing.
  }, [kind, times, bucket, series, writeAxis, format, months, scheme]);

  const at = pointed === null ? undefined : times[pointed];
  const when = at && nameOf(at, bucket, { ...format, ...months });
  return (
    <div className="bh-plot">
      <div ref={box} className="bh-plot-box" role="img" aria-label={label} />
      <ul className="bh-plot-legend">
        {series.map(({ name, colour, values }) => {
          const value = pointed === null ? null : values[pointed];
          return (
            <li key={name}>
              <i style={{ background: `var(--bh-plot-${colour})` }} aria-hidden="true" />
              {name}
              {typeof value === 'number' && <strong>{write(value)}</strong>}
            </li>
          );
        })}
        <li className="bh-plot-time" aria-hidden="true">
          {when}
          {note && pointed !== null && `: ${note(pointed)}`}
        </li>
      </ul>
    </div>
  );
}

/** Whole numbers, for counts, milliseconds and amounts. */
const STEPS = Array.from({ length: 15 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

/** The sums up to each series: each covers the lower part of the one before, so the topmost is drawn first. */
function stacked(series: readonly PlotSeries[]): PlotSeries[] {
  return series
    .map((each, upTo) => ({
      ...each,
      values: each.values.map((_, at) =>
        series.slice(0, upTo + 1).reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
      ),
    }))
    .toReversed();
}

function styled(kind: TimePlotProps['kind'], colour: string): UPlot.Series {
  if (kind === 'lines') return { stroke: colour, width: 2, points: { size: 6, fill: colour } };
  const bars = UPlot.paths.bars?.({ size: [0.7, WIDEST_BAR] });
  return { fill: colour, width: 0, points: { show: false }, ...(bars && { paths: bars }) };
}

/** The times that have room for a label, counted back from the last. */
function labelled(seconds: readonly number[], width: number, label: number): number[] {
  const step = Math.max(1, Math.ceil((seconds.length * label) / width));
  return seconds.filter((_, n) => (seconds.length - 1 - n) % step === 0);
}

type PlotFormat = Format & MonthFormat;

function nameOf(at: string, bucket: PlotBucket, format: PlotFormat): string {
  if (bucket === 'hour') return format.dateTime(at);
  return bucket === 'day' ? format.day(at.slice(0, 10)) : format.month(at.slice(0, 10));
}

function labelOf(second: number, bucket: PlotBucket, buckets: number, format: PlotFormat): string {
  const at = new Date(second * 1000);
  if (bucket === 'month') return format.shortMonth(at.toISOString().slice(0, 10));
  if (bucket === 'hour' && buckets <= 24) return format.time(at);
  return format.shortDay(at.toISOString().slice(0, 10));
}
