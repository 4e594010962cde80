import { randomUUID } from 'node:crypto';
import { startFloor } from '../base/floor-server.mjs';
import { profileOfApi } from '../base/profile.mjs';
import { measured } from '../base/report.mjs';
import { RoundTrips } from '../base/round-trips.mjs';
import { alternate } from '../base/rounds.mjs';
import { json, until } from '../base/stack.mjs';
import { snapshotRow } from './changes.mjs';
import { peerCases, peerRows, startPeers, WRITE_GOALS } from './peers.mjs';
import { anInvoice, CLIENT, LINE } from './read.mjs';
import { loggedRow } from './request-log.mjs';
import { clockRow } from './write-clock.mjs';
import { importRow } from './write-import.mjs';
import { pdfRow } from './write-pdfs.mjs';
import { issuedRow, sendRow } from './write-send.mjs';
import { unblockedRow } from './write-unblocked.mjs';

const CONNECTIONS = 32;

/** Enough that the server always has a request; each keeps a pool connection for its whole time. */
const BATCHES = 4;
const BATCH = 100;

/** Bytes of request bodies. */
const LONG = 100_000;

/** The parts of the group. */
export const WRITE = {
  invoices: invoiceRows,
  refused: refusedRow,
  send: sendRow,
  issued: issuedRow,
  pdfs: pdfRow,
  imports: (measurement) => importRow({ ...measurement, settle: () => idle(measurement.stack) }),
  snapshot: snapshotRow,
  clock: (measurement) => clockRow({ ...measurement, settle: () => idle(measurement.stack) }),
  unblocked: unblockedRow,
  logged: loggedRow({
    id: 'logged-write',
    name: '`POST /v1/invoices`, 5 lines, with its bodies in the request log',
    most: 1.05,
    loadOf: async (stack) => ({ path: '/v1/invoices', body: JSON.stringify(await anInvoice(stack)) }),
    settle: (stack) => idle(stack),
  }),
};

/** Waits until the worker has handled all events: work that one round left for it must not run during the next. */
export const idle = (stack) =>
  until(async () => {
    const [{ left }] = await stack.databases.query(
      'SELECT EXISTS (SELECT FROM events WHERE sequence IS NULL AND NOT test) AS left',
    );
    return !left;
  });

/**
 * Creates compared with a floor, with and without an Idempotency-Key, and with what people would write instead; and a batch compared with
 * single requests.
 */
async function invoiceRows({ stack, quick }) {
  const invoice = await anInvoice(stack);
  const key = randomUUID();
  const sample = await stack.call('POST', '/v1/invoices', invoice, { 'idempotency-key': key });
  const floor = await startFloor(stack, 'lab/bench/floors/write.mjs', [sample.id, key]);
  const peers = await startPeers(stack, [sample.id, invoice.clientId]);

  const settle = () => idle(stack);
  const authorizations = [`Bearer ${stack.key}`];
  const asked = { connections: CONNECTIONS, authorizations, port: stack.port };
  const single = { ...asked, path: '/v1/invoices', body: JSON.stringify(invoice) };
  const loads = {
    once: { ...single, once: true },
    plain: single,
    batch: { ...batchLoad(stack, invoice), port: stack.port },
    client: { ...asked, path: '/v1/clients', body: JSON.stringify(CLIENT) },
  };
  // The worker numbers the events of all of them, so its time counts for all of them.
  const { worker } = stack.pids;
  const onFloor = (name, load) => floor.cases(name, { ...load, path: '/' }, { pids: { worker }, settle });
  const onPeers = (name, load) => peerCases(peers, name, load, { pids: { worker }, settle });
  const cases = {
    ...onFloor('floorOnce', loads.once),
    once: { load: loads.once, settle },
    ...onFloor('floor', single),
    plain: { load: single, settle },
    ...onPeers('plain', single),
    batch: { load: loads.batch, settle },
    client: { load: loads.client, settle },
    ...onPeers('client', loads.client),
  };
  // Code this long is compiled after some thousand requests.
  const length = quick ? { count: 1, ms: 1_000 } : { count: 3, ms: 2_000, warmUpMs: 4_000 };
  const results = await alternate(stack, cases, length);
  for (const { end } of [floor, ...Object.values(peers)]) await end();
  const waits = await waitsOf(stack, invoice);
  return rowsOf(results, waits, (name) => profileOfApi(stack, loads[name]));
}

/** Invoices in batches, without the port. */
export const batchLoad = (stack, invoice) => ({
  connections: BATCHES,
  authorizations: [`Bearer ${stack.key}`],
  path: '/v1/invoices/batch',
  body: JSON.stringify({ mode: 'atomic', items: Array(BATCH).fill(invoice) }),
  once: true,
});

/** How often each of the requests waits for PostgreSQL. */
async function waitsOf(stack, invoice) {
  const trips = await RoundTrips.start(stack);
  const authorization = `Bearer ${stack.key}`;
  const keyed = (n) => ({ authorization, 'idempotency-key': `trip ${n}` });
  const waits = {
    once: await trips.of((n) => ['/v1/invoices', json(invoice, keyed(n))]),
    plain: await trips.of(() => ['/v1/invoices', json(invoice, { authorization })]),
    client: await trips.of(() => ['/v1/clients', json(CLIENT, { authorization })]),
  };
  await trips.stop();
  return waits;
}

