import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../tools/lib/root.mjs';

const MOST = 10;
const SHARE_OF_REST = 0.01;

/** Functions without a file belong to V8 and to Node bindings. The larger ones are shown by name. */
const NATIVE = 'native ';
const SHARE_OF_NATIVE = 0.02;

/**
 * Native functions that write to a socket. They are left out: the kernel runs the process that a write wakes in place of the thread, and the
 * sampler counts that time as the write's.
 */
const WRITES = new Set(['writev', 'writeBuffer', 'writeAsciiString', 'writeLatin1String', 'writeUtf8String']);

/** The clock of CPU profiles, in µs. */
const now = () => Number(process.hrtime.bigint() / 1000n);

/**
 * Profiles a Node program during a load.
 * @param start gets the Node options, returns the process with `end(signal)`
 * @param work what the program does while it is profiled; it gets the process, and a function that ends the warm-up
 * @returns the shares of its CPU time by package, largest first: `[name, share]`
 */
export async function profiled(start, work) {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-profile-'));
  try {
    const program = await start(['--cpu-prof', `--cpu-prof-dir=${folder}`]);
    let from = now();
    await work(program, () => (from = now()));
    const to = now();
    // A profile is written when the program exits by itself.
    await program.end('SIGTERM');
    // CPU.date.time.process.thread.number: the main thread is 0. A program of several processes writes one for each.
    const profiles = readdirSync(folder).filter((name) => name.split('.').at(-3) === '0');
    return shares(
      profiles.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))),
      { from, to },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The shares of CPU profiles between two times, by package. */
function shares(profiles, { from, to }) {
  const times = new Map();
  for (const profile of profiles) addTimes(times, profile, { from, to });
  const total = [...times.values()].reduce((sum, spent) => sum + spent, 0);
  for (const [name, spent] of times) {
    if (!name.startsWith(NATIVE) || spent >= total * SHARE_OF_NATIVE) continue;
    times.delete(name);
    times.set('V8', (times.get('V8') ?? 0) + spent);
  }
  return [...times].map(([name, spent]) => [name, spent / total]).sort(([, a], [, b]) => b - a);
}

/** The total that the shares of a profile refer to. */
export const API_TIME = 'CPU time of the API';
export const WORKER_TIME = 'CPU time of the worker';

function addTimes(times, { nodes, samples, timeDeltas, startTime }, { from, to }) {
  const packages = new Map(nodes.map(({ id, callFrame }) => [id, packageOf(callFrame)]));
  let at = startTime;
  for (const [index, id] of samples.entries()) {
    const spent = timeDeltas[index];
    at += spent;
    const name = packages.get(id);
    if (name !== undefined && at >= from && at <= to) times.set(name, (times.get(name) ?? 0) + spent);
  }
}

/** The profile of a separate API under a load, for rows. @param load a load without a port @param options its length, and the settings of the API */
export const profileOfApi = (stack, load, { ms = 4_000, settings = {} } = {}) => ({
  of: API_TIME,
  run: () =>
    profiled(
      (options) => stack.startApi(settings, options),
      async ({ port }, warm) => {
        await stack.load({ ms, ...load, port });
        warm();
        await stack.load({ ms, ...load, port });
      },
    ),
});

/** The profile of the worker of the stack, which is replaced in the meantime, for rows. @param work gets a function that ends the warm-up */
export const profileOfWorker = (stack, work) => ({
  of: WORKER_TIME,
  run: async () => {
    await stack.worker.end();
    try {
      return await profiled(
        (options) => (stack.worker = stack.startWorker({}, options)),
        (_, warm) => work(warm),
      );
    } finally {
      stack.worker = stack.startWorker();
    }
  },
});

/** The name of the package of a function; undefined while the program waits, and for writes to sockets. */
function packageOf({ functionName, url }) {
  if (functionName === '(idle)' || functionName === '(root)') return undefined;
  if (url === '' && WRITES.has(functionName)) return undefined;
  if (functionName === '(garbage collector)') return 'garbage collector';
  if (functionName === '(program)') return 'native code';
  if (url.startsWith('node:')) return 'Node';
  // A compiled schema has neither a file nor a name.
  if (url === '') return functionName === '' ? 'generated code' : `${NATIVE}${functionName}`;
  const external = url.lastIndexOf('/node_modules/');
  if (external >= 0) {
    const [first, second] = url.slice(external + '/node_modules/'.length).split('/');
    return first.startsWith('@') ? `${first}/${second}` : first;
  }
  const [group, name] = url.slice(url.indexOf(root) + root.length + 1).split('/');
  return `${group}/${name}`;
}

/** The largest shares in one line: `Node 31 %, pg 12 %, ...`. */
export function renderShares(all) {
  const shown = all.slice(0, MOST).filter(([, share]) => share >= SHARE_OF_REST);
  const rest = 1 - shown.reduce((sum, [, share]) => sum + share, 0);
  return [...shown, ...(rest >= 0.005 ? [['others', rest]] : [])]
    .map(([name, share]) => `${name} ${Math.round(share * 100)} %`)
    .join(', ');
}
