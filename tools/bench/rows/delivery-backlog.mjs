import { drain } from '../delivery/drain.mjs';
import { storedAttempts } from '../delivery/stored-attempts.mjs';
import { measured, median } from '../report.mjs';
import { medianFigures } from './delivery-drain.mjs';

const ENDPOINTS = 50;

/** A backlog after an outage, and a full table, with the memory of the worker. */
export async function backlogRows(bench, quick) {
  const { stack, world, receivers } = bench;
  const urls = receivers.urls.slice(0, ENDPOINTS);
  const start = (url) => stack.startWorker({ DATABASE_URL: url });
  const backlog = quick ? 10_000 : 100_000;
  await receivers.behave();
  await world.seed('bench_backlog', urls, backlog / ENDPOINTS);
  // Once: it is as long as many rounds, and is compared with itself.
  const drained = await drain(bench, { from: 'bench_backlog', count: backlog, start });
  await stack.databases.drop('bench_backlog');

  const { show } = medianFigures({ drained: [drained] });
  const perSecond = (rate) => `${Math.round(rate).toLocaleString('en')}/s`;
  const rows = [
    measured({
      name: `a backlog of ${backlog.toLocaleString('en')} drained: the last tenth`,
      floor: 'the first tenth, including the start of the process',
      floorFigure: perSecond(drained.first),
      figure: `${perSecond(drained.last)}; in all ${show('drained')}`,
      ratio: drained.last / drained.first,
      goal: { least: 0.9 },
    }),
    measured({
      name: `memory of the worker with ${backlog.toLocaleString('en')} waiting, peak`,
      figure: `${Math.round(drained.peak)} MB`,
      goal: { text: '≤ 200 MB', met: drained.peak <= 200 },
    }),
  ];
  // Inserting a million rows takes a minute.
  return quick ? rows : [...rows, await storedRow(bench, urls, start)];
}

async function storedRow(bench, urls, start) {
  const stored = 1_000_000;
  const events = 400;
  const count = events * urls.length;
  await bench.world.seed('bench_empty', urls, events);
  await bench.stack.databases.copy('bench_empty', 'bench_full');
  await storedAttempts(bench, 'bench_full', stored, start);
  const results = { empty: [], full: [] };
  for (let round = 0; round < 3; round++)
    for (const name of ['empty', 'full'])
      results[name].push(await drain(bench, { from: `bench_${name}`, count, start }));
  for (const name of ['empty', 'full']) await bench.stack.databases.drop(`bench_${name}`);
  const { show } = medianFigures(results);
  return measured({
    name: `deliveries/s with ${stored.toLocaleString('en')} stored attempts`,
    floor: 'the same without any',
    floorFigure: show('empty'),
    figure: show('full'),
    // Both drains of a round have the noise of their moment.
    ratio: median(results.full.map(({ rate }, round) => rate / results.empty[round].rate)),
    goal: { least: 0.9 },
  });
}
