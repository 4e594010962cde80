import { fileURLToPath } from 'node:url';
import { eventually } from '@billhook/testing/patience';
import { Receiver } from '@billhook/testing/receiver';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { clientBody, invoiceBody } from '../support/bodies.js';
import { CommandLine, type RunningCommand } from '../support/command-line.js';
import { relayOf } from '../support/relay.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller, SeededMember, SessionCaller } from '../support/world.js';

const { api, world } = await startWorld();
const receiver = await new Receiver().start();
let member: SeededMember;
let session: SessionCaller;
let key: KeyCaller;
/** With the key in its environment. */
let cli: CommandLine;
/** Without a credential. */
let stranger: CommandLine;

beforeAll(async () => {
  member = await world.member(await world.company());
  session = await world.session(member);
  key = await world.key({ member });
  cli = await CommandLine.open({ BILLHOOK_URL: api.url, BILLHOOK_API_KEY: key.secret });
  stranger = await CommandLine.open();
});
afterAll(async () => {
  await cli.close();
  await stranger.close();
  await receiver.stop();
});

afterEach(() => cli.stopAll());

const sequence = () => relayOf(api).run();

async function createClient(name = 'Lumen', by = key): Promise<number> {
  const { body } = await by.call<{ id: number }>('POST', '/v1/clients', { body: { ...clientBody, name } });
  await sequence();
  return body.id;
}

const shows = (command: RunningCommand, text: string) =>
  eventually(`"${text}" in: ${command.output()}`, () => (command.output().includes(text) ? true : undefined));

