import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { certified, notPassed } from '../../../libs/sdk/test/certified.js';

/* Runs the receivers of the guides. */

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const message = (id: string, version: number, type = 'invoice.paid'): string =>
  JSON.stringify({ id, type, createdAt: '2026-11-21T09:30:00.000Z', data: { id: 42, version } });

function headersOf(id: string, version: number, type?: string): Record<string, string> {
  const at = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign(id, at, message(id, version, type)),
  };
}

async function block(guide: string, title: string): Promise<string> {
  const text = await readFile(new URL(`../guides/${guide}.md`, import.meta.url), 'utf8');
  const [, after] = text.split(`\`\`\`js title="${title}"\n`);
  if (after === undefined) throw new Error(`${guide} has no block ${title}`);
  return after.split('```')[0] ?? '';
}

/** Prints its port, and exits when its input ends. */
const LISTEN = `.listen(0, function () {
  console.log(this.address().port);
  process.stdin.resume().once('end', () => this.close());
});`;

const VERIFY = new URL('../../../libs/sdk/dist/webhooks/verify.js', import.meta.url).href;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'billhook-receiver-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a receiver of a guide until `use` has ended, and returns the lines that it printed after its port. */
async function received(
  source: string,
  use: (post: (body: string, headers: Record<string, string>) => Promise<number>, url: string) => Promise<void>,
): Promise<string[]> {
  const library = pathToFileURL(createRequire(import.meta.url).resolve('standardwebhooks')).href;
  const program = source
    .replace("from 'standardwebhooks'", `from '${library}'`)
    .replace("from '@billhook/sdk/webhooks'", `from '${VERIFY}'`)
    .replace('process.env.BILLHOOK_WEBHOOK_SECRET', JSON.stringify(SECRET))
    .replace(/\.listen\((?:4000, |Number\().*\);/, LISTEN);
  const file = join(folder, 'receiver.mjs');
  await writeFile(file, program);
  const child = spawn(process.execPath, [file]);
  const ended = new Promise((resolve) => child.once('close', resolve));
  const printed: string[] = [];
  const lines = createInterface(child.stdout).on('line', (line) => printed.push(line));
  try {
    const port = await new Promise<string>((resolve, reject) => {
      child.once('error', reject);
      child.stderr.once('data', (text: Buffer) => reject(new Error(text.toString())));
      lines.once('line', resolve);
    });
    const url = `http://localhost:${port}/`;
    await use(async (body, headers) => {
      const { status } = await fetch(url, { method: 'POST', headers, body });
      return status;
    }, url);
    // A kill would lose lines that are not read yet.
    child.stdin.end();
    await ended;
  } finally {
    child.kill();
    await ended;
  }
  return printed.slice(1);
}

const RECEIVERS = /^(?:js|python) title="[^"]+"\n([^]*BILLHOOK_WEBHOOK_SECRET[^]*)/;

describe('every receiver of a guide', () => {
  it('checks its secret before it starts', async () => {
    const guides = new URL('../guides/', import.meta.url);
    const files = (await readdir(guides)).filter((name) => name.endsWith('.md'));
    const texts = await Promise.all(files.map((name) => readFile(new URL(name, guides), 'utf8')));
    const programs = texts.flatMap((text) => text.split('```').flatMap((part) => RECEIVERS.exec(part)?.slice(1) ?? []));
    expect(programs.length).toBe(8);
    for (const program of programs) {
      const check = program.search(/checkSecrets\(process|new Webhook\(process|^SECRETS = webhooks\.check_secrets\(/m);
      expect([program, check > 0 && check < program.search(/createServer\(async|class Receiver|def handle/)]).toEqual([
        ...[program, true],
      ]);
      // A second check for each message would hide that the first is missing.
      expect(program.split('BILLHOOK_WEBHOOK_SECRET').length).toBe(2);
    }
  });

  it.each([
    ['quickstart', 'receiver.mjs'],
    ['webhooks', 'careful.mjs'],
  ])('ends without a secret: %s', async (guide, title) => {
    const source = (await block(guide, title)).replace('process.env.BILLHOOK_WEBHOOK_SECRET', 'undefined');
    await expect(received(source, async () => undefined)).rejects.toThrow("Secret can't be empty");
  });
});

describe('the receiver of the guide on certification', () => {
  it('passes all cases, also with --strict', async () => {
    await received(await block('certify-a-receiver', 'counting.mjs'), async (_, url) => {
      expect(await notPassed(url, SECRET)).toEqual([]);
      expect((await certified(url, '--secret', SECRET, '--strict')).code).toBe(0);
    });
  });
});

describe('the receiver of the quickstart', () => {
  it('accepts a genuine message and rejects another', async () => {
    await received(await block('quickstart', 'receiver.mjs'), async (post) => {
      expect(await post(message('msg_1', 1), headersOf('msg_1', 1))).toBe(204);
      expect(await post(message('msg_1', 2), headersOf('msg_1', 1))).toBe(400);
    });
  });
});

describe('the receiver of the guide on webhooks', () => {
  it('handles a message once, and ignores tests and older versions', async () => {
    const printed = await received(await block('webhooks', 'careful.mjs'), async (post) => {
      const send = (id: string, version: number, more: Record<string, string> = {}) =>
        post(message(id, version), { ...headersOf(id, version), ...more });
      expect(await post(message('msg_1', 2), headersOf('msg_1', 1))).toBe(400);
      expect(await send('msg_2', 4)).toBe(204);
      expect(await send('msg_2', 4)).toBe(204);
      expect(await send('msg_1', 3)).toBe(204);
      expect(await send('msg_3', 5, { 'webhook-test': 'true' })).toBe(204);
      expect(await send('msg_4', 5)).toBe(204);
    });
    const paid = 'invoice 42 invoice.paid';
    expect(printed).toEqual([paid, 'invoice 42 is newer here', paid]);
  });

  it('does not bring back a deleted record when an older update arrives after the deletion', async () => {
    const printed = await received(await block('webhooks', 'careful.mjs'), async (post) => {
      const send = (id: string, version: number, type: string) =>
        post(message(id, version, type), headersOf(id, version, type));
      expect(await send('msg_1', 1, 'client.created')).toBe(204);
      expect(await send('msg_3', 3, 'client.deleted')).toBe(204);
      expect(await send('msg_2', 2, 'client.updated')).toBe(204);
    });
    const lines = ['client 42 client.created', 'client 42 client.deleted', 'client 42 is newer here'];
    expect(printed).toEqual(lines);
  });
});
