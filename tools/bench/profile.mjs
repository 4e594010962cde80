import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';

const MOST = 10;
const SHARE_OF_REST = 0.01;

/** The clock of CPU profiles, in µs. */
const now = () => Number(process.hrtime.bigint() / 1000n);

/**
 * Profiles a Node program during a load.
 * @param start gets the options of Node, returns the process with `end(signal)`
 * @param work what the program does while it is profiled; it gets the process, and a function that ends the warm-up
 * @returns the shares of its processor time by package, largest first: `[name, share]`
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
    // CPU.date.time.process.thread.number: the main thread is 0.
    const main = readdirSync(folder).find((name) => name.split('.').at(-3) === '0');
    return shares(JSON.parse(readFileSync(join(folder, main), 'utf8')), from, to);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The shares of a CPU profile between two times, by package. */
export function shares({ nodes, samples, timeDeltas, startTime }, from = 0, to = Infinity) {
  const packages = new Map(nodes.map(({ id, callFrame }) => [id, packageOf(callFrame)]));
  const times = new Map();
  let at = startTime;
  for (const [index, id] of samples.entries()) {
    const spent = timeDeltas[index];
    at += spent;
    const name = packages.get(id);
    if (name !== undefined && at >= from && at <= to) times.set(name, (times.get(name) ?? 0) + spent);
  }
  const total = [...times.values()].reduce((sum, spent) => sum + spent, 0);
  return [...times].map(([name, spent]) => [name, spent / total]).sort(([, a], [, b]) => b - a);
}

/** The profile of a separate API under a load, for rows. @param load a load without a port */
export const profileOfApi = (stack, load, ms = 4_000) => ({
  of: 'API',
  run: () =>
    profiled(
      (options) => stack.startApi({}, options),
      async ({ port }, warm) => {
        await stack.load({ ms, ...load, port });
        warm();
        await stack.load({ ms, ...load, port });
      },
    ),
});

/** The name of the package of a function; undefined while the program waits. */
function packageOf({ functionName, url }) {
  if (functionName === '(idle)' || functionName === '(root)') return undefined;
  if (functionName === '(garbage collector)') return 'garbage collector';
  if (functionName === '(program)') return 'native code';
  if (url.startsWith('node:')) return 'Node';
  // Functions without a file are V8's own or bindings of Node. Among these, system calls such as writev take most of the time.
  if (url === '') return functionName === '' ? 'V8' : `native ${functionName}`;
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
  return [...shown, ['others', rest]].map(([name, share]) => `${name} ${Math.round(share * 100)} %`).join(', ');
}
