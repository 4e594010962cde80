import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import {
  createServer,
  request as requestHttp,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '@billhook/testing/patience';
import { Receiver } from '@billhook/testing/receiver';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { CommandLine } from '../support/command-line.js';
import { World } from '../support/world.js';

const api = await TestApi.start();
const key = await new World(api).key();
const receiver = await new Receiver().start();
let cli: CommandLine;

beforeAll(async () => {
  cli = await CommandLine.open({ BILLHOOK_URL: api.url, BILLHOOK_API_KEY: key.secret });
});
afterAll(async () => {
  await cli.close();
  await receiver.stop();
  // Connections of the proxies that tests no longer wait for.
  api.app.getHttpServer().closeAllConnections();
  await api.stop();
});
afterEach(() => cli.stopAll());

const received = (path: string) => receiver.received.filter((each) => each.path === path);

describe('input and errors', () => {
  it('names each field once, and has its parts as members with --json', async () => {
    const list = ['api', '/v1/clients?limit=0'];
    const { stderr } = await cli.run(list);
    expect(stderr.match(/must be from 1 to 100/g)).toHaveLength(1);
    expect(stderr).toMatch(/^Error: limit must be from 1 to 100\. \(invalid_query, req_\w+\)$/m);
    const { error } = JSON.parse((await cli.run([...list, '--json'])).stderr) as { error: object };
    expect(error).toEqual({
      ...{ code: 'invalid_query', message: 'limit must be from 1 to 100.', status: 400, exitCode: 1 },
      requestId: expect.stringMatching(/^req_/),
      errors: [expect.objectContaining({ parameter: 'limit', message: 'must be from 1 to 100' })],
      advice: expect.stringMatching(/^See http/),
    });
  });

  it('a body that is not UTF-8, with how to convert it; a byte order mark is skipped', async () => {
    const text = `{"kind":"Business","name":"Müller & Söhne","billingAddress":{"country":"DE"}}`;
    const file = `${cli.home}/client.json`;
    const create = ['api', 'POST', '/v1/clients', '-d'];
    for (const [bytes, name] of [
      [Buffer.from(text, 'latin1'), 'WINDOWS-1252'],
      [Buffer.from(`\ufeff${text}`, 'utf16le'), 'UTF-16'],
    ] as const) {
      await writeFile(file, bytes);
      const results = [await cli.run([...create, `@${file}`]), await cli.run([...create, '-'], { stdin: bytes })];
      for (const { code, stderr } of results)
        expect([code, stderr]).toEqual([2, expect.stringContaining(`iconv -f ${name}`)]);
    }
    await writeFile(file, `\ufeff${text}`);
    expect(await cli.json([...create, `@${file}`])).toMatchObject({ name: 'Müller & Söhne' });
    expect(await cli.json([...create, '-'], { stdin: `\ufeff${text}` })).toMatchObject({ name: 'Müller & Söhne' });
  });
});

describe('without a home', () => {
  const env = { HOME: '/dev/null' };

  it('needs none with an address and a key in the environment', async () => {
    expect((await cli.run(['whoami'], { env })).code).toBe(0);
    const nowhere = { ...env, BILLHOOK_URL: '', BILLHOOK_API_KEY: '' };
    expect((await cli.run(['whoami'], { env: nowhere })).code).toBe(2);
  });

  it('says which variable to set for what must be stored', async () => {
    const { code, stderr } = await cli.run(['listen', '--forward-to', receiver.url], { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining('Set XDG_CONFIG_HOME')]);
  });
});

const SOURCES = new URL('../../../../tools/lib/register-sources.mjs', import.meta.url).href;
const MAIN = fileURLToPath(new URL('../../../../libs/sdk/src/cli/main.ts', import.meta.url));

describe('between the command line and the API', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** @param pass sends the request to the API */
  type Reply = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;

  /** A proxy that passes requests to the API, except where a reply is given for the path. */
  async function between(replies: Readonly<Record<string, Reply>>): Promise<string> {
    server = createServer((request, response) => {
      const [path = ''] = (request.url ?? '').split('?');
      const reply = replies[path] ?? replies['*'];
      const pass = () => {
        const passed = requestHttp(
          api.url + request.url,
          { method: request.method, headers: { ...request.headers, connection: 'close' }, agent: false },
          (from) => {
            response.writeHead(from.statusCode ?? 502, from.headers);
            from.pipe(response);
          },
        );
        passed.on('error', () => response.destroy());
        response.on('close', () => passed.destroy());
        request.pipe(passed);
      };
      if (reply) reply(request, response, pass);
      else pass();
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const html: Reply = (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Please sign in to the network</h1>');
  const problem =
    (status: number, code: string, headers = {}): Reply =>
    (_, response) =>
      void response
        .writeHead(status, { 'content-type': 'application/problem+json', ...headers })
        .end(JSON.stringify({ type: '', title: '', status, code, detail: 'No.', instance: '', requestId: 'req_1' }));

  it.each<[string, number, Readonly<Record<string, Reply>>, string]>([
    ['the page of a proxy', 6, { '*': html }, 'billhook doctor'],
    ['the page of a proxy in place of the stream', 6, { '/v1/events/stream': html }, 'billhook doctor'],
    ['an expired key', 3, { '/v1/me': problem(401, 'key_expired') }, 'key_expired'],
    ['a key that is revoked later', 3, { '/v1/events/stream': problem(401, 'key_revoked') }, 'key_revoked'],
    [
      'a limit that is far away',
      7,
      { '/v1/me': problem(429, 'rate_limited', { 'retry-after': '3600' }) },
      'rate_limited',
    ],
  ])('listen ends for %s with the exit code %i', async (_, code, replies, text) => {
    const url = await between(replies);
    const result = await cli.run(['listen', '--forward-to', '1', '--url', url, '--from', 'beginning']);
    expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(text)]);
    expect(result.stderr + result.stdout).not.toContain(key.secret);
  });

  it('listen waits for an API that is down, and waits out limits and streams that break off', async () => {
    let count = 0;
    const starting: Reply[] = [(_, out) => void out.destroy(), problem(503, 'not_ready', { 'retry-after': '0' })];
    const stream: Reply = (request, response, pass) => {
      const event = (id: string) => `id: ${id}\ndata: {"id":"${id}","type":"client.created","data":{}}\n\n`;
      const replies: Reply[] = [
        problem(429, 'too_many_streams', { 'retry-after': '0' }),
        (_, out) =>
          void out.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${event('msg_1')}id: msg_2\nda`),
        problem(503, 'not_ready', { 'retry-after': '0' }),
        (_, out) => void out.writeHead(200, { 'content-type': 'text/event-stream' }).write(event('msg_2')),
      ];
      replies[Math.min(count++, replies.length - 1)]?.(request, response, pass);
    };
    const me: Reply = (request, response, pass) => (starting.shift() ?? pass)(request, response, pass);
    const url = await between({ '/v1/me': me, '/v1/events/stream': stream });
    const command = cli.start(['listen', '--forward-to', `${receiver.url}/storm`, '--url', url, '--retries', '0']);
    const ids = () => received('/storm').map(({ headers }) => headers['webhook-id']);
    await eventually('both events', () => (ids().length >= 2 ? true : undefined));
    expect(ids()).toEqual(['msg_1', 'msg_2']);
    expect(command.output()).toMatch(/Warning: GET .* Waiting until it responds\.[^]*Connecting again/);
    await command.stop();
    // The catalogue does not have the type that this spec invented.
    receiver.received.splice(0, receiver.received.length, ...receiver.received.filter(({ path }) => path !== '/storm'));
  });

  it('goes through the proxy of the environment, with an IPv6 network in NO_PROXY', async () => {
    const asked: string[] = [];
    const forward: Reply = (request, response, pass) => {
      asked.push(request.url ?? '');
      request.url = new URL(request.url ?? '').pathname;
      pass();
    };
    const HTTP_PROXY = await between({ '*': forward });
    const env = {
      ...cli.variables,
      BILLHOOK_URL: 'http://billhook.invalid',
      HTTP_PROXY,
      NO_PROXY: 'fd00::/8,10.0.0.0/8',
    };
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', SOURCES, MAIN, 'whoami', '--json'], {
      env,
    });
    expect(JSON.parse(stdout)).toMatchObject({ company: { id: expect.any(Number) } });
    expect(asked).toContain('http://billhook.invalid/v1/me');
  });

  describe('doctor', () => {
    interface Shown {
      readonly check: string;
      readonly level: string;
      readonly text: string;
      readonly advice?: string;
    }
    const doctor = async (url: string, env = {}): Promise<{ code: number; findings: Shown[] }> => {
      const { code, stdout } = await cli.run(['doctor', '--url', url, '--json'], { env });
      return { code, findings: stdout.split('\n').map((line) => JSON.parse(line) as Shown) };
    };

    it('finds nothing wrong with an installation', async () => {
      const { code, findings } = await doctor(api.url);
      const levels = findings.filter(({ level }) => level !== 'ok').map(({ check }) => check);
      // The test server has no worker, and its address differs from its PUBLIC_URL.
      expect([code, levels, findings.length]).toEqual([0, ['health', 'public URL'], 11]);
      expect(findings[0]).toMatchObject({ check: 'proxy', text: 'Requests go directly to the installation.' });
      expect(findings.find(({ check }) => check === 'health')).toMatchObject({
        level: 'warning',
        text: expect.stringContaining('No worker is running.'),
        advice: expect.stringContaining('Start a worker'),
      });
      expect((await cli.run(['doctor', '--url', api.url])).stdout).toContain('Events arrive immediately.');
    });

    it.each<[string, string, string, Readonly<Record<string, Reply>>]>([
      ['address', 'problem', 'a proxy that responds in place of Billhook', { '*': html }],
      [
        'address',
        'problem',
        'a redirect',
        { '*': (_, response) => void response.writeHead(301, { location: 'https://billing.example' }).end() },
      ],
      ['health', 'problem', 'a database that is away', { '/health/ready': problem(503, 'not_ready') }],
      [
        'clock',
        'problem',
        'a clock that differs',
        {
          '/health/live': (_, response) =>
            void response
              .writeHead(200, {
                'content-type': 'application/json',
                date: new Date(Date.now() - 900_000).toUTCString(),
              })
              .end('{"status":"ok"}'),
        },
      ],
      [
        'version',
        'warning',
        'another version',
        {
          '/v1/openapi.json': (_, response) =>
            void response
              .writeHead(200, { 'content-type': 'application/json' })
              .end('{"webhooks":{"invoice.eaten":{}}}'),
        },
      ],
      ['headers', 'problem', 'a proxy that removes Authorization', { '/v1/me': problem(401, 'credential_missing') }],
      ['headers', 'problem', 'error pages of a proxy', { '/v1/me': html }],
      ['browsers', 'warning', 'preflights that are rejected', { '/v1/me': problem(405, 'method_not_allowed') }],
      ['credential', 'problem', 'a key that is rejected', { '/v1/me': problem(401, 'key_revoked') }],
      ['events', 'problem', 'a page in place of the stream', { '/v1/events/stream': html }],
      [
        'events',
        'problem',
        'a stream that is buffered',
        {
          '/v1/events/stream': (_, response) =>
            response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders(),
        },
      ],
    ])('%s: %s: %s', async (check, level, _, replies) => {
      const { code, findings } = await doctor(await between(replies));
      const found = findings.find((each) => each.check === check);
      expect(found).toMatchObject({ level, advice: expect.stringMatching(/\w/) });
      expect(code === 8).toBe(findings.some((each) => each.level === 'problem'));
    });
  });
});
