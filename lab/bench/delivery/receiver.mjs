import { createServer } from 'node:net';

/*
 * Receivers in a separate process, each on its own port: to the worker they are different hosts. They parse only as much HTTP as necessary,
 * so the sender is measured. `Receivers` controls them by messages to this process.
 */

const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok');
const HEAD_END = '\r\n\r\n';

/** By port, the treatment of a request: `answer`, `wait` for a number of ms and then respond, or `hang`. */
let behaviours = [];
let hanging = [];
let keepNames = false;
let arrivals = [];

const now = () => performance.timeOrigin + performance.now();

function received(index, socket, at, request) {
  // A name from the load: it links the first byte to its commit.
  const name = keepNames ? /"name":"(bench-[^"]+)"/.exec(request.toString('latin1'))?.[1] : undefined;
  arrivals.push(keepNames ? [at, index, name] : at);
  const { kind, ms } = behaviours[index];
  if (kind === 'answer') socket.write(ANSWER);
  else if (kind === 'wait') setTimeout(() => socket.writable && socket.write(ANSWER), ms);
  else hanging.push(socket);
}

function listen(index) {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    let pending = Buffer.alloc(0);
    let firstByteAt = NaN;
    let missing = NaN;
    socket.on('data', (chunk) => {
      if (pending.length === 0) firstByteAt = now();
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      if (Number.isNaN(missing)) {
        const end = pending.indexOf(HEAD_END);
        if (end < 0) return;
        const head = pending.toString('latin1', 0, end);
        missing = end + HEAD_END.length + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      }
      if (pending.length < missing) return;
      const request = pending;
      pending = Buffer.alloc(0);
      missing = NaN;
      received(index, socket, firstByteAt, request);
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
}

const commands = {
  listen: async ({ count }) => {
    behaviours = Array.from({ length: count }, () => ({ kind: 'answer' }));
    return Promise.all(behaviours.map((_, index) => listen(index)));
  },
  behave: ({ behaviours: given }) => void (behaviours = given),
  reset: ({ names }) => {
    keepNames = names;
    arrivals = [];
  },
  count: () => arrivals.length,
  arrivals: () => arrivals,
  /** Ends hanging requests, which would affect the next round. */
  release: () => {
    for (const socket of hanging) socket.destroy();
    hanging = [];
  },
};

process.on('message', async ({ id, command, ...given }) =>
  process.send({ id, answer: (await commands[command](given)) ?? null }),
);
process.on('disconnect', () => process.exit(0));
