import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EXPIRE_CHANGES, STORED_RECORDS, storedLines, type ComparedRecord } from '@billhook/testing/copied';
import { freePort } from '@billhook/testing/free-port';
import { isFullRun } from '@billhook/testing/full-run';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { findPython } from '@billhook/testing/python';
import { inFullRun, unless } from '@billhook/testing/skipped';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SECRET } from '../support/api.js';
import { clientBody } from '../support/bodies.js';
import { Records } from '../support/records.js';
import { relayOf } from '../support/relay.js';
import { WebhookWorld } from '../support/webhooks.js';
import type { KeyCaller } from '../support/world.js';

/*
 * The Python client as its users have it: packed as a wheel, installed into an empty folder, and used against the running API.
 */

const run = promisify(execFile);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const LIBRARY = here('../../../../libs/sdk-python/');

const python = await findPython();
const withPython = unless(python.path ? undefined : python.missing, describe);

let hooks: WebhookWorld;
let folder: string;
let guide: string;

beforeAll(async () => {
  if (!python.path) return;
  hooks = await WebhookWorld.start();
  folder = await mkdtemp(join(tmpdir(), 'billhook-python-user-'));
  guide = await readFile(here('../../../docs/guides/python.md'), 'utf8');
  const { pack } = (await import(join(LIBRARY, 'pack.mjs'))) as { pack: (target: string) => Promise<string> };
  const wheel = await pack(folder);
  await execute(['-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', '--target', folder, wheel]);
});
afterAll(async () => {
  if (!python.path) return;
  await hooks.stop();
  await rm(folder, { recursive: true, force: true });
});

const variables = (more: Readonly<Record<string, string>> = {}) => ({
  // Without it, each program compiles the packages again; beside the sources it would remain in the repository.
  ...{ PYTHONPATH: folder, PYTHONPYCACHEPREFIX: join(folder, 'bytecode') },
  ...{ BILLHOOK_URL: hooks.api.url, BILLHOOK_API_KEY: hooks.key.secret },
  ...more,
});

async function execute(args: readonly string[], more = {}): Promise<string> {
  const { stdout } = await run(python.path ?? '', args, { cwd: folder, env: variables(more) });
  return stdout.trim();
}

withPython('the Python client', () => {
  it.each(['test_webhooks.py', 'test_client.py'])('%s', async (file) => {
    await execute([join(LIBRARY, 'test', file)]);
  });

  it(`calls every operation${isFullRun ? ', with and without asyncio' : ''}`, async () => {
    const { endpoint } = await hooks.deliver('/python', 'Delivered');
    const given = {
      run: 1,
      address: clientBody.billingAddress,
      receiver: hooks.receiver.url,
      endpointId: endpoint.id,
      isFull: isFullRun,
    };
    const relay = relayOf(hooks.api, { fanOut: true, firstWaitMs: 0 });
    const sequencing = setInterval(() => void relay.run(), 300);
    try {
      const output = await execute([join(LIBRARY, 'test/walk.py')], { WALK: JSON.stringify(given) });
      expect(output).toMatch(isFullRun ? /^(\d+) methods\n\1 methods$/ : /^\d+ methods$/);
    } finally {
      clearInterval(sequencing);
    }
  });

  inFullRun(it)('has strict types', async () => {
    await writeFile(join(folder, 'user.py'), USER);
    const mypy = (...files: string[]) =>
      execute(['-m', 'mypy', '--strict', '--no-error-summary', ...files]).catch(outputOf);
    expect(await mypy(join(LIBRARY, 'src/billhook'))).toBe('');
    expect(await mypy('user.py')).toBe('');
    const names = await Promise.all((await pythonOfGuides()).map(([name, text]) => saved(name, text)));
    expect(names.length).toBeGreaterThan(8);
    expect(await mypy(...names)).toBe('');
    for (const [wrong, right] of MISTAKES) {
      await writeFile(join(folder, 'user.py'), USER.replace(right, wrong));
      expect(await mypy('user.py')).toContain('error:');
    }
  });
});

/** The programs of all guides, and those that verify a message without the client. */
async function pythonOfGuides(): Promise<[name: string, text: string][]> {
  const [guides, verification] = [here('../../../docs/guides/'), here('../../../../libs/contract/verification/')];
  const found: [string, string][] = [];
  for (const file of (await readdir(guides)).filter((name) => name.endsWith('.md'))) {
    const blocks = (await readFile(join(guides, file), 'utf8')).matchAll(/```python title="([^"]+)"\n([^]*?)```/g);
    for (const [, title = '', text = ''] of blocks) found.push([`${file.replace(/\W/g, '_')}_${title}`, text]);
  }
  for (const file of ['verify.py', 'verify_v1a.py'])
    found.push([file, await readFile(join(verification, file), 'utf8')]);
  return found;
}

async function saved(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return name;
}

const outputOf = ({ stdout }: { stdout: string }) => stdout.trim();

/** What type checkers accept, and mistakes that they find. */
const USER = `from billhook import AsyncBillhook, Billhook, ProblemError, webhooks

billhook = Billhook(base_url="https://billing.example.com", api_key="bhk_1")
for invoice in billhook.invoices.list(status=["Sent"]):
    print(invoice.version + 1)
for client in billhook.clients.list():
    print(client.name.upper())
for changed in billhook.clients.list(updated_since="2026-01-01"):
    print(changed.id)
event = webhooks.verify(b"", {}, "")
if event.type == "invoice.paid":
    print(event.data.totals.gross.upper())
try:
    billhook.clients.update(1, {"name": "Lumen", "payment_terms": {"days": 30}}, dry_run=True)
except ProblemError as problem:
    print(problem.code == "not_found")


async def main(client: AsyncBillhook) -> None:
    print((await client.quotes.get(1)).status)
`;
const MISTAKES = [
  ['"Posted"', '"Sent"'],
  ['changed.name', 'changed.id'],
  ['event.data.allocations', 'event.data.totals'],
  ['"paymentTerms"', '"payment_terms"'],
  ['"not_fond"', '"not_found"'],
  ['client.quotes.find', 'client.quotes.get'],
] as const;

