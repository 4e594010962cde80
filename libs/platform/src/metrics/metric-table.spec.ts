import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { METRICS, type MetricRow } from './metric-table.js';
import { renderMetricsPage } from './metrics-page.js';

const docs = join(import.meta.dirname, '../../../../docs');
const read = (file: string): string => readFileSync(join(docs, file), 'utf8');

/** The names that a histogram and the rules of Prometheus add. */
const baseOf = (name: string): string => name.replace(/_(bucket|sum|count)$/, '');

describe('the table of metrics', () => {
  it('equals docs/metrics.md; if not, run `npm run metrics-page`', () => {
    expect(read('metrics.md')).toBe(renderMetricsPage());
  });

  it('follows the conventions of Prometheus', () => {
    for (const [name, row] of Object.entries<MetricRow>(METRICS)) {
      expect([name, name.endsWith('_total')]).toEqual([name, row.type === 'counter']);
      if (!row.isOfProcess) expect(name).toMatch(/^billhook_[a-z_]+$/);
      expect([name, row.type === 'histogram']).toEqual([name, row.buckets !== undefined]);
    }
  });
});

describe.each(['monitoring/alerts.yml', 'monitoring/dashboard.json', 'monitoring.md'])('docs/%s', (file) => {
  it('names only metrics of the table', () => {
    expect(existsSync(join(docs, file))).toBe(true);
    const named = [...read(file).matchAll(/\b(?:billhook|nodejs|process)_[a-z0-9_]*[a-z0-9]/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(0);
    const known: ReadonlySet<string> = new Set(Object.keys(METRICS));
    expect(named.filter((name) => !known.has(name) && !known.has(baseOf(name)))).toEqual([]);
  });
});

describe('docs/monitoring/alerts.yml', () => {
  it('names only labels of its metrics, and explains each alert', () => {
    const alerts = read('monitoring/alerts.yml');
    const rules: Readonly<Record<string, MetricRow>> = METRICS;
    for (const [, name = '', selectors = ''] of alerts.matchAll(/\b(billhook_[a-z_]+)\{([^}]*)\}/g)) {
      const labels = [...selectors.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label);
      const { labels: own = [], isOfCells = false } = rules[baseOf(name)] ?? {};
      expect([...own, ...(isOfCells ? ['cell'] : [])]).toEqual(expect.arrayContaining(labels));
    }
    const count = alerts.match(/- alert:/g)?.length;
    expect(alerts.match(/summary:/g)?.length).toBe(count);
    expect(alerts.match(/description:/g)?.length).toBe(count);
  });
});
