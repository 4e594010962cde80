import { PROGRAMS, total } from './meter.mjs';
import { renderShares } from './profile.mjs';

const BAR = 24;

/** The percentile of the numbers. */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Of an even number of values, the middle of both in the middle. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2;
}

/**
 * A row of the tables.
 * @param row `id`, the name in the history; `name`; `figure`, the result as text, `value` and `unit`, the result as a number;
 * `floor`, `floorFigure`, `floorValue` and `ratio`, unless it has no floor; `spread`, the least and the greatest of the rounds;
 * `cpu` in ms per operation by program; `floorCpu`, that of the floor, with `cpuRatio` and `cpuSpread` of both; `waits` for PostgreSQL and
 * `commits` per operation; `goal`, `{ least }` as a ratio, `{ mostCpu }` as a ratio of the CPU time, or `{ text, met }`, without `met` if it is
 * not measured; without a goal, the row is for orientation; `next`, what to do if the goal is missed; `profile`, `{ of, run }`, which measures where
 * the time or the memory goes, and says which; `shares`, its result; `steps`, the steps of the row with their durations, as text
 */
export function measured(row) {
  const { goal, ratio, cpuRatio } = row;
  if (goal?.mostCpu !== undefined)
    return { ...row, goalText: `CPU ≤ ${goal.mostCpu.toFixed(2)} ×`, met: isAtMost(cpuRatio, goal.mostCpu) };
  if (goal?.least !== undefined)
    return { ...row, goalText: `≥ ${goal.least.toFixed(2)}`, met: isAtMost(goal.least, ratio) };
  return { ...row, goalText: goal?.text ?? '–', met: goal?.met };
}

/** Undefined if a figure was not measured. */
const isAtMost = (least, most) => (least === undefined || most === undefined ? undefined : least <= most);

/** The ratio as a bar; the full width is the floor. */
function bar(ratio) {
  const filled = Math.max(1, Math.round(Math.min(ratio, 1) * BAR));
  return ratio <= 1 ? '█'.repeat(filled) + '░'.repeat(BAR - filled) : `${'█'.repeat(BAR)} ×${ratio.toFixed(1)}`;
}

const said = ({ goal, met }) =>
  goal === undefined ? '–' : met === undefined ? 'not measured' : met ? 'yes' : '**no**';

/** `API 0.80, PostgreSQL 0.25` */
const TITLES = { api: 'API', worker: 'worker', postgres: 'PostgreSQL' };
function cpuText(cpu) {
  if (!cpu) return '–';
  const parts = PROGRAMS.filter((name) => cpu[name] >= 0.005).map((name) => `${TITLES[name]} ${cpu[name].toFixed(2)}`);
  return parts.join(', ') || '0.00';
}

/** With that of the floor: `API 0.56, PostgreSQL 0.12; against 0.42`. */
const bothCpuText = ({ cpu, floorCpu }) => cpuText(cpu) + (floorCpu ? `; against ${total(floorCpu).toFixed(2)}` : '');
const cpuRatioText = ({ cpuRatio, cpuSpread }) =>
  cpuRatio === undefined ? '–' : `**${cpuRatio.toFixed(2)}** (${cpuSpread})`;

const tripsText = ({ waits, commits }) =>
  `${waits ?? '–'} / ${commits === undefined || Number.isNaN(commits) ? '–' : commits.toFixed(commits < 0.1 ? 2 : 1)}`;

/** For the terminal. */
export function renderTable(rows) {
  return rows
    .map((row) => {
      const {
        name,
        floor,
        floorFigure,
        figure,
        ratio,
        spread,
        cpu,
        cpuRatio,
        goalText,
        met,
        shares,
        profile,
        steps,
        next,
      } = row;
      return [
        name,
        floor && `  floor    ${floorFigure}   (${floor.replaceAll('`', '')})`,
        `  result   ${figure}${spread && ratio === undefined ? `   (${spread})` : ''}`,
        ratio !== undefined && `  ratio    ${ratio.toFixed(2)}  ${bar(ratio)}${spread ? `   (${spread})` : ''}`,
        cpu && `  CPU, ms  ${bothCpuText(row)};  waits / commits ${tripsText(row)}`,
        cpuRatio !== undefined && `  CPU      ${cpuRatioText(row).replaceAll('*', '')}`,
        shares && `  profile  ${profile.of}: ${renderShares(shares)}`,
        steps && `  steps    ${steps}`,
        row.goal &&
          `  goal     ${goalText}: ${said(row).replaceAll('*', '')}${met === false && next ? `; next: ${next}` : ''}`,
      ]
        .filter(Boolean)
        .join('\n');
    })
    .join('\n\n');
}

/** The table of a group. @param circumstances of its measurement, as sentences */
export function renderRows(rows, circumstances) {
  const table = rows.map((row) => {
    const { name, floor, floorFigure, figure, ratio, spread, goalText } = row;
    const shownRatio = ratio === undefined ? '–' : `**${ratio.toFixed(2)}**`;
    const cells = [name, floor ? `${floor}: ${floorFigure}` : '–', figure, shownRatio, spread ?? '–'];
    return `| ${[...cells, bothCpuText(row), cpuRatioText(row), tripsText(row), goalText, said(row)].join(' | ')} |`;
  });
  return [
    circumstances,
    `| measurement | compared with | result | ratio | spread | CPU of each, ms | ratio of the CPU | waits / commits | goal | met |
|---|---|---|---|---|---|---|---|---|---|
${table.join('\n')}`,
    ...rows.filter((row) => row.met === false || row.shares).map((row) => detail(row, rows)),
  ].join('\n\n');
}

/** What a row with a missed goal spends its time or memory on, and what to do about it. */
function detail(row, rows) {
  const { name, met, next, profile, shares, steps } = row;
  const first = rows.find((other) => other.shares && other.profile === profile);
  return [
    `**${met === false ? 'Missed: ' : ''}${name}.**`,
    shares && (first === row ? `${profile.of}: ${renderShares(shares)}.` : `${profile.of}: as for ${first.name}.`),
    steps && `Steps, of which some run at the same time: ${steps}.`,
    met === false && next && `Next step: ${next}`,
  ]
    .filter(Boolean)
    .join(' ');
}
