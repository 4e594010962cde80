import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/lib/root.mjs';
import { total } from './base/meter.mjs';

const FILE = join(root, 'docs/performance-history.csv');
const COLUMNS = [
  'date',
  'commit',
  'machine',
  'row',
  'unit',
  'floor',
  'result',
  'ratio',
  'cpu_ms',
  'floor_cpu_ms',
  'cpu_ratio',
];
const SHOWN_RUNS = 5;

/** Appends one line per row of a whole run. */
export function keepHistory(rows, machine) {
  if (!existsSync(FILE)) writeFileSync(FILE, `${COLUMNS.join(',')}\n`);
  const commit = execFileSync('git', ['rev-parse', '--short=9', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const date = new Date().toISOString().slice(0, 16);
  const lines = rows
    .filter(({ value }) => value !== undefined)
    .map(({ id, unit, floorValue, value, ratio, cpu, floorCpu, cpuRatio }) =>
      [
        ...[date, commit, machine, id, unit, floorValue, value, ratio],
        ...[cpu && total(cpu), floorCpu && total(floorCpu), cpuRatio],
      ]
        .map(cell)
        .join(','),
    );
  appendFileSync(FILE, `${lines.join('\n')}\n`);
}

const cell = (value) =>
  value === undefined || Number.isNaN(value)
    ? ''
    : typeof value === 'number'
      ? String(Number(value.toPrecision(5)))
      : value.replaceAll(/[",\n]/g, ' ');

/** The last whole runs side by side: the section of docs/performance.md. */
export function historySection() {
  if (!existsSync(FILE)) return undefined;
  const [, ...lines] = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  const all = lines.map((line) => Object.fromEntries(line.split(',').map((value, n) => [COLUMNS[n], value])));
  const runs = [...new Set(all.map(({ date, commit }) => `${date} ${commit}`))].slice(-SHOWN_RUNS);
  const rows = [...new Set(all.map(({ row }) => row))];
  const shown = (row, run) => {
    const found = all.find((line) => line.row === row && `${line.date} ${line.commit}` === run);
    if (!found) return '–';
    const ratioOfCpu = found.cpu_ratio ? ` (**${Number(found.cpu_ratio).toFixed(2)}**)` : '';
    const cpu = found.cpu_ms ? `, ${Number(found.cpu_ms).toFixed(2)} ms${ratioOfCpu}` : '';
    return found.ratio ? `**${Number(found.ratio).toFixed(2)}**${cpu}` : `${round(found.result)} ${found.unit}${cpu}`;
  };
  const table = rows
    .map((row) => [row, ...runs.map((run) => shown(row, run))])
    .filter(([, ...cells]) => cells.some((each) => each !== '–'))
    .map((cells) => `| ${cells.join(' | ')} |`);
  const text = `The last ${runs.length === 1 ? 'whole run' : `${runs.length} whole runs`}, each by its time (UTC) and commit: the **ratio** to the floor, or the result of a row without a floor, and the CPU time per operation of all programs, with its ratio in brackets. [performance-history.csv](performance-history.csv) has all runs, with their machines.

| row | ${runs.join(' | ')} |
|---|${runs.map(() => '---|').join('')}
${table.join('\n')}
`;
  return { name: 'history', text };
}

const round = (value) => (Number(value) >= 100 ? Math.round(Number(value)) : Number(Number(value).toPrecision(3)));