function rowsOf(results, waits, profileOf) {
  const { of, showFloor, ratio, used, cpu, cpuRatio, compared } = results;
  const FLOOR =
    'bare `node:http` and `pg`, the key, then one statement for the same rows (invoice, lines, history, change, event) in the same tables';
  const rowOf = (name) => ({ waits: waits[name], next: NEXT_OF_WRITES, profile: profileOf(name) });
  const plain = {
    id: 'post-invoice',
    name: '`POST /v1/invoices`, 5 lines, without an Idempotency-Key',
    ...rowOf('plain'),
  };
  const client = { id: 'post-client', name: '`POST /v1/clients`', ...rowOf('client') };
  const batched = (rounds) => rounds.map((rate) => rate * BATCH);
  const perInvoice = (spent) => Object.fromEntries(Object.entries(spent).map(([program, ms]) => [program, ms / BATCH]));
  const { floorCpu, cpuRatio: batchRatio, cpuSpread } = cpuRatio('batch', 'once');
  const eachSpread = cpuSpread.split(' – ').map((each) => (Number(each) / BATCH).toFixed(2));
  return [
    measured({
      id: 'post-invoice-once',
      name: '`POST /v1/invoices`, 5 lines, with an Idempotency-Key',
      floor: `${FLOOR}, and the stored response`,
      ...compared('once', 'floorOnce'),
      goal: { mostCpu: 3 },
      ...rowOf('once'),
    }),
    measured({ ...plain, floor: FLOOR, ...compared('plain', 'floor'), goal: { mostCpu: 3 } }),
    ...peerRows(results, 'plain', WRITE_GOALS, plain),
    ...peerRows(results, 'client', WRITE_GOALS, client),
    measured({
      id: 'post-invoice-batch',
      name: `\`POST /v1/invoices/batch\`, ${BATCH} per request, with a key: invoices/s`,
      floor: 'the same server, one request each, with one key each',
      floorFigure: showFloor('once'),
      floorValue: of('once', 'rate'),
      figure: `${Math.round(of('batch', 'rate') * BATCH).toLocaleString('en')}/s, p99 ${of('batch', 'p99').toFixed(0)} ms a batch`,
      ...scaled(ratio('batch', 'once'), batched),
      value: of('batch', 'rate') * BATCH,
      unit: '/s',
      cpu: perInvoice(cpu('batch')),
      ...{ floorCpu, cpuRatio: batchRatio / BATCH, cpuSpread: eachSpread.join(' – ') },
      commits: used('batch').commits / BATCH,
      goal: { least: 1.5 },
      next: NEXT_OF_WRITES,
      profile: profileOf('batch'),
    }),
  ];
}

const NEXT_OF_WRITES =
  'present and validate the record once for event and response, and profile PostgreSQL, in which eleven indexes of `invoices` cost only 4 %.';

/** Converts a ratio of requests to a ratio of invoices. */
function scaled({ ratio, spread }, batched) {
  return {
    ratio: batched([ratio])[0],
    spread: spread
      .split(' – ')
      .map((each) => batched([Number(each)])[0].toFixed(2))
      .join(' – '),
  };
}

/** The cost of a body that is rejected. */
async function refusedRow({ stack, quick }) {
  const { clientId } = await anInvoice(stack);
  const described = { ...LINE, description: 'x'.repeat(300) };
  const lines = Array(Math.floor(LONG / (JSON.stringify(described).length + 1))).fill(described);
  const unknown = Object.fromEntries(Array.from({ length: LONG / 1_000 }, (_, n) => [`nmae${n}`, 1]));
  const wrong = Array(Math.floor(LONG / (JSON.stringify(unknown).length + 1))).fill(unknown);
  const preview = (given) => ({
    connections: BATCHES,
    authorizations: [`Bearer ${stack.key}`],
    port: stack.port,
    path: '/v1/invoices/preview',
    body: JSON.stringify({ clientId, currency: 'EUR', lines: given }),
  });
  const refused = { ...preview(wrong), status: 4 };
  const cases = { accepted: { load: preview(lines) }, refused: { load: refused } };
  const results = await alternate(stack, cases, { count: quick ? 1 : 3, ms: quick ? 1_000 : 2_000 });
  const { ratio } = results.ratio('refused', 'accepted');
  return [
    measured({
      id: 'refused-body',
      name: `a rejected body of ${LONG / 1_000} kB, full of unknown members`,
      floor: '`POST /v1/invoices/preview` with an accepted body of the same size',
      ...results.compared('refused', 'accepted'),
      // It may take three times as long.
      goal: { text: '≥ 0.33', met: ratio >= 1 / 3 },
      next: 'stop the validation after the errors that a response shows.',
      profile: profileOfApi(stack, refused),
    }),
  ];
}
