import { createHash } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * The receiver, a process without injected faults: node receiver.mjs LOG. Logs a line for each request when it is read, and another when it
 * is answered or aborted.
 * The first word of a path selects its behaviour; except for pauses it depends only on the message.
 */
const log = openSync(process.argv[2], 'a');
let count = 0;

// Exits with its parent, because no process reads its output afterwards.
process.on('disconnect', () => process.exit(0));

const now = () => performance.timeOrigin + performance.now();
const note = (entry) => writeSync(log, `${JSON.stringify(entry)}\n`);

/** A constant number from 0 to 99 for a message. */
const lotOf = (id) => createHash('sha256').update(id).digest().readUInt16BE(0) % 100;

const ways = {
  ok: () => 200,
  // Long enough that there is always a request in flight.
  slow: async () => {
    await sleep(20 + Math.random() * 100);
    return 200;
  },
  // One of five attempts fails, independent of the message: repeated failures of one message would come together and pause the endpoint.
  // Rare enough that no schedule ends.
  flaky: (id, attempt) => (lotOf(`${id} ${attempt}`) < 20 && attempt <= 6 ? 503 : 200),
  // One of fifty messages gets a late response: after the timeout of a dead worker, and before the deadline.
  late: async (id) => {
    if (lotOf(id) < 2) await sleep(12_000);
    return 200;
  },
  // Half of the messages get a response within four seconds; the others only when they are repeated.
  half: async (id, attempt) => {
    if (attempt > 1) return 200;
    if (lotOf(id) >= 50) return undefined;
    await sleep(1_500 + lotOf(id) * 50);
    return 200;
  },
  hang: () => undefined,
};

const server = createServer(async (request, response) => {
  const chunks = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    return;
  }
  const n = ++count;
  const { headers, url: path } = request;
  const id = headers['webhook-id'];
  const attempt = Number(headers['webhook-attempt']);
  note({
    n,
    at: now(),
    path,
    id,
    attempt,
    sequence: Number(headers['webhook-sequence']),
    timestamp: headers['webhook-timestamp'],
    signature: headers['webhook-signature'],
    hash: createHash('sha256').update(Buffer.concat(chunks)).digest('base64'),
  });
  let finished = false;
  response.on('close', () => note({ end: n, at: now(), status: finished ? response.statusCode : null }));
  const status = await ways[path.split('/')[1]]?.(id, attempt);
  if (status === undefined || response.destroyed) return;
  finished = true;
  response.writeHead(status).end();
});
// Closing a connection with a request in flight would be an error of the receiver.
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
