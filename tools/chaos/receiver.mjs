import { createHash } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * The other side, as a process that no fault of ours touches: node receiver.mjs LOG. A line for each request when it has been read, and
 * another when it was answered, or ended without an answer. How a path answers is its first word; all but the pauses depend on the message alone.
 */
const log = openSync(process.argv[2], 'a');
let count = 0;

// Nobody is left to read what it writes once its starter is gone.
process.on('disconnect', () => process.exit(0));

const now = () => performance.timeOrigin + performance.now();
const note = (entry) => writeSync(log, `${JSON.stringify(entry)}\n`);

/** A number from 0 to 99 that a message always gets. */
const lotOf = (id) => createHash('sha256').update(id).digest().readUInt16BE(0) % 100;

const ways = {
  ok: () => 200,
  // Long enough that there is always something in flight.
  slow: async () => {
    await sleep(20 + Math.random() * 100);
    return 200;
  },
  // One attempt of five fails, whichever the message: were it the message that fails, its repeats would come together and pause the
  // endpoint. Never so often that a schedule ends.
  flaky: (id, attempt) => (lotOf(`${id} ${attempt}`) < 20 && attempt <= 6 ? 503 : 200),
  // One message of fifty is answered late: after a lease would have ended, and before the deadline.
  late: async (id) => {
    if (lotOf(id) < 2) await sleep(12_000);
    return 200;
  },
  // Half of the messages within four seconds; the others never, unless they come again.
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
// A connection that is closed while a request is on its way to it would be a fault of the receiver's.
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
