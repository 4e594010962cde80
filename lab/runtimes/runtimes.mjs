import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../lib/program.mjs';

/* The runtimes, each with how it runs the programs. A package of npm is installed beside the client, and only there. */

const BUN = 'bun@1.4.5';
const DENO = 'deno@2.9.6';
const WORKERD = ['miniflare@4.20260730.0', 'rolldown@1.3.3'];
const VITEST = ['vitest@5.1.2', 'jsdom@31.0.1'];

/** The oldest Node that can `require` ES modules without a flag. */
const OLDEST_NODE = 'node@20.19.0';

const install = (folder, ...packages) =>
  run('npm', ['install', '--no-audit', '--no-fund', '--no-save', ...packages], { cwd: folder });

/** Runs a program of a package, which npx installs into its own folder. */
const withPackage =
  (name, ...args) =>
  ({ folder, env }) =>
    run('npx', ['--yes', '--package', name, ...args], { cwd: folder, env });

/** Finds a version of Python by its name or with pyenv. */
const FIND = (version) => `command -v python${version} > /dev/null && python${version} -c '' 2> /dev/null &&
  command -v python${version} || ls -d "$(pyenv root)"/versions/${version}.*/bin/python | tail -1`;

const pythonAt = (version) =>
  run('bash', ['-c', FIND(version)]).then(
    (path) => path.trim(),
    () => '',
  );

const python = (version) => ({
  name: `Python ${version}`,
  version,
  missing: async () => ((await pythonAt(version)) === '' ? 'it is not installed' : undefined),
  async play({ folder, env, wheel }) {
    const venv = join(folder, `python-${version}`);
    await run(await pythonAt(version), ['-m', 'venv', venv]);
    await run(join(venv, 'bin/pip'), ['install', '--quiet', wheel]);
    return run(join(venv, 'bin/python'), ['check.py'], { cwd: folder, env });
  },
});

export const RUNTIMES = [
  { name: 'Node, oldest', version: OLDEST_NODE, play: withPackage(OLDEST_NODE, 'node', 'main.mjs') },
  { name: 'Node, oldest, with `require`', version: OLDEST_NODE, play: withPackage(OLDEST_NODE, 'node', 'require.cjs') },
  {
    name: 'Node of Billhook',
    version: process.versions.node,
    play: ({ folder, env }) => run(process.execPath, ['main.mjs'], { cwd: folder, env }),
  },
  { name: 'Bun', version: BUN, play: withPackage(BUN, 'bun', 'main.mjs') },
  {
    name: 'Deno',
    version: DENO,
    play: withPackage(
      DENO,
      'deno',
      'run',
      '--quiet',
      '--node-modules-dir=manual',
      '--allow-net',
      '--allow-env',
      'main.mjs',
    ),
  },
  {
    name: 'Cloudflare Workers (workerd)',
    version: WORKERD[0],
    async play({ folder, env }) {
      await install(folder, ...WORKERD);
      return run(process.execPath, ['workerd.mjs'], { cwd: folder, env });
    },
  },
  {
    name: 'vitest with jsdom',
    version: VITEST.join(', '),
    async play({ folder, env }) {
      await install(folder, ...VITEST);
      await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'jsdom.test.mjs'], { cwd: folder, env });
      return `${VITEST.join(', ')}\n${readFileSync(join(folder, 'vitest.txt'), 'utf8')}`;
    },
  },
  ...['3.10', '3.11', '3.12', '3.13'].map(python),
];
