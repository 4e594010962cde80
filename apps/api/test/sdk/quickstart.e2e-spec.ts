import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Permission } from '@billhook/domain/identity/permissions';
import { freePort } from '@billhook/testing/free-port';
import { installedVersion } from '@billhook/testing/installed-programs';
import { eventually } from '@billhook/testing/patience';
import { unless } from '@billhook/testing/skipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPlainRenderer } from '../../../docs/src/content/markdown.js';
import { pathOfNode, plainText } from '../support/guide-blocks.js';
import { Sandboxes } from '../support/sandboxes.js';
import { WebhookWorld } from '../support/webhooks.js';

/*
 * The quickstart as a reader plays it: the commands of the rendered page, one after the other in one shell, in an empty folder. The sandbox
 * and its key, with the permissions that the page names, come from the test in place of the screens, and the package that verifies signatures from this repository in place of the registry.
 */

const PAGE = new URL('../../../docs/guides/quickstart.md', import.meta.url);
/** For `--json`. */
const CURL = 7.82;
const MARK = '--- the next command ---';

const hasCurl = Number.parseFloat(installedVersion('curl') ?? '0') >= CURL;
const play = unless(hasCurl ? undefined : `curl ${CURL} is not installed`, it);

let hooks: WebhookWorld;
let folder: string;

beforeAll(async () => {
  hooks = await WebhookWorld.start();
  folder = await mkdtemp(join(tmpdir(), 'billhook-quickstart-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(async () => {
  await hooks.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The blocks of the rendered page in their order, with its origin and a free port filled in. */
async function blocks(port: number): Promise<{ title: string; code: string }[]> {
  const { html } = createPlainRenderer()(await readFile(PAGE, 'utf8'));
  const figures = html.matchAll(/<figure class="code">(?:<figcaption>([^<]*)<\/figcaption>)?([^]*?)<\/figure>/g);
  return [...figures].map(([, title = '', code = '']) => ({
    title,
    code: plainText(code)
      .replaceAll('http://localhost:3000', hooks.api.url)
      .replaceAll('localhost:4000', `localhost:${port}`)
      .replaceAll('listen(4000', `listen(${port}`),
  }));
}

/** The permissions that the page tells the reader to tick. */
async function pagePermissions(): Promise<Permission[]> {
  const [, list = ''] =
    /tick these permissions, and untick all others: ([^\n]+)/.exec(await readFile(PAGE, 'utf8')) ?? [];
  return [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name as Permission);
}

/** One shell that keeps its variables between commands, and what it has printed. */
function openShell() {
  const shell = spawn('bash', [], { cwd: folder, env: { PATH: pathOfNode(), HOME: folder } });
  let output = '';
  // Not stderr: there curl shows its progress.
  shell.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
  return {
    async type(command: string): Promise<string> {
      const from = output.length;
      shell.stdin.write(`${command}\necho "${MARK}"\n`);
      await eventually(`the end of ${command}`, () => output.slice(from).includes(MARK) || undefined);
      return output.slice(from).split(MARK)[0] ?? '';
    },
    close: () => shell.stdin.end(),
  };
}

describe('the quickstart', () => {
  play('leads from a key of a sandbox to verified webhooks, without a number of the company', async () => {
    const { api, world } = hooks;
    const owner = await world.member(await world.company());
    const sandboxes = new Sandboxes(api, world);
    const { within } = await sandboxes.ready(await world.session(owner));
    const key = await sandboxes.key(within, await pagePermissions());
    const port = await freePort();
    const page = await blocks(port);
    const commandWith = (text: string): string => {
      const found = page.find(({ code }) => code.includes(text));
      if (!found) throw new Error(`the page has no block with ${text}`);
      return found.code;
    };
    const shell = openShell();
    let received = '';
    const receiver = { process: undefined as ReturnType<typeof spawn> | undefined };
    try {
      await shell.type(commandWith('export BILLHOOK_API_KEY').replace('bht_…', key.secret));
      expect(JSON.parse(await shell.type(commandWith('/v1/clients?limit=2')))).toMatchObject({ data: [] });
      expect(await shell.type(commandWith('/v1/me/permissions'))).toContain('"invoice.write"');

      const standardwebhooks = dirname(createRequire(import.meta.url).resolve('standardwebhooks/package.json'));
      // Npm builds a package in a folder, which takes longer than everything else here.
      const local = ` --offline --no-audit --ignore-scripts ${standardwebhooks}`;
      const install = commandWith('npm install').replace(/ standardwebhooks$/, local);
      expect(await shell.type(install)).toContain('added 1 package');
      await writeFile(join(folder, 'receiver.mjs'), page.find(({ title }) => title === 'receiver.mjs')?.code ?? '');

      const { secret } = JSON.parse(await shell.type(commandWith('/v1/webhook-endpoints" \\'))) as { secret: string };
      const second = spawn('bash', ['-c', commandWith('node receiver.mjs').replace('whsec_…', secret)], {
        cwd: folder,
      });
      receiver.process = second;
      second.stdout.on('data', (piece: Buffer) => (received += piece.toString()));
      await eventually('the receiver listens', () => received.includes('listening') || undefined);

      await shell.type(commandWith('tee client.json'));
      const invoice = JSON.parse(await shell.type(commandWith('tee invoice.json'))) as { totals: { gross: string } };
      expect(invoice.totals.gross).toBe('1080.00');
      expect(await shell.type(commandWith('$INVOICE_ID/send'))).toContain('"Sent"');
      await shell.type(commandWith('/v1/payments"'));

      const expected = commandWith('invoice.paid 42 Paid').replaceAll(/ \d+ /g, ' ');
      await hooks.engine.sweep();
      await eventually('four webhooks', () => received.trim().split('\n').length === 5 || undefined);
      const lines = received.trim().split('\n').slice(1);
      expect(lines.map((line) => line.replace(/ \d+ /, ' ')).toSorted()).toEqual(expected.split('\n').toSorted());

      expect(await shell.type(commandWith('$ENDPOINT_ID/test'))).toContain('"test"');
      const count =
        'SELECT company_id AS company, count(*)::int AS count FROM number_series_numbers JOIN number_series s ON s.id = series_id';
      const numbers = await sandboxes.rows(`${count} WHERE company_id = ANY ($1) GROUP BY company_id`, [
        [owner.companyId, key.companyId],
      ]);
      expect(numbers).toEqual([{ company: key.companyId, count: 1 }]);
    } finally {
      receiver.process?.kill();
      shell.close();
    }
  });
});
