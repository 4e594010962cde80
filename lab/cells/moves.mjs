import { setTimeout as sleep } from 'node:timers/promises';
import { moveCell } from '../../libs/installation/dist/cells/move-cell.js';
import { step } from '../../tools/lib/say.mjs';
import { json, Stack } from '../bench/base/stack.mjs';
import { CLIENT, LINE } from '../bench/rows/read.mjs';
import { companyIn } from './company.mjs';
import { SecondServer } from './servers.mjs';

const BATCH = 100;
const LANES = 4;
/** Invoices in a second while the cell moves. */
const RATE = 20;

const SIZE = (schema) => `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 AS bytes
  FROM pg_class c WHERE c.relnamespace = '${schema}'::regnamespace AND c.relkind = 'r'`;

/**
 * Moves a cell to and fro between two servers while a company in it issues invoices, each through the API.
 * @param options `{ moves, invoices }`: those that the company has before @param pids gets those of the servers
 * @returns each `{ bytes, ms, heldMs, writes, longestMs, repeated }`: the size of the cell, the time of the move, for how long writes were held at
 * the switch, the invoices in the meantime, the longest of them and how many had to be sent again
 */
export async function measureMoves({ moves, invoices }, pids) {
  const stack = await Stack.start();
  const servers = [await SecondServer.start({ isLogical: true }), await SecondServer.start({ isLogical: true })];
  pids.push(stack.postgresPid, ...servers.map(({ pid }) => pid));
  try {
    const cell = await servers[0].addCell(stack);
    await stack.restart();
    const caller = await companyIn(stack, cell, 0);
    const { id: clientId } = await caller.call('POST', '/v1/clients', CLIENT);
    const draft = { clientId, currency: 'EUR', lines: Array(5).fill(LINE) };
    await step('Issuing invoices', `Created ${invoices} invoices`, () => fill(caller, draft, invoices));
    const found = [];
    for (let n = 1; n <= moves; n++) {
      const [from, to] = n % 2 === 1 ? servers : servers.toReversed();
      const [{ bytes }] = await from.databases.query(SIZE(`cell_${cell}`));
      found.push({
        bytes,
        ...(await step('Moving the cell', `Moved the cell, ${n} of ${moves}`, () =>
          moveOnce(stack, cell, to, caller, draft),
        )),
      });
    }
    return found;
  } finally {
    await stack.stop();
    for (const server of servers) await server.stop();
  }
}

async function fill(caller, draft, count) {
  let left = Math.ceil(count / BATCH);
  const lane = async () => {
    while (left-- > 0)
      await caller.call('POST', '/v1/invoices/batch', { mode: 'atomic', items: Array(BATCH).fill(draft) });
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function moveOnce(stack, cell, to, caller, draft) {
  const writer = writeUntil(stack, caller, draft);
  const start = performance.now();
  const options = { directoryUrl: stack.env.DATABASE_URL, cell, toUrl: to.url, settleMs: 0, report: () => undefined };
  const { heldMs } = await moveCell(options);
  const ms = performance.now() - start;
  return { ms, heldMs, ...(await writer.stop()) };
}

/** Sends invoices at a rate. One that fails is sent again with its key until it is there, and its time counts from the first attempt. */
function writeUntil(stack, { headers }, draft) {
  const times = [];
  const writes = new Set();
  let [isDone, repeated] = [false, 0];
  const write = async () => {
    const start = performance.now();
    const key = { 'idempotency-key': crypto.randomUUID() };
    for (;;) {
      const response = await fetch(`${stack.baseUrl}/v1/invoices`, json(draft, { ...headers, ...key }));
      await response.arrayBuffer();
      if (response.status === 201) break;
      repeated++;
      await sleep(100);
    }
    times.push(performance.now() - start);
  };
  const sending = (async () => {
    while (!isDone) {
      const one = write().finally(() => writes.delete(one));
      writes.add(one);
      await sleep(1_000 / RATE);
    }
  })();
  return {
    async stop() {
      isDone = true;
      await sending;
      await Promise.all(writes);
      return { writes: times.length, longestMs: Math.max(...times), repeated };
    },
  };
}
