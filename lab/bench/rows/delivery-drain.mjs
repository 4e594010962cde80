import { total } from '../base/meter.mjs';
import { profiled, WORKER_TIME } from '../base/profile.mjs';
import { measured } from '../base/report.mjs';
import { perSecond, summarise } from '../base/rounds.mjs';
import { drain } from '../delivery/drain.mjs';
import { floorDone, seedFloor, startRedis } from '../delivery/floor-world.mjs';

const ENDPOINTS = 50;
const WAIT_MS = 20;

/** The throughput of one worker process with all deliveries due, for fast and for slow receivers. */
export async function drainRows(bench) {
  const { stack, world, receivers, quick } = bench;
  const { databases } = stack;
  const events = quick ? 100 : 300;
  const count = events * ENDPOINTS;
  const urls = receivers.urls.slice(0, ENDPOINTS);
  await world.seed('bench_drain', urls, events);
  await seedFloor(databases, 'bench_floor', urls, events, world.body);
  const redis = stack.isAgainst ? undefined : await startRedis();

  const worker = (url) => stack.startWorker({ DATABASE_URL: url });
  const floor = (url) => stack.start('lab/bench/floors/drain.mjs', { DATABASE_URL: url });
  const bullmq = async (url) => {
    const settings = { DATABASE_URL: url, BENCH_REDIS_URL: redis.url };
    await stack.start('lab/bench/floors/bullmq.mjs', settings, 'fill').ended;
    return stack.start('lab/bench/floors/bullmq.mjs', settings);
  };
  const ours = { from: 'bench_drain', count, start: worker };
  const onRedis = { from: 'bench_floor', count, done: floorDone(count), start: bullmq };
  const wait = { kind: 'wait', ms: WAIT_MS };
  const cases = {
    ...(!stack.isAgainst && { floor: { ...ours, start: floor } }),
    ours,
    ...(redis && { bullmq: onRedis }),
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
  return rowsOf(summarise(results), redis !== undefined, { of: WORKER_TIME, run: () => profileOfDrain(bench, ours) });
}

/** The profile of a worker that drains the backlog. */
export const profileOfDrain = (bench, given) =>
  profiled(
    (options) => ({ options }),
    (program, warm) => {
      const start = (url) => Object.assign(program, bench.stack.startWorker({ DATABASE_URL: url }, program.options));
      return drain(bench, { ...given, start, onWarm: warm, endSignal: 'SIGTERM' });
    },
  );

/** A summary of drains as the text of a row. */
export const showDrain = (results, name) =>
  `${perSecond(results.of(name, 'rate'))}, CPU ${total(results.cpu(name)).toFixed(2)} ms`;

function rowsOf(results, redis, profile) {
  const { of, ratio, used, cpuRatio } = results;
  const show = (name) => showDrain(results, name);
  const what = `${ENDPOINTS} endpoints, one worker process, each attempt recorded`;
  return [
    measured({
      id: 'drain',
      name: `deliveries/s, receivers that respond immediately; ${what}`,
      floor:
        'a program of a hundred lines on the same tables and indexes, `FOR UPDATE SKIP LOCKED`, undici, results in batches, nothing else',
      ...(results.ran('floor') && { floorFigure: show('floor'), floorValue: of('floor', 'rate') }),
      figure: show('ours'),
      ...ratio('ours', 'floor'),
      ...used('ours'),
      ...cpuRatio('ours', 'floor'),
      goal: { mostCpu: 2 },
      next: 'compare the CPU time of worker and PostgreSQL with that of the floor, and start with the greater difference.',
      profile,
    }),
    measured({
      id: 'drain-bullmq',
      name: 'deliveries/s, the same, compared with BullMQ',
      floor: 'one BullMQ job per delivery on Redis, one insert per attempt',
      floorFigure: redis ? show('bullmq') : 'not measured, because this machine has no `redis-server`',
      floorValue: redis ? of('bullmq', 'rate') : undefined,
      figure: show('ours'),
      ...(redis && { ...ratio('ours', 'bullmq'), ...cpuRatio('ours', 'bullmq') }),
      ...used('ours'),
      goal: { mostCpu: 0.6 },
      next: 'the same as for the floor of a hundred lines.',
      profile,
    }),
    measured({
      id: 'drain-slow',
      name: `deliveries/s, receivers that respond after ${WAIT_MS} ms; ${what}`,
      floor: 'the same with receivers that respond immediately',
      floorFigure: show('ours'),
      floorValue: of('ours', 'rate'),
      figure: show('slow'),
      ...ratio('slow', 'ours'),
      ...used('slow'),
      ...cpuRatio('slow', 'ours'),
      goal: { mostCpu: 1.25 },
      next: 'more requests in flight per endpoint while its responses take long.',
      profile,
    }),
  ];
}
