import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { AlertCase } from './alert-cases.js';

const FILE = fileURLToPath(new URL('../../../../docs/monitoring/alerts.yml', import.meta.url));

export interface AlertRule {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export const ALERT_RULES = (
  parse(readFileSync(FILE, 'utf8')) as { groups: { rules: readonly AlertRule[] }[] }
).groups.flatMap(({ rules }) => rules);

/** As Prometheus does for the templates of the file, which only name labels. */
const withLabels = (text: string, labels: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, name: string) => labels[name] ?? '');

const mapOf = (values: Readonly<Record<string, string>>, change: (value: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

/**
 * Evaluates all rules over series that last, and then end.
 * @returns what promtool finds wrong: the rule does not fire, does not end, or another one fires
 */
export function unexpectedAlerts({ series, labels = {}, minutes = 60 }: AlertCase, expected: AlertRule): string {
  const alert = {
    exp_labels: { ...expected.labels, ...labels },
    exp_annotations: mapOf(expected.annotations, (text) => withLabels(text, labels)),
  };
  const alertsAt = (eval_time: string, isFiring: boolean) =>
    ALERT_RULES.map(({ alert: alertname }) => ({
      ...{ eval_time, alertname },
      exp_alerts: isFiring && alertname === expected.alert ? [alert] : [],
    }));
  const test = {
    interval: '1m',
    input_series: series.map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [
      ...alertsAt('1m', false),
      ...alertsAt(`${minutes}m`, true),
      ...alertsAt(`${2 * minutes}m`, false),
    ],
  };
  const folder = mkdtempSync(join(tmpdir(), 'billhook-alerts-'));
  try {
    const file = join(folder, 'test.yml');
    writeFileSync(file, JSON.stringify({ rule_files: [FILE], evaluation_interval: '1m', tests: [test] }));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    return status === 0 ? '' : stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