describe('what is rejected', () => {
  it.each([
    [2, 'an unknown command', ['lisen'], 'There is no command lisen. Did you mean listen?'],
    [2, 'half a command', ['events'], 'billhook events needs another word: events list, events get, events resend.'],
    [2, 'an unknown option', ['listen', '--forward', 'x'], 'There is no option --forward.'],
    [2, 'an option without its value', ['listen', '--forward-to'], '--forward-to needs a value'],
    [2, 'a value for a flag', ['whoami', '--json=yes'], '--json takes no value'],
    [2, 'a missing argument', ['events', 'get'], 'billhook events get needs <id>'],
    [2, 'an argument too many', ['whoami', 'you'], 'does not take "you"'],
    [2, 'an unknown event type', ['listen', '--events', 'invoice.payed'], 'Did you mean invoice.paid?'],
    [2, 'the example of an unknown event type', ['trigger', 'invoice.payed'], 'Did you mean invoice.paid?'],
    [2, 'a trigger without a receiver', ['trigger', 'invoice.paid'], 'No billhook listen is running'],
    [2, 'an address of a receiver', ['listen', '--forward-to', 'http://'], 'is not an HTTP address'],
    [2, 'a receiver that is no web server', ['listen', '--forward-to', 'ftp://x'], 'is not an HTTP address'],
    [2, 'an installation that is no web server', ['whoami', '--url', 'ftp://x'], 'is not a URL'],
    [2, 'a certification without a secret', ['certify', 'localhost:1'], 'The signing secret is missing'],
    [2, 'a malformed secret', ['certify', 'localhost:1', '--secret', 'whsec_short'], 'secret is malformed'],
    [2, 'a public key as the secret', ['certify', 'localhost:1', '--secret', 'whpk_AAAA'], 'whsec_ secrets only'],
    [
      2,
      'an unknown case',
      ['certify', 'localhost:1', '--only', 'valid,gzipp'],
      'There is no case gzipp. Did you mean gzip?',
    ],
    [2, 'a number of retries', ['listen', '--retries', 'many'], '--retries must be a whole number'],
    [2, 'a limit of zero', ['invoices', 'list', '--limit', '0'], '--limit must be a whole number from 1'],
    [2, 'a body that is not JSON', ['api', '/v1/clients', '-d', '{a:1}'], 'The body in --data is not JSON'],
    [
      2,
      'a number that JSON rounds',
      ['api', '/v1/clients', '-d', '{"a":"\\"9007199254740993","b":1546130668394913822}'],
      'the number 1546130668394913822',
    ],
    [2, 'a body in no file', ['api', '/v1/clients', '-d', '@nowhere.json'], 'nowhere.json cannot be read (ENOENT)'],
    [2, 'a path with a host', ['api', 'https://evil.example/v1/me'], 'A path begins with /v1/'],
    [2, 'a path with two slashes', ['api', '//evil.example/v1/me'], 'A path begins with /v1/'],
    [2, 'a path of Git Bash', ['api', 'C:/Program Files/Git/v1/me'], 'Git Bash has turned the path into C:/'],
    [2, 'pages of a write', ['api', 'POST', '/v1/clients', '--paginate'], '--paginate is for lists'],
    [2, 'pages of a record', ['api', '/v1/me', '--paginate'], '/v1/me is not a list'],
    [2, 'a header without a value', ['api', '/v1/me', '-H', 'accept'], 'is not a header'],
    [1, 'an invoice without a body', ['invoices', 'create'], 'invalid_body'],
    [1, 'an id that is none', ['clients', 'get', '../me'], 'not_found'],
    [2, 'an id of another path', ['clients', 'delete', '..'], '".." is not an id'],
    [2, 'a shell', ['completion', 'tcsh'], 'There is no completion for tcsh'],
    [1, 'an invoice that does not exist', ['invoices', 'get', '999999'], 'not_found'],
    [1, 'an invalid record', ['api', '/v1/clients', '-d', '{"name":""}'], '/name '],
    [
      1,
      'a misspelt member',
      [
        'api',
        '/v1/clients',
        '-d',
        '{"kind":"Business","name":"L","billingAddress":{"country":"FR"},"emial":"a@b.example"}',
      ],
      'did you mean email? (invalid_body',
    ],
    [1, 'a position that is no position', ['listen', '--from', 'msg_0'], '--from now'],
  ])('exit code %i: %s', async (code, _, argv, message) => {
    const { code: exit, stdout, stderr } = await cli.run(argv);
    expect([exit, stdout]).toEqual([code, '']);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^Error: /m);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it.each([
    [2, 'no installation', {}, 'It is not known which installation to use'],
    [3, 'no credential', { BILLHOOK_URL: api.url }, 'You are not signed in'],
    [3, 'a wrong key', { BILLHOOK_URL: api.url, BILLHOOK_API_KEY: 'bhk_wrong' }, 'billhook login'],
    [5, 'nothing at the address', { BILLHOOK_URL: 'http://127.0.0.1:1', BILLHOOK_API_KEY: 'bhk_a' }, 'no response'],
  ])('exit code %i: %s', async (code, _, env, message) => {
    const { code: exit, stderr } = await stranger.run(['api', '/v1/me', '--json'], { env });
    expect([exit, (JSON.parse(stderr.split('\n').at(-1) ?? '') as { error: { exitCode: number } }).error]).toEqual([
      code,
      expect.objectContaining({ exitCode: code }),
    ]);
    expect(stderr).toContain(message);
  });

  it('exit code 4, with the permission that is missing', async () => {
    const blind = await world.key({ member, scopes: ['client.read'] });
    const { code, stderr } = await cli.run(['listen'], { env: { BILLHOOK_API_KEY: blind.secret } });
    expect([code, stderr]).toEqual([4, expect.stringContaining('event.read')]);
  });
});

describe('signing in', () => {
  /** Signs in as a person does, with the code that is shown. */
  async function login(line: CommandLine, ...argv: string[]) {
    const command = line.start(['login', '--url', api.url, ...argv]);
    const code = await eventually('a code', () => /enter the code (\w{4}-\w{4})/.exec(command.output())?.[1]);
    const path = `/app/oauth/devices/${code.toLowerCase().replace('-', '')}`;
    const shown = await session.call<{ companies: { permissions: { permission: string }[] }[] }>('GET', path);
    const scopes = shown.body.companies[0]?.permissions.map(({ permission }) => permission);
    const body = { decision: 'allow', companyId: member.companyId, scopes, expiry: '90d' };
    expect((await session.call('POST', path, { body })).status).toBe(200);
    return command.result;
  }

  it('by the device flow, without a registration; tokens are refreshed; signing out ends the access', async () => {
    const [line, assistant] = await Promise.all([CommandLine.open(), CommandLine.open()]);
    const [{ code, stdout }, other] = await Promise.all([login(line), login(assistant, '--resource', 'mcp')]);
    expect([other.code, other.stdout]).toEqual([0, 'Signed in for assistants.']);
    const list = { stdin: '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}\n' };
    expect((await assistant.run(['mcp'], list)).stdout).toContain('"invoices_list"');
    expect((await line.run(['mcp'], list)).stdout).toContain('billhook login --resource mcp');
    await assistant.close();
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Signed in to Company \w+ at http/)]);
    expect(await line.mode(line.settingsPath)).toBe('600');
    const me = await line.json<{ application: { name: string }; permissions: string[] }>(['whoami']);
    expect(me.application.name).toBe('Billhook command line');
    expect(me.permissions).toContain('event.read');
    await line.changeSettings((text) => text.replace(/"expiresAt": \d+/, '"expiresAt": 0'));
    expect((await line.run(['whoami'])).code).toBe(0);
    await line.changeSettings((text) => text.replace(/"access": "bho_\w+"/, '"access": "bho_forgotten"'));
    expect((await line.run(['whoami'])).code).toBe(0);
    const keys = await line.run(['keys', 'list']);
    expect(keys.stdout).toMatch(/default .* the application Billhook command line .* active/);
    const active = async () => {
      const { data } = (await session.call<{ data: { status: string }[] }>('GET', '/app/oauth/grants')).body;
      return data.filter(({ status }) => status === 'active').length;
    };
    const before = await active();
    expect((await line.run(['logout'])).code).toBe(0);
    expect([(await line.run(['whoami'])).code, before - (await active())]).toEqual([2, 1]);
    await line.close();
  });

  it('exit code 3 when the access is revoked, also while listen runs', async () => {
    const line = await CommandLine.open();
    await login(line);
    const listening = line.start(['listen', '--forward-to', `${receiver.url}/revoked`]);
    await shows(listening, 'Signing secret');
    const { data } = (await session.call<{ data: { id: number }[] }>('GET', '/app/oauth/grants')).body;
    await session.call('POST', `/app/oauth/grants/${data[0]?.id}/revoke`, { body: {} });
    expect(await listening.result).toMatchObject({ code: 3, stderr: expect.stringContaining('billhook login') });
    await line.close();
  });

  it('with a key from stdin, whose line break is removed; a wrong one is not stored', async () => {
    const line = await CommandLine.open();
    const login = ['login', '--with-key', '--url', api.url];
    expect(await line.run(login, { stdin: '' })).toMatchObject({ code: 2 });
    expect(await line.run(login, { stdin: 'bhk_a b' })).toMatchObject({ code: 2 });
    expect(await line.run(login, { stdin: 'bhk_wrong' })).toMatchObject({ code: 3 });
    expect(await line.run(['whoami'])).toMatchObject({ code: 2 });
    const { code, stdout, stderr } = await line.run([...login, '--profile', 'demo'], { stdin: `${key.secret}\r\n` });
    expect([code, stdout]).toEqual([0, expect.stringContaining('as the profile demo')]);
    expect(stdout + stderr).not.toContain(key.secret);
    expect((await line.run(['whoami', '--profile', 'demo'])).stdout).toContain('the key test key (bhk_');
    // The credential of one installation never goes to another.
    const other = await line.run(['whoami', '--profile', 'demo', '--url', 'http://127.0.0.1:1']);
    expect(other).toMatchObject({ code: 3, stderr: expect.stringContaining('belongs to') });
    await line.close();
  });
});

