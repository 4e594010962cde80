import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../../..');
const PATIENCE_MS = 300_000;

/** The commands that install the packages of a new clone. */
const COMMANDS = readdirSync(join(ROOT, 'tools')).filter(
  (name) => name.endsWith('.mjs') && readFileSync(join(ROOT, 'tools', name), 'utf8').includes('ensureInstalled()'),
);

/** Of commands that check their arguments before they install. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'check-install.mjs': ['http://127.0.0.1:1'],
  'image.mjs': ['image'],
  'release.mjs': ['0.2.0'],
  'restore.mjs': ['--from', 'backup', '--to', 'restored'],
  'run.mjs': ['build'],
};

const SETTINGS = { APP_SECRETS: 'x'.repeat(48), BILLHOOK_EMAIL: 'owner@example.com', BILLHOOK_PASSWORD: 'example' };

describe('a command in a new clone', () => {
  let clone: string;

  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), 'billhook-commands-'));
    const isOwn = (path: string) => !path.includes('node_modules');
    cpSync(join(ROOT, 'tools'), join(clone, 'tools'), { recursive: true, filter: isOwn });
    cpSync(join(ROOT, 'package.json'), join(clone, 'package.json'));
    cpSync(join(ROOT, 'pnpm-lock.yaml'), join(clone, 'pnpm-lock.yaml'));
    cpSync(join(ROOT, 'pnpm-workspace.yaml'), join(clone, 'pnpm-workspace.yaml'));
  });

  afterAll(() => rmSync(clone, { recursive: true, force: true }));

  it.each(COMMANDS)(
    'tools/%s needs no package before it installs them',
    (name) => {
      // Without a PATH there is no npx, so the command ends where it would install.
      const { status, stdout, stderr } = spawnSync(process.execPath, [join('tools', name), ...(REQUIRED[name] ?? [])], {
        cwd: clone,
        env: { PATH: '', HOME: clone, ...SETTINGS },
        encoding: 'utf8',
        timeout: PATIENCE_MS,
      });
      expect(status).not.toBe(0);
      expect(stdout + stderr).toContain('spawn npx ENOENT');
    },
    PATIENCE_MS,
  );
});
