import { startFloor } from '../base/floor-server.mjs';
import { total } from '../base/meter.mjs';
import { profiled, API_TIME } from '../base/profile.mjs';
import { measured } from '../base/report.mjs';
import { RoundTrips } from '../base/round-trips.mjs';
import { alternate } from '../base/rounds.mjs';
import { json, until } from '../base/stack.mjs';
import { anInvoice } from './read.mjs';

const CONNECTIONS = 32;
const BATCH = 100;
export const SEND = { channel: 'None' };

/** The worker never links the entries of the floor: they are copies, so their HMAC is wrong, and a trigger rejects their deletion. */
const LEFT_BY_FLOOR = `BEGIN; DELETE FROM document_files WHERE bytes IS NULL; ALTER TABLE document_chain DISABLE TRIGGER USER;
  DELETE FROM document_chain WHERE number LIKE 'BENCH-%'; ALTER TABLE document_chain ENABLE TRIGGER USER; COMMIT`;

/** Invoices that take the next number of the same series, without the worker, which would render their PDFs in the meantime. */
export async function sendRow({ stack, quick, explain }) {
  await stack.worker.end();
  try {
    const rows = await measure(stack, quick);
    await explain(rows);
    return rows;
  } finally {
    await stack.databases.query(LEFT_BY_FLOOR);
    stack.worker = stack.startWorker();
  }
}

async function measure(stack, quick) {
  const invoice = await anInvoice(stack);
  const [sample] = await draftPaths(stack, invoice, 1);
  const { id } = await stack.call('POST', sample, SEND);
  const floor = await startFloor(stack, 'lab/bench/floors/issue.mjs', [id]);
  const asked = { connections: CONNECTIONS, authorizations: [`Bearer ${stack.key}`] };
  const number = quick ? 200 : 400;
  const sends = async () => ({ ...asked, body: JSON.stringify(SEND), paths: await draftPaths(stack, invoice, number) });
  const programs = { api: stack.api.pid, postgres: stack.postgresPid };
  const cases = {
    // The drafts are created before the meter is read.
    ...floor.cases('floor', {}, { prepare: sends }),
    send: { prepare: sends, load: { port: stack.port }, pids: programs },
  };
  const results = await alternate(stack, cases, { count: quick ? 1 : 3, ms: 0 });
  await floor.end();
  const paths = await draftPaths(stack, invoice, BATCH);
  const trips = await RoundTrips.start(stack);
  const waits = await trips.of((n) => [paths[n], json(SEND, { authorization: asked.authorizations[0] })]);
  await trips.stop();
  return [
    measured({
      id: 'send-invoice',
      name: `\`POST /v1/invoices/{id}/send\` on one series, ${CONNECTIONS} in parallel: number, snapshots, event`,
      floor:
        'bare `node:http` and `pg`, the key, then one statement for the same rows (number, invoice, history, change, event, chain, request for the PDF) in the same tables',
      ...results.compared('send', 'floor'),
      waits,
      goal: { mostCpu: 3 },
      next: 'fewer statements per send: the series is locked late, so its rate follows from the CPU time of the whole transaction.',
      profile: { of: API_TIME, run: () => profileOfSends(stack, sends) },
    }),
  ];
}

/** An issue with all that it leaves behind: the event, the document chain, and the PDF if the worker renders it without a request. */
export async function issuedRow({ stack, quick }) {
  const invoice = await anInvoice(stack);
  const number = quick ? 200 : 600;
  const load = { port: stack.port, connections: CONNECTIONS, authorizations: [`Bearer ${stack.key}`] };
  const left = await leftBehind(stack);
  const settle = () => until(async () => !(await stack.databases.query(left))[0].left, 600_000);
  const prepare = async () => {
    const paths = await draftPaths(stack, invoice, number);
    await settle();
    return { paths };
  };
  const results = await alternate(
    stack,
    { issue: { prepare, load: { ...load, body: JSON.stringify(SEND) }, settle } },
    { count: quick ? 1 : 3, ms: 0 },
  );
  const cpu = results.cpu('issue');
  return [
    measured({
      id: 'issue-in-all',
      name: 'An issued invoice with all that it leaves behind, while its PDF is not requested',
      figure: `${total(cpu).toFixed(2)} ms CPU`,
      value: total(cpu),
      unit: ' ms',
      cpu,
      commits: results.of('issue', 'commits'),
    }),
  ];
}

/** A statement that says whether work of an issue is left. A release without the column renders every PDF. */
async function leftBehind({ databases }) {
  const [{ stored }] = await databases.query(
    `SELECT count(*) > 0 AS stored FROM information_schema.columns WHERE table_name = 'document_files' AND column_name = 'content'`,
  );
  return `SELECT EXISTS (SELECT FROM events WHERE sequence IS NULL AND NOT test)
    OR EXISTS (SELECT FROM document_chain WHERE sequence IS NULL)
    OR EXISTS (SELECT FROM document_files WHERE bytes IS NULL${stored ? ' AND content IS NULL' : ''}) AS left`;
}

const profileOfSends = (stack, sends) =>
  profiled(
    (options) => stack.startApi({}, options),
    async ({ port }, warm) => {
      await stack.load({ ...(await sends()), port });
      const load = await sends();
      warm();
      await stack.load({ ...load, port });
    },
  );

/** Creates drafts that can be sent. */
export async function draftPaths(stack, invoice, number) {
  const paths = [];
  while (paths.length < number) {
    const { results } = await stack.call('POST', '/v1/invoices/batch', {
      mode: 'atomic',
      items: Array(BATCH).fill(invoice),
    });
    paths.push(...results.map(({ record }) => `/v1/invoices/${record.id}/send`));
  }
  return paths;
}
