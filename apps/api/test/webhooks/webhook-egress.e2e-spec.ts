import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { loadChaosEnv } from '@billhook/platform/spec-env';
import { DnsServer } from '@billhook/testing/dns-server';
import { eventually } from '@billhook/testing/patience';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clientBody } from '../support/bodies.js';
import { DELIVERIES, ENDPOINTS, WebhookWorld, type CreatedEndpoint } from '../support/webhooks.js';

const { CHAOS_ROUNDS: ROUNDS } = loadChaosEnv();

// 127.1.0.0/16 is the allowed network, the rest of this machine is forbidden; one server listens at both.
const MAY = '127.1.0.1';
const MAY_NOT = '127.2.0.1';

let hooks: WebhookWorld;
let dns: DnsServer;
let server: Server;
let port = 0;
const dialled: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { connection: 'close' }).end();
  });
  server.on('connection', (socket) => dialled.push(socket.localAddress ?? ''));
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  port = (server.address() as AddressInfo).port;
  dns = await new DnsServer().start();
  hooks = await WebhookWorld.start({ WEBHOOK_ALLOWED_CIDRS: '127.1.0.0/16', WEBHOOK_DNS_SERVERS: dns.address });
});
afterAll(async () => {
  await hooks.stop();
  await dns.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('a URL that may not receive webhooks', () => {
  const BLOCKED = 'The address is not public.';
  const hosts = [
    ...['127.0.0.1', '127.1.', '127.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '0', '0.0.0.0', '１２７.0.0.1'],
    ...['10.0.0.1', '100.64.0.1', '169.254.169.254', '172.16.0.1', '192.0.0.192', '192.168.1.1', '198.18.0.1'],
    ...['224.0.0.1', '240.0.0.1', '255.255.255.255', '127.2.0.1', '[::1]', '[::]', '[::ffff:7f00:1]', '[fe80::1]'],
    ...['[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fd00:ec2::254]', '[2001:db8::1]', '[ff02::1]'],
    ...['localhost', 'localhost.', 'LOCALHOST', 'a.b.localhost'],
  ];
  const urls: [string, string][] = [
    ...hosts.map((host): [string, string] => [`https://${host}/hook`, BLOCKED]),
    ['https://127.0.0.1:22/', BLOCKED],
    ['https://example.com:22/', 'Port 22 is reserved for a protocol other than HTTP.'],
    ['https://example.com:6667/', 'Port 6667 is reserved for a protocol other than HTTP.'],
    ['https://user:pass@example.com/', 'The URL must not contain a user name or a password.'],
    ['https://example.com/#fragment', 'The URL must not contain a fragment, because it is never sent.'],
    ['https://example.com/a b', 'The URL contains a space or a control character.'],
    ['gopher://example.com/', 'The URL must begin with https:// or http://.'],
    ['javascript:alert(1)', 'The URL must begin with https:// or http://.'],
    ['//example.com/', 'This is not a URL.'],
  ];
  let endpoint: CreatedEndpoint;
  beforeAll(async () => {
    endpoint = await hooks.create();
  });

  it.each(urls)('422 on POST and on PATCH: %s', async (url, detail) => {
    const posted = await hooks.key.call<ProblemView>('POST', ENDPOINTS, {
      body: { url, eventTypes: ['client.created'] },
    });
    const patched = await hooks.key.call<ProblemView>('PATCH', `${ENDPOINTS}/${endpoint.id}`, { body: { url } });
    for (const { status, body } of [posted, patched]) {
      expect([status, body.code, body.detail]).toEqual([422, 'endpoint_refused', detail]);
      expect(body.errors).toEqual([expect.objectContaining({ pointer: '/url', message: detail })]);
    }
    const { body } = await hooks.key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${endpoint.id}`);
    expect([body.url, body.version]).toEqual([endpoint.url, 1]);
  });

  it('422 for a line break, which could begin a header', async () => {
    const body = { url: 'https://example.com/\r\nx-evil: 1', eventTypes: ['client.created'] };
    const { body: problem } = await hooks.key.call<ProblemView>('POST', ENDPOINTS, { body });
    expect(problem).toMatchObject({ status: 422, errors: [{ pointer: '/url', code: 'invalid_character' }] });
  });

  it('422 for one that is too long', async () => {
    const url = `https://example.com/${'a'.repeat(4096)}`;
    const { status } = await hooks.key.call('POST', ENDPOINTS, { body: { url, eventTypes: ['client.created'] } });
    expect(status).toBe(422);
  });

  it.each([
    'https://bücher.example/x',
    'https://example.com:8443/',
    'https://[2606:4700:4700::1111]/',
    `http://${MAY}/`,
  ])('201 beside them: %s', async (url) => {
    const created = await hooks.create({ url });
    expect(created.url).toBe(url);
    expect((await hooks.key.call('DELETE', `${ENDPOINTS}/${created.id}`)).status).toBe(204);
  });
});

describe('a name', () => {
  const BLOCKED = 'The address is not public.';
  const save = (method: string, path: string, url: string, headers: Record<string, string> = {}) =>
    hooks.key.call<ProblemView>(method, path, { body: { url, eventTypes: ['client.created'] }, headers });

  it.each([
    ['a forbidden address', [MAY_NOT]],
    ['forbidden addresses of both families', ['fd00::1', '10.0.0.1']],
  ])('that leads to %s alone is refused when it is saved, in the words for an address', async (what, addresses) => {
    const name = `${what.replaceAll(' ', '-')}.example`;
    dns.reply(name, addresses);
    const endpoint = await hooks.create();
    const answers = [
      await save('POST', ENDPOINTS, `https://${name}/`),
      await save('POST', ENDPOINTS, `https://${name}/`, { 'idempotency-key': `"${name}"` }),
      await save('POST', ENDPOINTS, `https://${name}/`, { prefer: 'dry-run' }),
      await save('PUT', `${ENDPOINTS}/by-external-id/${name.length}`, `https://${name}/`),
      await save('PATCH', `${ENDPOINTS}/${endpoint.id}`, `https://${name}/`),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code, body.detail]).toEqual([422, 'endpoint_refused', BLOCKED]);
      expect(body.errors).toEqual([expect.objectContaining({ pointer: '/url', message: BLOCKED })]);
    }
  });

  it.each([
    ['an allowed address among others', ['10.0.0.1', MAY]],
    ['nowhere yet', 'unknown'],
    ['nothing, as DNS fails', 'failure'],
    ['no answer in time', 'silent'],
  ] as const)('that leads to %s is taken', async (what, reply) => {
    const name = `${what.replaceAll(/[ ,]+/g, '-')}.example`;
    dns.reply(name, reply);
    expect((await hooks.create({ url: `https://${name}/` })).url).toBe(`https://${name}/`);
  });
});

describe('a name that leads elsewhere each time', () => {
  /** How many attempts an endpoint has behind it. */
  async function attempts(endpointId: number): Promise<number> {
    const text = 'SELECT count(*)::int AS count FROM webhook_attempts WHERE endpoint_id = $1 AND outcome IS NOT NULL';
    const query = { name: 'test_finished_attempts', text, values: [endpointId] };
    const [row] = await hooks.api.database.query<{ count: number }>(query);
    return row?.count ?? 0;
  }

  async function untilAttempts(endpointId: number, count: number): Promise<void> {
    await eventually(`${count} attempts to endpoint ${endpointId}`, async () => {
      await hooks.engine.poke();
      return (await attempts(endpointId)) >= count || undefined;
    });
  }

  async function call<T>(method: string, path: string, body: object = {}): Promise<T> {
    const answer = await hooks.key.call<T>(method, path, { body });
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.body;
  }

  it(`never gets through: ${ROUNDS} times each by create, send, resend, test and PATCH`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const saved = async <T>(name: string, save: (url: string) => Promise<T>): Promise<T> => {
        dns.reply(name, [MAY]);
        const answer = await save(`http://${name}:${port}/`);
        // Half of the rounds begin with the allowed address, half with the forbidden one.
        dns.reply(name, (count) => ((count + round) % 2 === 0 ? [MAY] : [MAY_NOT]));
        return answer;
      };
      const endpoint = await saved(`a${round}.example`, (url) => hooks.create({ url, eventTypes: ['client.created'] }));
      await call('POST', '/v1/clients', clientBody);
      await untilAttempts(endpoint.id, 1);
      const { data } = (
        await hooks.key.call<{ data: WebhookDeliveryView[] }>('GET', `${DELIVERIES}?endpointId=${endpoint.id}`)
      ).body;
      await call('POST', `${DELIVERIES}/${data[0]?.id ?? 0}/resend`);
      await untilAttempts(endpoint.id, 2);
      await call('POST', `${ENDPOINTS}/${endpoint.id}/test`);
      await untilAttempts(endpoint.id, 3);
      await saved(`b${round}.example`, (url) => call('PATCH', `${ENDPOINTS}/${endpoint.id}`, { url }));
      await call('POST', `${DELIVERIES}/${data[0]?.id ?? 0}/resend`);
      await untilAttempts(endpoint.id, 4);
      expect((await hooks.key.call('DELETE', `${ENDPOINTS}/${endpoint.id}`)).status).toBe(204);
    }
    expect(dialled.filter((address) => address !== MAY)).toEqual([]);
    expect(dialled.length).toBeGreaterThanOrEqual(ROUNDS);
  });
});
