import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleProblem } from '@billhook/contract/examples/problem-examples';
import { ProblemView } from '@billhook/contract/shared/problem';
import { PROBLEMS } from '@billhook/domain/shared/problems';
import { beforeAll, describe, expect, it } from '@jest/globals';

let guide: string;
beforeAll(async () => {
  guide = await readFile(new URL('../guides/rate-limits.md', import.meta.url), 'utf8');
});

const blockOf = (language: string): string =>
  new RegExp(`\`\`\`${language}(?: title="[^"]*")?\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? '';

/** The responses of a server with limits, in order. */
const ANSWERS: readonly {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly pause: number;
}[] = [
  { status: 200, headers: { RateLimit: '"minute";r=1;t=30, "company";r=5;t=3' }, pause: 0 },
  { status: 200, headers: { RateLimit: '"minute";r=0;t=1, "company";r=4;t=3' }, pause: 1_000 },
  { status: 429, headers: { RateLimit: '"minute";r=0;t=1, "company";r=4;t=3', 'Retry-After': '1' }, pause: 1_000 },
  { status: 200, headers: {}, pause: 0 },
];

describe('the guide on rate limits', () => {
  it('has a program that sends as fast as the limits allow', async () => {
    const asked: { readonly path: string; readonly at: number }[] = [];
    const server = createServer((request, response) => {
      const { status, headers } = ANSWERS[asked.length] ?? { status: 500, headers: {} };
      asked.push({ path: request.url ?? '', at: performance.now() });
      response.writeHead(status, headers).end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const folder = await mkdtemp(join(tmpdir(), 'billhook-guide-'));
    const file = join(folder, 'patient.mjs');
    await writeFile(file, blockOf('js'));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const child = spawn(process.execPath, [file, '1', '2', '3'], {
      env: { BILLHOOK_URL: url, BILLHOOK_API_KEY: 'bhk_test' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    await once(child, 'close');
    server.close();
    await rm(folder, { recursive: true });

    expect(output).toBe('1 200\n2 200\n3 200\n');
    expect(asked.map(({ path }) => path)).toEqual([1, 2, 3, 3].map((id) => `/v1/invoices/${id}`));
    for (const [n, { pause }] of ANSWERS.slice(0, -1).entries()) {
      // Timers and clocks may differ by a millisecond or two.
      expect((asked[n + 1]?.at ?? 0) - (asked[n]?.at ?? 0)).toBeGreaterThanOrEqual(pause - 5);
    }
  });

  it('shows the actual error', () => {
    const shown = ProblemView.parse(JSON.parse(blockOf('json')));
    const { type, title, detail } = exampleProblem('rate_limited');
    expect(shown).toMatchObject({ type, title, detail, code: 'rate_limited', 'violated-policies': ['minute'] });
    expect(title).toBe(PROBLEMS.rate_limited.title);
  });

  it('names the limits of a new installation', async () => {
    const settings = await readFile(new URL('../../../.env.example', import.meta.url), 'utf8');
    for (const [setting, policy] of [
      ['RATE_LIMIT_KEY', 'minute'],
      ['RATE_LIMIT_COMPANY', 'company'],
      ['RATE_LIMIT_ADDRESS', 'address'],
    ] as const) {
      const quota = Number(new RegExp(`^# ${setting}=(\\d+)$`, 'm').exec(settings)?.[1]);
      expect(guide).toMatch(new RegExp(`^\\| \`${policy}\` \\| .+ \\| ${quota.toLocaleString('en')} \\|$`, 'm'));
    }
  });
});
