import { drain } from '../delivery/drain.mjs';
import { floorDone, seedFloor, startRedis } from '../delivery/floor-world.mjs';
import { measured, median } from '../report.mjs';

const ENDPOINTS = 50;
const WAIT_MS = 20;

/** The throughput of one worker process with all deliveries due, for fast and for slow receivers. */
export async function drainRows(bench, quick) {
  const { stack, world, receivers } = bench;
  const { databases } = stack;
  const events = quick ? 200 : 400;
  const count = events * ENDPOINTS;
  const urls = receivers.urls.slice(0, ENDPOINTS);
  await world.seed('bench_drain', urls, events);
  await seedFloor(databases, 'bench_floor', urls, events, world.body);
  const redis = await startRedis();

  const worker = (url) => stack.startWorker({ DATABASE_URL: url });
  const floor = (url) => stack.start('tools/bench/floors/drain.mjs', { DATABASE_URL: url });
  const bullmq = async (url) => {
    const settings = { DATABASE_URL: url, BENCH_REDIS_URL: redis.url };
    await stack.start('tools/bench/floors/bullmq.mjs', settings, 'fill').ended;
    return stack.start('tools/bench/floors/bullmq.mjs', settings);
  };
  const onFloor = { from: 'bench_floor', count, done: floorDone(count) };
  const ours = { from: 'bench_drain', count, start: worker };
  const wait = { kind: 'wait', ms: WAIT_MS };
  const cases = {
    floor: { ...onFloor, start: floor },
    ours,
    ...(redis && { bullmq: { ...onFloor, start: bullmq } }),
    slowFloor: { ...onFloor, start: floor, behaviour: wait },
    slow: { ...ours, behaviour: wait },
  };
  const results = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  try {
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      for (const [name, { behaviour, ...given }] of Object.entries(cases)) {
        await receivers.behave(() => behaviour);
        results[name].push(await drain(bench, given));
      }
    }
  } finally {
    redis?.stop();
  }
  await receivers.behave();
  return rowsOf(results, redis !== undefined);
}

function rowsOf(results, redis) {
  const { of, show } = medianFigures(results);
  const what = `${ENDPOINTS} endpoints, one worker process, each attempt recorded`;
  const rows = [
    measured({
      name: `deliveries/s, receivers that respond immediately; ${what}`,
      floor: 'a program of a hundred lines: `FOR UPDATE SKIP LOCKED`, undici, results in batches; nothing else',
      floorFigure: show('floor'),
      figure: show('ours'),
      ratio: of('ours', 'rate') / of('floor', 'rate'),
      goal: { least: 0.6 },
    }),
    measured({
      name: `deliveries/s, receivers that respond after ${WAIT_MS} ms; ${what}`,
      floor: 'the same program',
      floorFigure: show('slowFloor'),
      figure: show('slow'),
      ratio: of('slow', 'rate') / of('slowFloor', 'rate'),
      goal: { text: '≥ 2,000/s', met: of('slow', 'rate') >= 2_000 },
    }),
  ];
  const bullmq = measured({
    name: 'deliveries/s, receivers that respond immediately',
    floor: 'one BullMQ job per delivery on Redis, one insert per attempt',
    floorFigure: redis ? show('bullmq') : 'not measured: no `redis-server` on this machine',
    figure: show('ours'),
    ratio: redis ? of('ours', 'rate') / of('bullmq', 'rate') : undefined,
    goal: { least: 2 },
  });
  rows.splice(1, 0, bullmq);
  return rows;
}

/** A summary of drains by name, each a list of results. */
export function medianFigures(results) {
  const of = (name, figure) => median(results[name].map((result) => result[figure]));
  const show = (name) =>
    `${Math.round(of(name, 'rate')).toLocaleString('en')}/s; CPU each ${Math.round(of(name, 'cpu'))} µs, PostgreSQL ${Math.round(of(name, 'postgresCpu'))} µs`;
  return { of, show };
}
