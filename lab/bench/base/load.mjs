import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';

/*
 * A load in a separate process, described by JSON on its standard input. Each connection has one request at a time, rendered beforehand;
 * responses are read by Content-Length, which keeps its own cost low. Prints its result as JSON.
 */
const {
  port,
  connections,
  /** Duration of the measurement, after a warm-up. */
  ms = 0,
  warmUpMs = 500,
  /** One path for all requests, or a list: requested in turn for `ms`, or else each once, where the first tenth is the warm-up. */
  path,
  paths,
  /** Used in turn. */
  authorizations = [''],
  /** Is posted. */
  body,
  /** In place of these four, each `{ path, authorization, body }`: sent in turn for `ms`, or else each once. */
  requests: whole,
  /** Gives each request an Idempotency-Key. */
  once = false,
  /** Requests per second at fixed times. Without it, each connection sends as soon as it has a response. */
  rate,
  /** The first digit of the expected status. */
  status = 2,
} = await json(process.stdin);

// Not the id of the process, which a busy machine gives again.
const PLACE = `${randomUUID()}-000000000`;
const render = ({ authorization, path: to, body: text }) =>
  [
    `${text === undefined ? 'GET' : 'POST'} ${to} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(authorization ? [`Authorization: ${authorization}`] : []),
    ...(text === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
    ...(once ? [`Idempotency-Key: ${PLACE}`] : []),
  ].join('\r\n') + `\r\n\r\n${text ?? ''}`;
const asked =
  whole ??
  (paths
    ? paths.map((to) => ({ authorization: authorizations[0], path: to, body }))
    : authorizations.map((authorization) => ({ authorization, path, body })));
const requests = asked.map((request) => Buffer.from(render(request)));
const keyEnds = requests.map((request) => request.indexOf(PLACE) + PLACE.length);
const expected = new RegExp(`^HTTP/1\\.1 ${status}\\d\\d`);

const start = performance.now();
const from = start + warmUpMs;
const each = (whole ?? paths) !== undefined && ms === 0;
const until = each ? Infinity : from + ms;
/** When each response ended, and how long it took. */
const ends = [];
const latencies = [];
let wrong = 0;
/** The first response with another status. */
let example;
let sent = 0;

/** The next request. Each write copies it immediately, so one buffer serves all Idempotency-Keys. */
function next() {
  const number = String(sent);
  const turn = sent++ % requests.length;
  if (!once) return requests[turn];
  requests[turn].write(number, keyEnds[turn] - number.length, 'latin1');
  return Buffer.from(requests[turn]);
}

const isOver = () => (each ? sent >= requests.length : performance.now() >= until);

/** A connection. `ask` sends a request and resolves when its response is complete. */
async function open() {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let done;
  let text = '';
  // Length of the body; NaN until the head is read.
  let missing = NaN;
  socket.on('data', (chunk) => {
    if (Number.isNaN(missing)) {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      missing = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]) - (text.length - end - 4);
      if (!expected.test(text) || Number.isNaN(missing)) {
        wrong += 1;
        example ??= text;
      }
      text = '';
    } else missing -= chunk.length;
    if (missing > 0) return;
    missing = NaN;
    done();
  });
  socket.on('error', (error) => fail(error));
  const ask = async (dueAt = performance.now()) => {
    const answered = new Promise((resolve) => (done = resolve));
    socket.write(next());
    await answered;
    ends.push(performance.now());
    latencies.push(performance.now() - dueAt);
  };
  return { ask, close: () => socket.end() };
}

function fail(error) {
  process.stderr.write(`${error}\n`);
  process.exit(1);
}

/** As fast as the responses come. */
async function saturate(opened) {
  await Promise.all(
    opened.map(async ({ ask }) => {
      while (!isOver()) await ask();
    }),
  );
}

/** At fixed times. A request that finds no free connection waits, and its wait counts. */
async function pace(opened) {
  const free = [...opened];
  const waiting = [];
  const pending = [];
  for (let n = 0; !isOver(); n++) {
    const dueAt = start + (n * 1000) / rate;
    const wait = dueAt - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    // A timer fires up to a millisecond late, which is not the time of the server.
    waiting.push(Math.max(dueAt, performance.now() - 1));
    const connection = free.pop();
    if (connection) pending.push(drain(connection));
  }
  await Promise.all(pending);

  async function drain(connection) {
    while (waiting.length > 0) await connection.ask(waiting.shift());
    free.push(connection);
  }
}

const opened = await Promise.all(Array.from({ length: connections }, open));
await (rate ? pace(opened) : saturate(opened));
for (const { close } of opened) close();

// Without a duration, the first tenth is the warm-up.
const first = each ? Math.floor(ends.length / 10) : ends.findIndex((at) => at > from);
const counted = latencies.filter((_, n) => n >= first && ends[n] <= until).sort((a, b) => a - b);
const seconds = each ? (ends.at(-1) - ends[first - 1]) / 1000 : ms / 1000;
const at = (share) => counted[Math.min(counted.length - 1, Math.floor(counted.length * share))] ?? 0;
const percentiles = { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
const result = { rate: counted.length / seconds, ...percentiles, count: ends.length, wrong, example };
process.stdout.write(JSON.stringify(result));
