import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const REQUIREMENTS = join(root, 'libs/sdk-python/requirements.txt');

/** Long enough for a slow connection, short enough for a machine without one. */
const INSTALL_MS = 120_000;

export interface Python {
  /** Absent where the machine has no Python, or where its packages cannot be installed. */
  readonly path?: string;
  /** Why it is absent, for the name of skipped tests. */
  readonly missing: string;
}

/** A Python with the packages of the client, which is installed into `.data` once per machine. */
export async function findPython(): Promise<Python> {
  const requirements = await readFile(REQUIREMENTS);
  const version = await run('python3', ['-c', 'import sys; print(sys.version_info >= (3, 10), sys.version)']).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
  if (!version.startsWith('True')) return { missing: 'no Python 3.10 or later' };
  const name = createHash('sha256').update(requirements).update(version).digest('hex').slice(0, 12);
  const folder = join(root, '.data', `python-${name}`);
  const path = join(folder, 'bin/python');
  if (await exists(path)) return { path, missing: '' };
  try {
    await install(folder);
    return { path, missing: '' };
  } catch {
    return { missing: 'the packages of libs/sdk-python/requirements.txt cannot be installed' };
  }
}

/** Beside, then renamed: an interrupted installation must not look complete. */
async function install(folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  await mkdir(join(root, '.data'), { recursive: true });
  try {
    await run('python3', ['-m', 'venv', draft]);
    const options = [
      '--quiet',
      '--disable-pip-version-check',
      '--only-binary',
      ':all:',
      '--no-compile',
      '--retries',
      '0',
    ];
    const pip = ['-m', 'pip', 'install', ...options, '--timeout', '10', '-r', REQUIREMENTS];
    await run(join(draft, 'bin/python'), pip, { timeout: INSTALL_MS });
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
