import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../tools/lib/root.mjs';
import { Fault } from '../../../tools/lib/say.mjs';
import { atEnd } from '../base/endings.mjs';
import { profiled, API_TIME } from '../base/profile.mjs';
import { measured, median } from '../base/report.mjs';
import { between } from '../base/rounds.mjs';
import { freePort, until } from '../base/stack.mjs';
import { DOCUMENTED } from './documented.mjs';
import { lighthouseRows } from './start-lighthouse.mjs';
import { linkPageRows } from './start-link-page.mjs';
import { screenRows } from './start-screens.mjs';

const COLD_MS = 1_200_000;

/** The parts of the group. */
export const START = {
  npm: npmRows,
  api: apiRow,
  screens: screenRows,
  lighthouse: lighthouseRows,
  link: linkPageRows,
  documented: () => DOCUMENTED,
};

const seconds = (times) => ({
  figure: `${median(times).toFixed(1)} s`,
  value: median(times),
  unit: 's',
  ...(times.length > 1 && { spread: between(times, 1, ' s') }),
});

/** `npm start` in a new clone with an empty home folder, and again. */
async function npmRows({ quick }) {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-start-'));
  const clone = join(folder, 'clone');
  const home = join(folder, 'home');
  mkdirSync(home);
  try {
    // A quick run does not install for a minute.
    if (quick) return [];
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone]);
    const { taken: cold, steps } = await npmStart(clone, home);
    const warm = [];
    for (let round = 0; round < 3; round++) warm.push((await npmStart(clone, home)).taken);
    return [
      measured({
        id: 'npm-start-cold',
        name: '`npm start`, cold: a clone of the last commit, an empty home folder, packages from the registry',
        ...seconds([cold]),
        goal: { text: '≤ 45 s', met: cold <= 45 },
        steps,
        next: 'install less; the packages are the longest step.',
      }),
      measured({
        id: 'npm-start-warm',
        name: '`npm start`, warm',
        ...seconds(warm),
        goal: { text: '≤ 3 s', met: median(warm) <= 3 },
        next: 'start PostgreSQL, API and worker at the same time.',
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs `npm start` until the API is ready. Returns the seconds, and its steps as it prints them. */
async function npmStart(folder, home) {
  const port = await freePort();
  // The settings of the npm that runs the bench would point to its own caches.
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|pnpm_|xdg_)/i.test(name) && name !== 'INIT_CWD');
  const env = { ...Object.fromEntries(kept), HOME: home, PORT: String(port), NODE_ENV: '', DATABASE_URL: '' };
  const start = performance.now();
  const child = spawn('npm', ['start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  const exited = once(child, 'exit');
  // The group: npm forwards no signal to its child.
  const end = async () => {
    process.kill(-child.pid, 'SIGINT');
    await exited;
  };
  const ended = atEnd(end);
  const ready = until(async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok, COLD_MS);
  await Promise.race([
    ready,
    exited.then(([code]) => {
      throw new Fault(`npm start ended with ${code}.\n${output}`);
    }),
  ]);
  const taken = (performance.now() - start) / 1000;
  // The last step is printed a moment after the API is ready.
  await until(async () => output.includes('Ctrl-C'), COLD_MS);
  ended();
  await end();
  const steps = [...output.matchAll(/✓ (.+) \((.+ s)\)/g)].map(([, step, time]) => `${step} ${time}`).join(', ');
  return { taken, steps };
}

/** From the start of the process to the first response that says ready. */
async function apiRow({ stack, quick }) {
  const times = [];
  for (let round = 0; round < (quick ? 2 : 7); round++) {
    const start = performance.now();
    const api = await stack.startApi();
    times.push((performance.now() - start) / 1000);
    await api.end();
  }
  return [
    measured({
      id: 'api-start',
      name: 'start of the API process, until `/health/ready` responds with 200',
      ...seconds(times),
      figure: `${median(times).toFixed(2)} s`,
      spread: between(times, 2, ' s'),
      goal: { text: '≤ 1.2 s', met: median(times) <= 1.2 },
      next: 'load modules later that no request needs at first; the profile names those that take longest.',
      profile: { of: API_TIME, run: () => profiled((options) => ({ options }), profileOfStart(stack)) },
    }),
  ];
}

const profileOfStart = (stack) => async (program) => {
  Object.assign(program, await stack.startApi({}, program.options));
};