async function save(title: string, text = guide): Promise<string> {
  const [, block] = new RegExp(`\`\`\`python title="${title}"\\n([^]*?)\`\`\``).exec(text) ?? [];
  if (block === undefined) throw new Error(`the guide has no block ${title}`);
  await writeFile(join(folder, title), block);
  return title;
}

/** The records of the program that keeps a copy. */
async function recordsOf(file: string): Promise<string[]> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(file);
  const rows = database.prepare(`SELECT resource, id, version, record ->> 'updatedAt' AS at FROM records`).all();
  database.close();
  return storedLines(rows.map((row) => ({ ...row, at: new Date(String(row['at'])) }) as ComparedRecord & typeof row));
}

const play = async (title: string, ...args: string[]) => execute([await save(title), ...args]);

withPython('the programs of the guide', () => {
  beforeAll(async () => {
    hooks.key = await hooks.world.key();
  });

  it('create an invoice, and list it', async () => {
    expect(await play('first_call.py')).toMatch(/^Invoice \d+ of 1080\.00 EUR$/);
    expect(await play('lists.py')).toBe('1 invoices\n1 False');
    expect(await play('with_asyncio.py')).toMatch(/^Company \w+: 1 clients$/);
  });

  it('print what is wrong', async () => {
    expect(await play('errors.py')).toContain('/name ');
  });

  it('change only what they have read', async () => {
    const { body } = await hooks.key.call<{ id: number }>('POST', '/v1/clients', {
      body: { ...clientBody, name: 'Lumen' },
    });
    expect(await play('change.py', String(body.id))).toBe('Lumen SARL');
  });

  it('close the client', async () => {
    expect(await play('with_block.py')).not.toBe('');
  });

  it('follow the events', async () => {
    await relayOf(hooks.api).run();
    expect(await play('follow.py')).toBe('client.created Atelier Lumen');
  });

  it('keep an exact copy', async () => {
    const member = await hooks.world.member(await hooks.world.company());
    const own = await hooks.world.key({ member });
    const limited = await hooks.world.key({ member, scopes: ['client.read', 'event.read'] });
    const made = new Records(own);
    const [client, unused, last] = [await made.client(), await made.client(), await made.client()];
    await made.paid(await made.sent(), '80.00');
    const { databaseUrl } = hooks.api;
    const variables = { NODE_ENV: 'test', DATABASE_URL: databaseUrl, APP_SECRETS: SECRET };
    const worker = await spawnProgram('apps/worker/src/main.ts', '"ready;', variables);
    const copies = await readFile(here('../../../docs/guides/copies.md'), 'utf8');
    const program = await save('copy_to_sqlite.py', copies);
    const query = async (text: string) =>
      (await withClient(databaseUrl, (db) => db.query<ComparedRecord>(text, [own.companyId]))).rows;
    const copy = async ({ secret }: KeyCaller) => {
      await execute([program, '--once'], { BILLHOOK_API_KEY: secret });
      return recordsOf(join(folder, 'billhook.db'));
    };
    const clients = async () => storedLines(await query(STORED_RECORDS)).filter((line) => line.startsWith('client '));
    expect(await copy(limited)).toEqual(await clients());
    // The key may read more from the first of them on, and the position has expired at the last.
    for (const change of [
      () => Promise.resolve(),
      () => own.call('PATCH', `/v1/clients/${client.id}`, { body: { name: 'Atelier Nord' } }),
      () => own.call('DELETE', `/v1/clients/${unused.id}`),
      async () => {
        await own.call('DELETE', `/v1/clients/${last.id}`);
        await query(EXPIRE_CHANGES);
      },
    ]) {
      await change();
      expect(await copy(own)).toEqual(storedLines(await query(STORED_RECORDS)));
    }
    await end(worker, 'SIGKILL');
  });

  it.each(['v1', 'v1a'])('receive a message that is signed with %s', async (signatureScheme) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const endpoint = await hooks.create({ url, eventTypes: ['client.created'], signatureScheme });
    const env = variables({ PORT: String(port), BILLHOOK_WEBHOOK_SECRET: endpoint.secret });
    const receiver = spawn(python.path ?? '', [await save('receiver.py')], { cwd: folder, env });
    const ended = once(receiver, 'close');
    let output = '';
    let errors = '';
    receiver.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    receiver.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    try {
      const respond = () => fetch(url, { method: 'POST' }).catch(() => undefined);
      expect((await eventually('the receiver listens', respond)).status).toBe(400);
      const { body } = await hooks.key.call<{ id: number }>('POST', '/v1/clients', { body: clientBody });
      await hooks.engine.sweep();
      await hooks.settled(endpoint.id, 'Delivered');
      expect(output.trim()).toBe(`client.created ${body.id}`);
    } finally {
      // As Ctrl-C does.
      receiver.kill('SIGINT');
    }
    expect(await ended).toEqual([0, null]);
    expect(errors).not.toContain('Traceback');
  });

  it.each(['', 'whpk_short'])('start no receiver with the secret %j', async (secret) => {
    const started = execute([await save('receiver.py')], { BILLHOOK_WEBHOOK_SECRET: secret });
    await expect(started).rejects.toThrow('WebhookVerificationError');
  });
});
