import { setTimeout as sleep } from 'node:timers/promises';
import { perOperation, readMeter, total } from '../bench/base/meter.mjs';
import { runRounds, summarise } from '../bench/base/rounds.mjs';
import { until } from '../bench/base/stack.mjs';
import { CLIENT, LINE } from '../bench/rows/read.mjs';

const CONNECTIONS = 32;
const BATCH = 100;
const PAGE = 25;
/** Live events of each second: each is a turn for itself. */
const LIVE_RATE = 100;
/** In the time of the other rounds there would be few of them. */
const LIVE_TIMES = 2;
/** Long enough for jobs that run every few seconds. */
const REST_MS = 20_000;
/** A wait that reads the database too often would be measured. */
const LOOK_MS = 200;

const LEFT = (schema) => `SELECT EXISTS (SELECT FROM ${schema}.events WHERE sequence IS NULL AND NOT test)
  OR EXISTS (SELECT FROM ${schema}.document_chain WHERE sequence IS NULL)
  OR EXISTS (SELECT FROM ${schema}.webhook_deliveries WHERE status IN ('Waiting', 'Sending')) AS left`;

/**
 * The CPU time of operations of two companies in turn: in one cell on one server, and in two cells on two servers. The programs start again
 * before each half of a round and warm up, because one process of a program can need more than another one of it for as long as both run.
 * What the programs use at rest in the same time is subtracted: a second server is not an operation.
 * @param sides by name `{ stack, companies, pids, places }`; `pids` returns process ids by program, and a place is `{ databases, schema }`
 * @returns `found`, by operation the results of `alternate`, whose cases are the sides; `rest`, by side the share of a core at rest
 */
export async function measureOperations(sides, receiver, { rounds, ms, sends }) {
  const first = Object.values(sides)[0].stack;
  for (const side of Object.values(sides)) await prepare(side, receiver);
  const rests = Object.fromEntries(
    await Promise.all(Object.entries(sides).map(async ([key, side]) => [key, await restOf(side)])),
  );
  const kinds = {
    'GET /v1/invoices/{id}': (side) => ({ load: eachOf(side, ({ invoice }) => ({ path: `/v1/invoices/${invoice}` })) }),
    [`GET /v1/invoices?limit=${PAGE}`]: (side) => ({
      load: eachOf(side, () => ({ path: `/v1/invoices?limit=${PAGE}` })),
    }),
    'POST /v1/invoices': (side) => ({
      load: eachOf(side, ({ draft }) => ({ path: '/v1/invoices', body: JSON.stringify(draft) })),
    }),
    'POST /v1/invoices/{id}/send': (side) => ({ load: { ms: 0 }, prepare: () => sendsOf(side, sends) }),
    'POST /v1/clients, delivered live': (side) => ({
      load: { rate: LIVE_RATE, ...eachOf(side, () => ({ path: '/v1/clients', body: JSON.stringify(CLIENT) })) },
    }),
  };
  const found = Object.fromEntries(
    Object.keys(kinds).map((name) => [name, Object.fromEntries(Object.keys(sides).map((key) => [key, []]))]),
  );
  for (let round = 0; round < rounds; round++) {
    // The order makes a difference, so each side is once first and once second.
    const halves = [];
    for (const names of [Object.keys(sides), Object.keys(sides).toReversed()])
      halves.push(await halfOf(kinds, { first, sides, names, rests, ms }));
    for (const [name, results] of Object.entries(found))
      for (const key of Object.keys(sides)) results[key].push({ cpu: meanOf(halves.map((half) => half[name][key])) });
  }
  return {
    found: Object.fromEntries(Object.entries(found).map(([name, results]) => [name, summarise(results)])),
    rest: Object.fromEntries(Object.entries(rests).map(([key, rest]) => [key, total(rest)])),
  };
}

