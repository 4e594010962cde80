import { memoryShares } from '../base/memory-profile.mjs';
import { measured } from '../base/report.mjs';
import { perSecond, summarise } from '../base/rounds.mjs';
import { drain } from '../delivery/drain.mjs';
import { storedAttempts } from '../delivery/stored-attempts.mjs';
import { showDrain } from './delivery-drain.mjs';

const ENDPOINTS = 50;

/** A backlog after an outage, and a full table, with the memory of the worker. */
export async function backlogRows(bench) {
  const { stack, world, receivers, quick } = bench;
  const urls = receivers.urls.slice(0, ENDPOINTS);
  const start = (url) => stack.startWorker({ DATABASE_URL: url });
  const backlog = quick ? 10_000 : 100_000;
  await receivers.behave();
  await world.seed('bench_backlog', urls, backlog / ENDPOINTS);
  // Once: it is as long as many rounds, and is compared with itself.
  const drained = await drain(bench, { from: 'bench_backlog', count: backlog, start });
  const results = summarise({ drained: [drained] });
  const rows = [
    measured({
      id: 'backlog',
      name: `a backlog of ${backlog.toLocaleString('en')} drained: the last tenth`,
      floor: 'the first tenth, including the start of the process',
      floorFigure: perSecond(drained.first),
      floorValue: drained.first,
      figure: `${perSecond(drained.last)}; in all ${showDrain(results, 'drained')}`,
      ratio: drained.last / drained.first,
      ...results.used('drained'),
      value: drained.last,
      goal: { least: 0.9 },
      next: 'vacuum the rows that wait more often during a drain.',
    }),
    measured({
      id: 'worker-memory',
      name: `memory of the worker over a drain of ${backlog.toLocaleString('en')}, peak`,
      figure: `${Math.round(drained.peak)} MB`,
      value: drained.peak,
      unit: 'MB',
      goal: { text: '≤ 200 MB', met: drained.peak <= 200 },
      next: 'hold fewer messages and responses at a time.',
      profile: { of: 'Memory of the worker at its largest', run: () => memoryOfDrain(bench, backlog) },
    }),
  ];
  await bench.explain(rows);
  await stack.databases.drop('bench_backlog');
  // Inserting a million rows takes a minute.
  return quick ? rows : [...rows, await storedRow(bench, urls, start)];
}

/** The memory of a worker that drains the backlog again. */
const memoryOfDrain = (bench, count) =>
  memoryShares((settings) => {
    const start = (url) => bench.stack.startWorker({ ...settings, DATABASE_URL: url });
    return drain(bench, { from: 'bench_backlog', count, start });
  });

async function storedRow(bench, urls, start) {
  const stored = 1_000_000;
  const events = 400;
  const count = events * urls.length;
  await bench.world.seed('bench_empty', urls, events);
  await bench.stack.databases.copy('bench_empty', 'bench_full');
  await storedAttempts(bench, 'bench_full', stored, start);
  const results = { empty: [], full: [] };
  for (let round = 0; round < 2; round++)
    for (const name of ['empty', 'full'])
      results[name].push(await drain(bench, { from: `bench_${name}`, count, start }));
  for (const name of ['empty', 'full']) await bench.stack.databases.drop(`bench_${name}`);
  const summary = summarise(results);
  return measured({
    id: 'drain-stored',
    name: `deliveries/s with ${stored.toLocaleString('en')} stored attempts`,
    floor: 'the same without any',
    floorFigure: showDrain(summary, 'empty'),
    floorValue: summary.of('empty', 'rate'),
    figure: showDrain(summary, 'full'),
    ...summary.ratio('full', 'empty'),
    ...summary.used('full'),
    ...summary.cpuRatio('full', 'empty'),
    goal: { least: 0.9 },
    next: 'smaller partitions of attempts, so that the indexes of the current one stay in memory.',
  });
}
