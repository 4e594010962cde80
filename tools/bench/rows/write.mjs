import { freePort, until } from '../stack.mjs';
import { measured, medians } from '../report.mjs';

const CONNECTIONS = 32;

/** Enough that the server always has a request; each keeps a pool connection for its whole time. */
const BATCHES = 4;
const BATCH = 100;

/** Bytes of request bodies: below the maximum length of a program argument, with a margin. */
const LONG = 100_000;

/** A write compared with its floor, with and without an Idempotency-Key; and a batch compared with single requests. */
export async function writeRows(stack, quick) {
  const { id: clientId } = await stack.call('POST', '/v1/clients', {
    kind: 'Business',
    name: 'Bench',
    billingAddress: { country: 'FR' },
  });
  const line = { name: 'Consulting', quantity: '2', unitPrice: '450.00', taxCategory: 'S', taxRate: '20' };
  const invoice = { clientId, currency: 'EUR', lines: Array(5).fill(line) };
  const sample = await stack.call('POST', '/v1/invoices', invoice, { 'idempotency-key': 'sample' });

  const floorPort = await freePort();
  stack.spawn('tools/bench/floors/write.mjs', String(floorPort), String(sample.id));
  const idle = () => until(async () => (await fetch(`http://127.0.0.1:${floorPort}/idle`)).ok, 120_000);
  await idle();

  const port = new URL(stack.baseUrl).port;
  const authorization = `Bearer ${stack.key}`;
  const single = JSON.stringify(invoice);
  const batch = JSON.stringify({ mode: 'atomic', items: Array(BATCH).fill(invoice) });
  const described = { ...line, description: 'x'.repeat(300) };
  const lineBytes = JSON.stringify(described).length + 1;
  const lines = Array(Math.floor(LONG / lineBytes)).fill(described);
  const accepted = JSON.stringify({ clientId, currency: 'EUR', lines });
  const unknown = Object.fromEntries(Array.from({ length: LONG / 1_000 }, (_, n) => [`nmae${n}`, 1]));
  const wrong = Array(Math.floor(LONG / (JSON.stringify(unknown).length + 1))).fill(unknown);
  const refused = JSON.stringify({ clientId, currency: 'EUR', lines: wrong });
  const cases = {
    floorOnce: [floorPort, CONNECTIONS, '/', single, 'once'],
    once: [port, CONNECTIONS, '/v1/invoices', single, 'once'],
    floor: [floorPort, CONNECTIONS, '/', single],
    plain: [port, CONNECTIONS, '/v1/invoices', single],
    batch: [port, BATCHES, '/v1/invoices/batch', batch, 'once'],
    accepted: [port, BATCHES, '/v1/invoices/preview', accepted],
    refused: [port, BATCHES, '/v1/invoices/preview', refused],
  };
  const results = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  const ms = quick ? 1_500 : 4_000;
  // Code this long is compiled after some thousand requests: the first round warms it up and does not count.
  for (let round = 0; round <= (quick ? 2 : 5); round++) {
    for (const [name, [target, connections, path, ...sent]] of Object.entries(cases)) {
      const words = [target, connections, round === 0 ? 4 * ms : ms, path, authorization, ...sent].map(String);
      const result = JSON.parse(await stack.run('tools/bench/load.mjs', ...words));
      if (result.wrong > 0 && name !== 'refused') throw new Error(`${name}: ${result.wrong} answers were not 2xx`);
      if (round > 0) results[name].push(result);
      // Work that one round left for the worker must not run during the next.
      await idle();
    }
  }
  const { rate, p99, show } = medians(results);
  const batched = rate('batch') * BATCH;
  return [
    measured({
      name: '`POST /v1/invoices`, 5 lines, with an Idempotency-Key',
      floor: 'bare `node:http` and `pg`: the same statements in one transaction',
      floorFigure: show('floorOnce'),
      figure: show('once'),
      ratio: rate('once') / rate('floorOnce'),
      goal: { least: 0.6 },
    }),
    measured({
      name: '`POST /v1/invoices`, 5 lines, without one',
      floor: 'the same, without the three statements of the key',
      floorFigure: show('floor'),
      figure: show('plain'),
      ratio: rate('plain') / rate('floor'),
      goal: { least: 0.6 },
    }),
    measured({
      name: `\`POST /v1/invoices/batch\`, ${BATCH} per request, with a key: invoices/s`,
      floor: 'the same server, one request each, with one key each',
      floorFigure: show('once'),
      figure: `${Math.round(batched).toLocaleString('en')}/s, p99 ${p99('batch').toFixed(0)} ms a batch`,
      ratio: batched / rate('once'),
      goal: { least: 1.5 },
    }),
    measured({
      name: `a rejected body of ${LONG / 1_000} kB, full of unknown members`,
      floor: '`POST /v1/invoices/preview` with an accepted body of the same size',
      floorFigure: show('accepted'),
      figure: show('refused'),
      ratio: rate('refused') / rate('accepted'),
      // It may take three times as long.
      goal: { least: 0.33 },
    }),
  ];
}
