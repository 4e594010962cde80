import { freePort, until } from '../stack.mjs';
import { measured, medians } from '../report.mjs';

const CONNECTIONS = 32;

/** An authenticated read compared with its floor. */
export async function readRows(stack, quick) {
  const client = await stack.call('POST', '/v1/clients', {
    kind: 'Business',
    name: 'Bench',
    billingAddress: { country: 'FR' },
  });
  const line = { name: 'Consulting', quantity: '2', unitPrice: '450.00', taxCategory: 'S', taxRate: '20' };
  const invoice = await stack.call('POST', '/v1/invoices', {
    clientId: client.id,
    currency: 'EUR',
    lines: Array(5).fill(line),
  });
  const floorPort = await freePort();
  stack.spawn('tools/bench/floors/read.mjs', String(floorPort), String(invoice.id));
  await until(
    async () =>
      (await fetch(`http://127.0.0.1:${floorPort}/`, { headers: { authorization: `Bearer ${stack.key}` } })).ok,
  );

  const port = new URL(stack.baseUrl).port;
  const authorization = `Bearer ${stack.key}`;
  const cases = {
    floor: [floorPort, '/', authorization],
    read: [port, `/v1/invoices/${invoice.id}`, authorization],
  };
  const results = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  const ms = quick ? 1_500 : 3_000;
  for (let round = 0; round < (quick ? 3 : 5); round++) {
    for (const [name, [target, ...request]] of Object.entries(cases)) {
      const output = await stack.run(
        'tools/bench/load.mjs',
        String(target),
        String(CONNECTIONS),
        String(ms),
        ...request,
      );
      const result = JSON.parse(output);
      if (result.wrong > 0) throw new Error(`${name}: ${result.wrong} responses were not 200`);
      results[name].push(result);
    }
  }
  const { rate, show } = medians(results);
  return [
    measured({
      name: '`GET /v1/invoices/{id}`, 5 lines, with a key',
      floor: 'bare `node:http` and `pg`: the same two prepared queries',
      floorFigure: show('floor'),
      figure: show('read'),
      ratio: rate('read') / rate('floor'),
      goal: { least: 0.75 },
    }),
  ];
}
