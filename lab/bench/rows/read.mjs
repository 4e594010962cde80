import { startFloor } from '../base/floor-server.mjs';
import { profileOfApi } from '../base/profile.mjs';
import { measured } from '../base/report.mjs';
import { RoundTrips } from '../base/round-trips.mjs';
import { alternate } from '../base/rounds.mjs';
import { changesRow } from './changes.mjs';
import { peerCases, peerRows, READ_GOALS, startPeers } from './peers.mjs';
import { loggedRow } from './request-log.mjs';

const CONNECTIONS = 32;
const PAGE = 25;

/** The parts of the group. */
export const READ = {
  invoice: invoiceRows,
  list: listRow,
  changes: changesRow,
  logged: loggedRow({
    id: 'logged-read',
    name: '`GET /v1/invoices/{id}`, 5 lines, with its row in the request log',
    most: 1.08,
    loadOf: async (stack) => {
      const { id } = await stack.call('POST', '/v1/invoices', await anInvoice(stack));
      return { path: `/v1/invoices/${id}` };
    },
  }),
};

/** An authenticated read compared with its floor, and with what people would write instead. */
async function invoiceRows({ stack, quick }) {
  const invoice = await stack.call('POST', '/v1/invoices', await anInvoice(stack));
  const headers = { authorization: `Bearer ${stack.key}` };
  const floor = await startFloor(stack, 'lab/bench/floors/read.mjs', [invoice.id], { headers });
  const peers = await startPeers(stack);
  const asked = { connections: CONNECTIONS, authorizations: [headers.authorization] };
  const path = `/v1/invoices/${invoice.id}`;
  const cases = {
    ...floor.cases('floor', asked),
    read: { load: { ...asked, port: stack.port, path } },
    ...peerCases(peers, 'read', { ...asked, path }),
  };
  const results = await alternate(stack, cases, { count: quick ? 1 : 4, ms: quick ? 1_000 : 2_000 });
  for (const { end } of [floor, ...Object.values(peers)]) await end();
  const trips = await RoundTrips.start(stack);
  const waits = await trips.of(() => [path, { headers }]);
  await trips.stop();
  const row = {
    id: 'get-invoice',
    name: '`GET /v1/invoices/{id}`, 5 lines, with a key',
    waits,
    next: 'send the query of the record together with that of the key, which is the only wait that can be saved.',
    profile: profileOfApi(stack, { ...asked, path }),
  };
  return [
    measured({
      ...row,
      floor: 'bare `node:http` and `pg`, the same two prepared queries',
      ...results.compared('read', 'floor'),
      goal: { mostCpu: 2 },
    }),
    ...peerRows(results, 'read', READ_GOALS, row),
  ];
}

/** A page of invoices in a short table compared with its floor. */
async function listRow({ stack, quick }) {
  const body = await anInvoice(stack);
  const ids = [];
  while (ids.length < PAGE + 5) ids.push((await stack.call('POST', '/v1/invoices', body)).id);
  // With the parties of an issued invoice, but without a PDF, which the worker would render during the measurement.
  await stack.databases.query(
    `UPDATE invoices i SET seller = o.seller, client = o.client
      FROM (SELECT seller, client FROM invoices WHERE issued_at IS NOT NULL LIMIT 1) o WHERE i.id = ANY ($1)`,
    [ids],
  );
  const headers = { authorization: `Bearer ${stack.key}` };
  const floor = await startFloor(stack, 'lab/bench/floors/list.mjs', ['Draft', ids.at(-1) + 1], { headers });
  const asked = { connections: CONNECTIONS, authorizations: [headers.authorization] };
  const path = `/v1/invoices?status=Draft&limit=${PAGE}`;
  const cases = {
    ...floor.cases('floor', asked),
    list: { load: { ...asked, port: stack.port, path } },
  };
  const results = await alternate(stack, cases, { count: quick ? 2 : 5, ms: quick ? 1_000 : 3_000 });
  await floor.end();
  return [
    measured({
      id: 'list-drafts',
      name: `\`GET /v1/invoices?status=Draft\`, ${PAGE} with 5 lines and both parties, in a short table`,
      floor: 'bare `node:http` and `pg`, the same page by two prepared queries',
      ...results.compared('list', 'floor'),
      goal: { mostCpu: 2 },
      next: 'present the rows with fewer objects: a third of the time is garbage collection.',
      profile: profileOfApi(stack, { ...asked, path }),
    }),
  ];
}

/** The body of an invoice with 5 lines for a new client. */
export async function anInvoice(stack) {
  const { id: clientId } = await stack.call('POST', '/v1/clients', CLIENT);
  return { clientId, currency: 'EUR', lines: Array(5).fill(LINE) };
}

export const CLIENT = {
  kind: 'Business',
  name: 'Bench',
  billingAddress: { line1: '8 rue des Tilleuls', postalCode: '69003', city: 'Lyon', country: 'FR' },
};

export const LINE = { name: 'Consulting', quantity: '2', unitPrice: '450.00', taxCategory: 'S', taxRate: '20' };
