import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { variablesWith } from '@billhook/platform/spec-env';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../..', import.meta.url));

// As the registry writes them. Every version of a package that the lockfile has, and a version that it does not have.
const VULNERABLE = {
  pg: [
    {
      id: 1,
      severity: 'high',
      title: 'Example',
      url: 'https://example.com/advisories/1',
      vulnerable_versions: '>=1.0.0',
    },
  ],
};
const OLD = {
  pg: [
    { id: 2, severity: 'low', title: 'Old', url: 'https://example.com/advisories/2', vulnerable_versions: '<1.0.0' },
  ],
};

let folder: string;
let registry: Server;
let answer: { status: number; body: unknown };
let asked: Record<string, string[]>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'billhook-advisories-'));
  registry = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    request.on('end', () => {
      asked = JSON.parse(text) as typeof asked;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  registry.close();
  await rm(folder, { recursive: true, force: true });
});

const file = () => join(folder, 'advisories.json');

/** Runs the command. @returns its exit code and its whole output */
async function advisories(): Promise<{ code: number; output: string }> {
  const { port } = registry.address() as AddressInfo;
  // npm reads the registry from its configuration, as on the machine of a developer.
  const userconfig = join(folder, 'npmrc');
  await writeFile(userconfig, `registry=http://127.0.0.1:${port}/\n`);
  const env = { npm_config_userconfig: userconfig, ADVISORIES_FILE: file(), PATH: variablesWith({})['PATH'] };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['tools/advisories.ts'], {
      cwd: root,
      env,
    });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

describe('npm run advisories', () => {
  it('fails if nothing can be compared', async () => {
    answer = { status: 405, body: {} };
    const { code, output } = await advisories();
    expect([code, output]).toEqual([2, expect.stringContaining('Nothing was compared')]);
    expect(output).toContain('responded with 405');
  });

  it('fails with a vulnerable package, its advisory and its version', async () => {
    answer = { status: 200, body: VULNERABLE };
    const { code, output } = await advisories();
    expect(asked['pg']).toHaveLength(1);
    expect(asked['@nestjs/core']).toHaveLength(1);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`pg ${asked['pg']?.[0]}: Example (high), https://example.com/advisories/1`),
    ]);
  });

  it('compares with the last response while the registry does not answer', async () => {
    answer = { status: 503, body: {} };
    await writeFile(file(), JSON.stringify({ date: '2026-11-01T00:00:00.000Z', advisories: VULNERABLE }));
    const { code, output } = await advisories();
    expect([code, output]).toEqual([1, expect.stringContaining('with the advisories of 2026-11-01')]);
  });

  it('passes with an advisory of other versions only, and keeps the response', async () => {
    answer = { status: 200, body: OLD };
    const { code, output } = await advisories();
    expect([code, output]).toEqual([0, expect.stringContaining('No package has a known vulnerability')]);
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ advisories: OLD });
  });
});
