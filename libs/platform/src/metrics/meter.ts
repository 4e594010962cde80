import type { CounterName, GaugeName, HistogramName, LabelsOf } from './metric-table.js';

/** A value of a gauge, with its labels. */
export interface Reading<N extends GaugeName> {
  readonly labels: LabelsOf<N>;
  readonly value: number;
}

/** The values of gauges at a scrape. A gauge that is not among them is not exposed. */
export type Readings = { readonly [N in GaugeName]?: readonly Reading<N>[] };

/** The token for the injected meter. */
export const METER = Symbol('meter');

/** Counts what happens in this process. */
export interface Meter {
  count<N extends CounterName>(name: N, labels: LabelsOf<N>, by?: number): void;
  observe<N extends HistogramName>(name: N, labels: LabelsOf<N>, seconds: number): void;
  /** @param read called at each scrape. An error or a slow result leaves its gauges out */
  read(gauges: readonly GaugeName[], read: () => Readings | Promise<Readings>): void;
}

/** The meter without a `METRICS_PORT`: it counts nothing. */
export const NO_METER: Meter = {
  count: () => undefined,
  observe: () => undefined,
  read: () => undefined,
};
