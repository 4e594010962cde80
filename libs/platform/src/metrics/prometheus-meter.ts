import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { withinTime } from '../within-time.js';
import type { Meter, Readings } from './meter.js';
import {
  METRICS,
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  type MetricName,
  type MetricRow,
} from './metric-table.js';

/** Prometheus waits for 10 s by default, and a scrape must not wait for a database that does not respond. */
const READ_MS = 3_000;

const rowOf = (name: MetricName): MetricRow => METRICS[name];

const labelsOf = (name: MetricName): string[] => {
  const { labels, isOfCells } = rowOf(name);
  return isOfCells ? [...labels, 'cell'] : [...labels];
};

/** Metrics in the format of Prometheus. Each is registered when it is first used, so a process exposes only its own. */
export class PrometheusMeter implements Meter {
  readonly #registry = new Registry();
  readonly #counters = new Map<CounterName, Counter>();
  readonly #histograms = new Map<HistogramName, Histogram>();
  readonly #reads: (() => Promise<void>)[] = [];

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
    this.count('billhook_scrape_errors_total', {}, 0);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  count<N extends CounterName>(name: N, labels: LabelsOf<N>, by = 1): void {
    let counter = this.#counters.get(name);
    if (!counter) this.#counters.set(name, (counter = new Counter(this.#options(name))));
    counter.inc(labels, by);
  }

  observe<N extends HistogramName>(name: N, labels: LabelsOf<N>, seconds: number): void {
    let histogram = this.#histograms.get(name);
    if (!histogram) {
      histogram = new Histogram({ ...this.#options(name), buckets: [...(rowOf(name).buckets ?? [])] });
      this.#histograms.set(name, histogram);
    }
    histogram.observe(labels, seconds);
  }

  read(names: readonly GaugeName[], read: () => Readings | Promise<Readings>): void {
    const gauges = new Map(names.map((name) => [name, new Gauge(this.#options(name))]));
    this.#reads.push(async () => {
      const readings = await withinTime(READ_MS, Promise.resolve().then(read)).catch((): Readings => {
        this.count('billhook_scrape_errors_total', {});
        return {};
      });
      for (const [name, gauge] of gauges) {
        gauge.reset();
        // A gauge without labels would keep a 0, which is not the same as no value.
        if (labelsOf(name).length === 0) gauge.remove();
        for (const { labels, value } of readings[name] ?? []) gauge.set(labels, value);
      }
    });
  }

  /** The text of a scrape. */
  async scrape(): Promise<string> {
    await Promise.all(this.#reads.map((read) => read()));
    return this.#registry.metrics();
  }

  #options(name: MetricName) {
    return { name, help: rowOf(name).help, labelNames: labelsOf(name), registers: [this.#registry] };
  }
}
