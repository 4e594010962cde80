import { total } from '../base/meter.mjs';
import { profileOfApi } from '../base/profile.mjs';
import { measured } from '../base/report.mjs';
import { RoundTrips } from '../base/round-trips.mjs';
import { alternate } from '../base/rounds.mjs';
import { freePort, json, until } from '../base/stack.mjs';
import { anInvoice, CLIENT, LINE } from './read.mjs';
import { loggedRow } from './request-log.mjs';
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
  unblocked: unblockedRow,
  logged: loggedRow({
    id: 'logged-write',
    name: '`POST /v1/invoices`, 5 lines, with its bodies in the request log',
    most: 1.05,
    loadOf: async (stack) => ({ path: '/v1/invoices', body: JSON.stringify(await anInvoice(stack)) }),
    settle: (stack) => idle(stack),
  }),
};

/** Starts a floor, and waits until it responds. @returns its port and process id */
async function startFloor(stack, script, ...args) {
  const port = await freePort();
  const { pid } = stack.spawn(script, String(port), ...args);
  await until(async () => (await fetch(`http://127.0.0.1:${port}/idle`)).status > 0);
  return { port, pids: { floor: pid, postgres: stack.postgresPid } };
}

/** Waits until the worker has handled all events: work that one round left for it must not run during the next. */
export const idle = (stack) =>
  until(async () => {
    const [{ left }] = await stack.databases.query(
      'SELECT EXISTS (SELECT FROM events WHERE sequence IS NULL AND NOT test) AS left',
    );
    return !left;
  });

/** Creates compared with two floors, with and without an Idempotency-Key; and a batch compared with single requests. */
async function invoiceRows({ stack, quick }) {
  const invoice = await anInvoice(stack);
  const sample = await stack.call('POST', '/v1/invoices', invoice, { 'idempotency-key': 'sample' });
  const same = await startFloor(stack, 'lab/bench/floors/write.mjs', String(sample.id));
  const least = await startFloor(stack, 'lab/bench/floors/write-least.mjs', String(sample.id));

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
  const onFloor = ({ port, pids }, load) => ({ load: { ...load, port, path: '/' }, pids, settle });
  const cases = {
    leastOnce: onFloor(least, loads.once),
    sameOnce: onFloor(same, loads.once),
    once: { load: loads.once, settle },
    least: onFloor(least, single),
    same: onFloor(same, single),
    plain: { load: single, settle },
    batch: { load: loads.batch, settle },
    client: { load: loads.client, settle },
  };
  // Code this long is compiled after some thousand requests.
  const length = quick ? { count: 1, ms: 1_000 } : { count: 3, ms: 4_000, warmUpMs: 6_000 };
  const results = await alternate(stack, cases, length);
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
  const { of, show, showFloor, ratio, used, cpu } = results;
  const compared = (name, floor) => ({
    floorFigure: showFloor(floor),
    floorValue: of(floor, 'rate'),
    figure: show(name),
    ...ratio(name, floor),
    ...used(name),
    waits: waits[name],
  });
  const LEAST =
    'bare `node:http` and `pg`, one statement for invoice, lines, history and event, with only the indexes of the guarantee';
  const SAME = 'bare `node:http` and `pg`, the same rows as several statements in one transaction, with all indexes';
  const written = { next: NEXT_OF_WRITES, profile: profileOf('plain') };
  const writtenOnce = { next: NEXT_OF_WRITES, profile: profileOf('once') };
  const batched = (rounds) => rounds.map((rate) => rate * BATCH);
  const spent = (name) => ({ ...used(name), value: total(cpu(name)), unit: 'ms', waits: waits[name] });
  const within = (name, most) => ({
    text: `API ≤ ${most} ms, PostgreSQL ≤ ${most} ms`,
    met: cpu(name).api <= most && cpu(name).postgres <= most,
  });
  return [
    measured({
      id: 'post-invoice-once',
      name: '`POST /v1/invoices`, 5 lines, with an Idempotency-Key',
      floor: `${LEAST}, and the stored response`,
      ...compared('once', 'leastOnce'),
      goal: { least: 0.5 },
      ...writtenOnce,
    }),
    measured({
      id: 'post-invoice',
      name: '`POST /v1/invoices`, 5 lines, without one',
      floor: LEAST,
      ...compared('plain', 'least'),
      goal: { least: 0.5 },
      ...written,
    }),
    measured({
      id: 'post-invoice-once-statements',
      name: 'the same with an Idempotency-Key, against a program that writes the same rows',
      floor: SAME,
      ...compared('once', 'sameOnce'),
      goal: { least: 0.75 },
      ...writtenOnce,
    }),
    measured({
      id: 'post-invoice-statements',
      name: 'the same without one',
      floor: `${SAME}, without the three statements of the key`,
      ...compared('plain', 'same'),
      goal: { least: 0.75 },
      ...written,
    }),
    measured({
      id: 'post-invoice-cpu',
      name: '`POST /v1/invoices`: CPU time',
      figure: `${total(cpu('plain')).toFixed(2)} ms`,
      ...spent('plain'),
      goal: within('plain', 1.5),
      ...written,
    }),
    measured({
      id: 'post-client-cpu',
      name: '`POST /v1/clients`: CPU time',
      figure: `${total(cpu('client')).toFixed(2)} ms; ${show('client')}`,
      ...spent('client'),
      goal: within('client', 0.8),
      next: NEXT_OF_WRITES,
      profile: profileOf('client'),
    }),
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
      cpu: Object.fromEntries(Object.entries(cpu('batch')).map(([name, ms]) => [name, ms / BATCH])),
      commits: of('batch', 'commits') / BATCH,
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
  const results = await alternate(stack, cases, { count: quick ? 1 : 3, ms: quick ? 1_000 : 3_000 });
  const { ratio, spread } = results.ratio('refused', 'accepted');
  return [
    measured({
      id: 'refused-body',
      name: `a rejected body of ${LONG / 1_000} kB, full of unknown members`,
      floor: '`POST /v1/invoices/preview` with an accepted body of the same size',
      floorFigure: results.showFloor('accepted'),
      floorValue: results.of('accepted', 'rate'),
      figure: results.show('refused'),
      ratio,
      spread,
      ...results.used('refused'),
      // It may take three times as long.
      goal: { text: '≥ 0.33', met: ratio >= 1 / 3 },
      next: 'stop the validation after the errors that a response shows.',
      profile: profileOfApi(stack, refused),
    }),
  ];
}
