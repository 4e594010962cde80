import { drain } from '../delivery/drain.mjs';
import { measured } from '../report.mjs';
import { alternate, summarise } from '../rounds.mjs';
import { anInvoice } from './read.mjs';
import { showDrain } from './delivery-drain.mjs';

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
  const results = await alternate(stack, cases, { count: quick ? 1 : 3, ms: quick ? 1_000 : 3_000 });
  for (const api of apis) await api.end('SIGTERM');
  return Object.entries(requests).flatMap(([name, [what]]) =>
    PROCESSES.slice(1).map((count) =>
      measured({
        id: `scale-${name}-${count}`,
        name: `${what}, ${CONNECTIONS} connections, ${count} processes`,
        floor: 'the same with one process',
        floorFigure: results.showFloor(`${name}1`),
        floorValue: results.of(`${name}1`, 'rate'),
        figure: results.show(name + count),
        ...results.ratio(name + count, `${name}1`),
        ...results.used(name + count),
        goal: GOAL,
        next: 'compare the processor time per request with that of one process: the difference is the price of passing connections.',
      }),
    ),
  );
}

/** Several workers that drain, compared with one. */
async function workerRows({ stack, world, receivers, quick }) {
  const events = quick ? 100 : 400;
  const count = events * ENDPOINTS;
  await world.seed('bench_scale', receivers.urls.slice(0, ENDPOINTS), events);
  const results = Object.fromEntries(WORKERS.map((workers) => [`of${workers}`, []]));
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    for (const workers of WORKERS) {
      const start = (url) => stack.start('tools/bench/scale/workers.mjs', { DATABASE_URL: url }, String(workers));
      const found = await drain({ stack, receivers }, { from: 'bench_scale', count, start, endSignal: 'SIGTERM' });
      results[`of${workers}`].push(found);
    }
  }
  const summary = summarise(results);
  return WORKERS.slice(1).map((workers) =>
    measured({
      id: `scale-workers-${workers}`,
      name: `deliveries/s, ${ENDPOINTS} endpoints that respond immediately, ${workers} workers`,
      floor: 'the same with one worker',
      floorFigure: showDrain(summary, 'of1'),
      floorValue: summary.of('of1', 'rate'),
      figure: showDrain(summary, `of${workers}`),
      ...summary.ratio(`of${workers}`, 'of1'),
      ...summary.used(`of${workers}`),
      goal: GOAL,
      next: 'count how long workers wait for the lock of the claim.',
    }),
  );
}
