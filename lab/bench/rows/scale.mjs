import { profileOfApi } from '../base/profile.mjs';
import { measured } from '../base/report.mjs';
import { alternate, summarise } from '../base/rounds.mjs';
import { drain } from '../delivery/drain.mjs';
import { startRedis } from '../delivery/floor-world.mjs';
import { showDrain } from './delivery-drain.mjs';
import { anInvoice } from './read.mjs';

const CONNECTIONS = 64;
const PROCESSES = [1, 2, 4];
const WORKERS = [1, 2];
const ENDPOINTS = 50;

/** The parts of the group. */
export const SCALE = { api: apiRows, worker: workerRows };

// The load, PostgreSQL and the processes share the cores: with two of them, more processes cannot do more, but must not do less.
const GOAL = { least: 0.9 };

/** One API with several processes, compared with one process. */
async function apiRows({ stack, quick }) {
  const body = await anInvoice(stack);
  const { id } = await stack.call('POST', '/v1/invoices', body);
  const asked = { connections: CONNECTIONS, authorizations: [`Bearer ${stack.key}`] };
  const requests = {
    read: ['`GET /v1/invoices/{id}`, 5 lines', { path: `/v1/invoices/${id}` }],
    write: ['`POST /v1/invoices`, 5 lines', { path: '/v1/invoices', body: JSON.stringify(body) }],
  };
  const apis = [];
  const cases = {};
  for (const count of PROCESSES) {
    const api = await stack.startApi({ API_PROCESSES: String(count) });
    apis.push(api);
    for (const [name, [, request]] of Object.entries(requests))
      cases[name + count] = {
        load: { ...asked, ...request, port: api.port },
        pids: { api: api.pid, postgres: stack.postgresPid },
      };
  }
  const results = await alternate(stack, cases, { count: quick ? 1 : 3, ms: quick ? 1_000 : 2_000 });
  for (const api of apis) await api.end('SIGTERM');
  return Object.entries(requests).flatMap(([name, [what, request]]) =>
    PROCESSES.slice(1).map((count) =>
      measured({
        id: `scale-${name}-${count}`,
        name: `${what}, ${CONNECTIONS} connections, ${count} processes`,
        floor: 'the same with one process',
        ...results.compared(name + count, `${name}1`),
        goal: GOAL,
        next: 'compare the CPU time per request with that of one process: the difference is the price of passing connections.',
        profile: profileOfApi(stack, { ...asked, ...request }, { settings: { API_PROCESSES: String(count) } }),
      }),
    ),
  );
}

/** Several workers that drain, compared with one: with their jobs on PostgreSQL, and on Redis if this machine has one. */
async function workerRows({ stack, world, receivers, quick }) {
  const events = quick ? 100 : 300;
  const count = events * ENDPOINTS;
  await world.seed('bench_scale', receivers.urls.slice(0, ENDPOINTS), events);
  const given = { from: 'bench_scale', count, endSignal: 'SIGTERM' };
  const redis = await startRedis();
  let used = 0;
  // Each drain gets an unused database of Redis, because jobs of an earlier one belong to another database.
  const queues = { postgres: () => ({}), ...(redis && { redis: () => ({ REDIS_URL: `${redis.url}/${used++}` }) }) };
  const results = {};
  try {
    for (let round = 0; round < (quick ? 1 : 2); round++) {
      for (const [queue, settings] of Object.entries(queues)) {
        for (const workers of WORKERS) {
          const start = (url) => startWorkers(stack, workers, { ...settings(), DATABASE_URL: url });
          (results[queue + workers] ??= []).push(await drain({ stack, receivers }, { ...given, start }));
        }
      }
    }
  } finally {
    redis?.stop();
  }
  const summary = summarise(results);
  return Object.keys(queues).flatMap((queue) => WORKERS.slice(1).map((workers) => workerRow(summary, queue, workers)));
}

const startWorkers = (stack, workers, settings) =>
  stack.start('lab/bench/scale/workers.mjs', settings, String(workers));

const QUEUE_NAMES = { postgres: 'PostgreSQL', redis: 'Redis' };

const workerRow = (summary, queue, workers) =>
  measured({
    id: `scale-workers-${workers}${queue === 'redis' ? '-redis' : ''}`,
    name: `deliveries/s, ${ENDPOINTS} endpoints that respond immediately, ${workers} workers, jobs on ${QUEUE_NAMES[queue]}`,
    floor: 'the same with one worker',
    floorFigure: showDrain(summary, `${queue}1`),
    floorValue: summary.of(`${queue}1`, 'rate'),
    figure: showDrain(summary, queue + workers),
    ...summary.ratio(queue + workers, `${queue}1`),
    ...summary.used(queue + workers),
    ...summary.cpuRatio(queue + workers, `${queue}1`),
    goal: GOAL,
    next: 'count how long workers wait for the lock of the claim.',
  });
