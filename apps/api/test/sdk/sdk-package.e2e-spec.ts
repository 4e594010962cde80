import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { eventually } from '@billhook/testing/patience';
import { Relay } from '@billhook/webhooks/engine/relay';
import { clientBody } from '../support/bodies.js';
import { WebhookWorld } from '../support/webhooks.js';

/*
 * The client as its users have it: packed, installed from the archive into an empty folder, and used by the programs of the guide.
 */

const run = promisify(execFile);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const COMPILER = here('../../../../node_modules/typescript7/bin/tsc');
const SDK = here('../../../../libs/sdk/');

let hooks: WebhookWorld;
let folder: string;
let guide: string;

/** The folder of an installed package, for npm to pack: the archives are installed without the registry. */
async function packageFolder(name: string, from: string): Promise<string> {
  const require = createRequire(from);
  const places = require.resolve.paths(name) ?? [];
  for (const place of places) {
    const found = await realpath(join(place, name)).catch(() => undefined);
    if (found) return found;
  }
  throw new Error(`${name} is not installed`);
}

async function packed(name: string, from: string): Promise<string[]> {
  const source = await packageFolder(name, from);
  const copy = join(folder, 'archives', name.replace('/', '-'));
  await cp(source, copy, {
    recursive: true,
    dereference: true,
    filter: (file) => !file.includes('node_modules', source.length),
  });
  const { dependencies = {} } = JSON.parse(await readFile(join(copy, 'package.json'), 'utf8')) as {
    dependencies?: object;
  };
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', '..'], { cwd: copy });
  const archive = (await readdir(dirname(copy))).find(
    (each) => each.endsWith('.tgz') && each.includes(name.split('/').at(-1) ?? ''),
  );
  const below = await Promise.all(Object.keys(dependencies).map((each) => packed(each, join(source, 'package.json'))));
  return [join(dirname(copy), archive ?? ''), ...below.flat()];
}

beforeAll(async () => {
  hooks = await WebhookWorld.start();
  folder = await mkdtemp(join(tmpdir(), 'billhook-sdk-user-'));
  guide = await readFile(here('../../../docs/guides/typescript.md'), 'utf8');
  await mkdir(join(folder, 'archives'));
  await run(process.execPath, [COMPILER, '-b', SDK]);
  await run(process.execPath, [join(SDK, 'pack.mjs'), folder]);
  const archives = await packed('standardwebhooks', join(SDK, 'package.json'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const install = [
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--no-save',
    join(folder, 'billhook-sdk.tgz'),
    ...archives,
  ];
  await run('npm', install, { cwd: folder });
});
afterAll(async () => {
  await hooks.stop();
  await rm(folder, { recursive: true, force: true });
});

async function save(title: string): Promise<string> {
  const [, block] = new RegExp(`\`\`\`js title="${title}"\\n([^]*?)\`\`\``).exec(guide) ?? [];
  if (block === undefined) throw new Error(`the guide has no block ${title}`);
  await writeFile(join(folder, title), block);
  return title;
}

const variables = () => ({
  BILLHOOK_URL: hooks.api.url,
  BILLHOOK_API_KEY: hooks.key.secret,
});

async function play(title: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [await save(title), ...args], { cwd: folder, env: variables() });
  return stdout.trim();
}

describe('the programs of the guide', () => {
  it('create an invoice, and list it', async () => {
    expect(await play('first-call.mjs')).toMatch(/^Invoice \d+ over 1080\.00 EUR$/);
    expect(await play('lists.mjs')).toBe('1 invoices\n1 false');
  });

  it('print what is wrong', async () => {
    expect(await play('errors.mjs')).toContain('/name ');
  });

  it('change only what they have read', async () => {
    const { body } = await hooks.key.call<{ id: number }>('POST', '/v1/clients', {
      body: { ...clientBody, name: 'Lumen' },
    });
    expect(await play('change.mjs', String(body.id))).toBe('Lumen SARL');
  });

  it('follow the events', async () => {
    await new Relay(hooks.api.app.get(UnitOfWork), { fanOut: false, firstWaitMs: 0 }).run();
    expect(await play('follow.mjs')).toBe('client.created Atelier Lumen');
  });

  it.each(['v1', 'v1a'])('receive a message that is signed with %s', async (signatureScheme) => {
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    const url = `http://127.0.0.1:${port}/`;
    const endpoint = await hooks.create({ url, eventTypes: ['client.created'], signatureScheme });
    const env = { ...variables(), PORT: String(port), BILLHOOK_WEBHOOK_SECRET: endpoint.secret };
    const receiver = spawn(process.execPath, [await save('receiver.mjs')], { cwd: folder, env });
    let output = '';
    receiver.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await eventually('the receiver listens', async () =>
      fetch(url, { method: 'POST' }).then(
        () => true,
        () => undefined,
      ),
    );
    const { body } = await hooks.key.call<{ id: number }>('POST', '/v1/clients', { body: clientBody });
    await hooks.engine.sweep();
    await hooks.settled(endpoint.id, 'Delivered');
    receiver.kill();
    expect(output.trim()).toBe(`client.created ${body.id}`);
  });
});

describe('the types of the package', () => {
  const program = `import { Billhook, ProblemError } from '@billhook/sdk';
    import { verify } from '@billhook/sdk/webhooks';
    const billhook = new Billhook({ baseUrl: '', apiKey: '' });
    const event = await verify('', {}, '');
    if (event.type === 'invoice.paid') console.log(event.data.totals.gross.length);
    for await (const quote of billhook.quotes.list({ status: ['Sent'] })) console.log(quote.id);
    try { await billhook.invoices.get(1); } catch (error) {
      if (error instanceof ProblemError && error.code === 'not_found') console.log(error.requestId);
    }`;
  const compile = async (text: string): Promise<string> => {
    await writeFile(join(folder, 'user.mts'), text);
    const flags = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noEmit',
      '--target',
      'es2023',
      '--module',
      'nodenext',
    ];
    const args = [COMPILER, ...flags, '--lib', 'es2023,dom,dom.iterable', '--types', '', 'user.mts'];
    return run(process.execPath, args, { cwd: folder }).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
  };

  it('know events, lists and problems', async () => {
    expect(await compile(program)).toBe('');
  });

  it.each([
    ['an unknown status', program.replace("'Sent'", "'Posted'"), 'Posted'],
    ['an unknown code', program.replace("'not_found'", "'not_fond'"), 'not_fond'],
    ['a member of another event', program.replace('data.totals', 'data.allocations'), 'allocations'],
  ])('reject %s', async (_, text, name) => {
    expect(await compile(text)).toContain(name);
  });
});
