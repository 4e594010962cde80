import { connect } from 'node:net';

/*
 * A load in a separate process: node load.mjs PORT CONNECTIONS MILLISECONDS PATH [AUTHORIZATION] [BODY] [once]. One request at a time per
 * connection, rendered beforehand, responses read by Content-Length, which keeps its own cost low.
 * AUTHORIZATION can have several lines, used in turn. A BODY is posted; with `once` each request has its own Idempotency-Key.
 */
const [port, connections, ms, path, authorizations = '', body, once] = process.argv.slice(2);
const PLACE = `${process.pid}-000000000`;
const render = (authorization) =>
  [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(authorization ? [`Authorization: ${authorization}`] : []),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
    ...(once ? [`Idempotency-Key: ${PLACE}`] : []),
  ].join('\r\n');
const requests = authorizations
  .split('\n')
  .map((authorization) => Buffer.from(`${render(authorization)}\r\n\r\n${body ?? ''}`));
const keyEnds = requests.map((request) => request.indexOf(PLACE) + PLACE.length);
const latencies = [];
let wrong = 0;
let sent = 0;
let counting = false;

/** The next request. Each write copies it immediately, so one buffer serves all Idempotency-Keys. */
function next() {
  const number = String(sent);
  const turn = sent++ % requests.length;
  if (!once) return requests[turn];
  requests[turn].write(number, keyEnds[turn] - number.length, 'latin1');
  return Buffer.from(requests[turn]);
}

function run() {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => send());
    socket.setNoDelay(true);
    socket.on('error', reject);
    let sentAt = 0;
    let text = '';
    // Length of the body; NaN until the head is read.
    let missing = NaN;
    const send = () => {
      sentAt = performance.now();
      socket.write(next());
    };
    socket.on('data', (chunk) => {
      if (Number.isNaN(missing)) {
        text += chunk.toString('latin1');
        const end = text.indexOf('\r\n\r\n');
        if (end < 0) return;
        missing = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]) - (text.length - end - 4);
        if (!/^HTTP\/1\.1 2\d\d/.test(text) || Number.isNaN(missing)) wrong += 1;
        text = '';
      } else missing -= chunk.length;
      if (missing > 0) return;
      missing = NaN;
      const now = performance.now();
      if (counting && now <= deadline) latencies.push(now - sentAt);
      if (now < deadline) send();
      else socket.end(resolve);
    });
  });
}

const start = performance.now();
const warmUp = 500;
const deadline = start + warmUp + Number(ms);
setTimeout(() => (counting = true), warmUp);
await Promise.all(Array.from({ length: Number(connections) }, run));
latencies.sort((a, b) => a - b);
const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
process.stdout.write(
  JSON.stringify({ rate: latencies.length / (Number(ms) / 1000), p50: at(0.5), p99: at(0.99), wrong }),
);