describe('records', () => {
  it('are listed, shown, created, and read page after page', async () => {
    const clientId = await createClient();
    const body = JSON.stringify(invoiceBody(clientId));
    expect((await cli.json<{ id: number }>(['invoices', 'create', '-d', body, '--dry-run'])).id).toBeDefined();
    expect((await cli.run(['invoices', 'list'])).stdout).toBe('');
    const create = ['invoices', 'create', '-d', '-', '--idempotency-key', 'order-1'];
    const { id } = await cli.json<{ id: number }>(create, { stdin: body });
    expect((await cli.json<{ id: number }>(create, { stdin: body })).id).toBe(id);
    const table = (await cli.run(['invoices', 'list', '--status', 'Draft'])).stdout.split('\n');
    expect(table).toEqual([
      expect.stringMatching(/^id +number +status +client/),
      expect.stringMatching(new RegExp(`^${id} .* Lumen .* 1080.00 EUR`)),
    ]);
    const blind = await world.key({ member, scopes: ['invoice.read'] });
    const withId = await cli.run(['invoices', 'list'], { env: { BILLHOOK_API_KEY: blind.secret } });
    expect(withId.stdout.split('\n')[1]).toMatch(new RegExp(`^${id} +Draft +${clientId} `));
    const endpoint = JSON.stringify({ url: `${receiver.url}/table`, eventTypes: ['invoice.paid'] });
    const { id: endpointId } = await cli.json<{ id: number }>(['webhook-endpoints', 'create', '-d', endpoint]);
    const stats = (await cli.run(['webhook-endpoints', 'list-stats'])).stdout;
    expect(stats.split('\n').map((row) => row.split(/ +/, 1)[0])).toEqual(['endpointUrl', `${receiver.url}/table`]);
    await cli.run(['webhook-endpoints', 'delete', String(endpointId)]);
    const several = await cli.run([
      'invoices',
      'list',
      '--status',
      'Draft,Sent',
      '--client-id',
      String(clientId),
      '--json',
    ]);
    expect(several.stdout.split('\n').map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([id]);
    expect((await cli.json<{ id: number }>(['invoices', 'get', String(id)])).id).toBe(id);

    for (let n = 0; n < 3; n++) await createClient(`Page ${n}`);
    const named = (await cli.run(['clients', 'list', '--q', 'page', '--sort', 'name', '--limit', '2'])).stdout.split(
      '\n',
    );
    expect(named).toEqual([
      expect.stringMatching(/^id +name/),
      expect.stringMatching(/Page 0/),
      expect.stringMatching(/Page 1/),
    ]);
    expect((await cli.run(['series', 'list'])).stdout).toMatch(/^id +\w/);
    expect(await cli.run(['clients', 'delete', String(clientId), '--dry-run'])).toMatchObject({ code: 0 });
    const { stdout } = await cli.run(['api', '/v1/clients?limit=1&sort=name', '--paginate']);
    expect(stdout.split('\n').map((line) => (JSON.parse(line) as { name: string }).name)).toEqual(
      expect.arrayContaining(['Page 0', 'Page 1', 'Page 2']),
    );
    const listed = (await cli.run(['events', 'list', '--types', 'client.created', '--limit', '2', '--json'])).stdout;
    const [newest] = listed.split('\n').map((line) => JSON.parse(line) as { id: string; type: string });
    expect((await cli.json<{ type: string }>(['events', 'get', newest?.id ?? ''])).type).toBe('client.created');
  });

  it('are sent as any request, with headers, and files are written', async () => {
    const created = await cli.json<{ id: number }>(['api', '/v1/clients', '-d', JSON.stringify(clientBody)]);
    const change = ['api', 'PATCH', `/v1/clients/${created.id}`, '-d', '{"name":"Late"}', '-H', 'If-Match: "0"'];
    expect(await cli.run(change)).toMatchObject({ code: 1, stderr: expect.stringContaining('version_mismatch') });
    expect((await cli.run(['api', '/v1/me', '--include'])).stdout).toMatch(/^HTTP 200\n[^]*request-id: req_/);
    const pdf = `${cli.home}/invoice.pdf`;
    const { id } = await cli.json<{ id: number }>([
      'api',
      '/v1/invoices',
      '-d',
      JSON.stringify(invoiceBody(created.id)),
    ]);
    expect((await cli.run(['api', `/v1/invoices/${id}/pdf`, '-o', pdf])).stderr).toMatch(/^Wrote \d+ bytes/);
  });
});

describe('mcp', () => {
  const SOURCES = new URL('../../../../tools/lib/register-sources.mjs', import.meta.url).href;
  const MAIN = fileURLToPath(new URL('../../../../libs/sdk/src/cli/main.ts', import.meta.url));

  it.each(['legacy', 'auto'] as const)('serves the official client over stdio (%s)', async (era) => {
    const client = new Client({ name: 'spec', version: '1' }, { versionNegotiation: { mode: era } });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: ['--import', SOURCES, MAIN, 'mcp'],
      env: cli.variables,
      stderr: 'ignore',
    });
    await client.connect(transport);
    expect(client.getServerVersion()).toMatchObject({ name: 'billhook' });
    expect((await client.listTools()).tools.length).toBeGreaterThan(40);
    const called = await client.callTool({ name: 'clients_list', arguments: { limit: 1 } });
    expect(called.isError ?? false).toBe(false);
    await client.close();
  });

  it('returns an error of JSON-RPC for what cannot be sent', async () => {
    const lines = [
      '{',
      '{"jsonrpc":"2.0","id":7,"method":"tools/list"}',
      '{"jsonrpc":"2.0","method":"notifications/x"}',
      '{"jsonrpc":"2.0","id":8,"method":"Caf\u00e9"}',
    ];
    const { code, stdout } = await stranger.run(['mcp'], {
      env: { BILLHOOK_URL: api.url, BILLHOOK_API_KEY: 'bhk_wrong' },
      stdin: Buffer.from(`${lines.join('\n')}\n`, 'latin1'),
    });
    const responses = stdout.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
    expect([code, responses.length]).toEqual([0, 3]);
    expect(responses.filter(({ id }) => id === null)).toHaveLength(2);
    expect(responses).toContainEqual({ jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32_700 }) });
    expect(responses).toContainEqual({
      ...{ jsonrpc: '2.0', id: 7 },
      error: expect.objectContaining({ code: -32_000, data: { reason: 'credential' } }),
    });
  });
});
