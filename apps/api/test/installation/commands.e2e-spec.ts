import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const PATIENCE_MS = 300_000;

/** The commands that install the packages of a new clone. */
const COMMANDS = ['tools', 'lab']
  .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`))
  .filter((path) => /\.(mjs|ts)$/.test(path) && /^main\(/m.test(read(path)))
  .filter((path) => /await (ensureInstalled|prepareLab)\(\)/.test(read(path)));

/** Arguments of commands that check them before they install. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'tools/check-install.ts': ['http://127.0.0.1:1'],
  'tools/image.ts': ['image'],
  'tools/release.ts': ['0.2.0'],
  'tools/restore.ts': ['--from', 'backup', '--to', 'restored'],
  'tools/run.ts': ['build'],
};

const SETTINGS = { APP_SECRETS: 'x'.repeat(48), BILLHOOK_EMAIL: 'owner@example.com', BILLHOOK_PASSWORD: 'example' };

describe('a command in a new clone', () => {
  let clone: string;

  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), 'billhook-commands-'));
    const isOwn = (path: string) => !path.includes('node_modules');
    // Of the sources, a command may import files without packages.
    for (const folder of ['tools', 'lab', 'libs/platform/src'])
      cpSync(join(ROOT, folder), join(clone, folder), { recursive: true, filter: isOwn });
    cpSync(join(ROOT, 'libs/platform/package.json'), join(clone, 'libs/platform/package.json'));
    cpSync(join(ROOT, 'package.json'), join(clone, 'package.json'));
    cpSync(join(ROOT, 'pnpm-lock.yaml'), join(clone, 'pnpm-lock.yaml'));
    cpSync(join(ROOT, 'pnpm-workspace.yaml'), join(clone, 'pnpm-workspace.yaml'));
  });

  afterAll(() => rmSync(clone, { recursive: true, force: true }));

  it.each(COMMANDS)('%s needs no package before it installs them', (name) => {
    // Without a PATH there is no npx, so the command ends where it would install.
    const { status, stdout, stderr } = spawnSync(process.execPath, [name, ...(REQUIRED[name] ?? [])], {
      cwd: clone,
      env: { PATH: '', HOME: clone, ...SETTINGS },
      encoding: 'utf8',
      timeout: PATIENCE_MS,
    });
    expect(status).not.toBe(0);
    expect(stdout + stderr).toContain('spawn npx ENOENT');
  });

  const ALL = '--filter !@billhook/lab';
  const LAB = '--filter @billhook/lab';

  it.each([
    ['tools/start.ts', [`${ALL} --prod --filter !@billhook/testing`]],
    ['tools/run.ts', [ALL]],
    ['lab/year.mjs', [ALL, LAB]],
  ])('%s installs only what it needs', (name, expected) => {
    const bin = join(clone, 'bin');
    mkdirSync(bin, { recursive: true });
    const calls = join(bin, 'calls');
    writeFileSync(calls, '');
    // The last installation fails, so the command ends there.
    const last = `case "$*" in *"${expected.at(-1)}") exit 1;; esac`;
    const npx = `#!/bin/sh\necho "$*" >> ${calls}\nmkdir -p node_modules\n${last}\n`;
    writeFileSync(join(bin, 'npx'), npx, { mode: 0o755 });
    const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: clone, ...SETTINGS };
    const options = { cwd: clone, env, timeout: PATIENCE_MS };
    const { status } = spawnSync(process.execPath, [name, ...(REQUIRED[name] ?? [])], options);
    expect(status).not.toBe(0);
    const flags = readFileSync(calls, 'utf8').trim().split('\n');
    expect(flags.map((line) => line.replace(/^.* --trust-lockfile /, ''))).toEqual(expected);
    rmSync(join(clone, 'node_modules'), { recursive: true, force: true });
  });
});