/** Half of a round. @param names the sides in their order @returns by operation and side, ms of CPU time by program */
async function halfOf(kinds, { first, sides, names, rests, ms }) {
  for (const { stack } of Object.values(sides)) await stack.restart();
  const half = {};
  for (const [name, kind] of Object.entries(kinds)) {
    // Events of the other operations have no receiver.
    const isLive = name.includes('live');
    for (const side of Object.values(sides)) await setEndpoints(side, isLive);
    const cases = names.map((key) => [key, { ...caseOf(sides[key], kind(sides[key])), rest: rests[key] }]);
    const roundMs = isLive ? LIVE_TIMES * ms : ms;
    const lengths = { count: 1, ms: roundMs, warmUpMs: 2 * roundMs };
    const results = await runRounds(first, Object.fromEntries(cases), lengths);
    half[name] = Object.fromEntries(names.map((key) => [key, results[key][0].cpu]));
  }
  return half;
}

const meanOf = (cpus) =>
  Object.fromEntries(
    Object.keys(cpus[0]).map((program) => [program, cpus.reduce((sum, cpu) => sum + cpu[program], 0) / cpus.length]),
  );

/** What the programs of a side use at rest: by program, ms of CPU time for each ms. */
async function restOf({ stack, pids }) {
  const measured = pids();
  const before = await readMeter(stack, measured);
  await sleep(REST_MS);
  return perOperation(before, await readMeter(stack, measured), REST_MS).cpu;
}

const caseOf = (side, { load, prepare: before }) => ({
  load: { port: side.stack.port, connections: CONNECTIONS, ...load },
  prepare: before,
  pids: side.pids(),
  settle: () => settled(side),
});

/** Waits until nothing is left of what a round has caused: it belongs to the round. */
const settled = ({ places }) =>
  until(
    async () => {
      for (const { databases, schema } of places) if ((await databases.query(LEFT(schema)))[0].left) return false;
      return true;
    },
    undefined,
    LOOK_MS,
  );

/** What each company needs: an invoice to read, a page of them, an endpoint. */
async function prepare(side, receiver) {
  for (const company of side.companies) {
    const { caller } = company;
    const { id: clientId } = await caller.call('POST', '/v1/clients', CLIENT);
    company.draft = { clientId, currency: 'EUR', lines: Array(5).fill(LINE) };
    const [invoice] = await draftsOf(company, BATCH);
    company.invoice = invoice;
    const endpoint = { url: receiver, eventTypes: ['client.created'] };
    company.endpoint = (await caller.call('POST', '/v1/webhook-endpoints', endpoint)).id;
  }
  await settled(side);
}

async function setEndpoints({ companies }, isOn) {
  for (const { caller, endpoint } of companies)
    await caller.call('PATCH', `/v1/webhook-endpoints/${endpoint}`, { status: isOn ? 'Enabled' : 'Disabled' });
}

/** A request of each company, in turn. */
const eachOf = ({ companies }, requestOf) => ({
  requests: companies.map((company) => ({ ...company.caller.headers, ...requestOf(company) })),
});

/** Drafts that are sent, in turn, each with its number from the series of its company. */
async function sendsOf(side, count) {
  const ids = [];
  for (const company of side.companies) ids.push(await draftsOf(company, count / side.companies.length));
  await settled(side);
  const requests = ids[0].flatMap((_, n) =>
    side.companies.map(({ caller }, m) => ({
      ...caller.headers,
      path: `/v1/invoices/${ids[m][n]}/send`,
      body: JSON.stringify({ channel: 'None' }),
    })),
  );
  return { requests };
}

async function draftsOf({ caller, draft }, count) {
  const ids = [];
  while (ids.length < count) {
    const items = Array(Math.min(BATCH, count - ids.length)).fill(draft);
    const { results } = await caller.call('POST', '/v1/invoices/batch', { mode: 'atomic', items });
    ids.push(...results.map(({ record }) => record.id));
  }
  return ids;
}
