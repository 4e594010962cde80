import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EXAMPLE_KEY } from '@billhook/contract/identity/key-format';
import type { GithubLabel } from '@billhook/contract/identity/leaked-key';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { Log, TestApi, type Answer } from '../support/api.js';
import { World, type KeyCaller } from '../support/world.js';

const PATH = '/v1/leaked-keys/github';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What GitHub's documentation shows: a request, and the key it was signed with. */
const PUBLISHED = {
  identifier: 'bcb53661c06b4728e59d897fb6165d5c9cda0fd9cdf9d09ead458168deb7518c',
  key: `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEYAGMWO8XgCamYKMJS6jc/qgvSlAd
AjPuDPRcXU22YxgBrz+zoN19MzuRyW87qEt9/AmtoNP5GrobzUvQSyJFVw==
-----END PUBLIC KEY-----
`,
  signature: 'MEQCIQDaMKqrGnE27S0kgMrEK0eYBmyG0LeZismAEz/BgZyt7AIfXt9fErtRS4XaeSt/AO1RtBY66YcAdjxji410VQV4xg==',
  body: '[{"source":"commit","token":"some_token","type":"some_type","url":"https://example.com/base-repo-url/"}]',
};

const pem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

const signer = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const otherCurve = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const LISTED = [
  { key_identifier: 'own', key: pem(signer.publicKey), is_current: true },
  { key_identifier: 'p384', key: pem(otherCurve.publicKey), is_current: true },
  { key_identifier: PUBLISHED.identifier, key: PUBLISHED.key, is_current: false },
];

/** Hands out the list of keys as GitHub does. */
class KeyList {
  /** What each request was answered with, oldest first. */
  readonly answered: number[] = [];
  state: 'well' | 'broken' | 'endless' = 'well';
  keys: readonly object[] = LISTED;
  #server: Server | undefined;

  async start(): Promise<string> {
    const server = createServer((request, response) => {
      const body = JSON.stringify({ public_keys: this.keys });
      const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
      const known = request.headers['if-none-match'] === etag;
      const status = this.state === 'broken' ? 500 : known && this.state === 'well' ? 304 : 200;
      this.answered.push(status);
      response.writeHead(status, { etag, 'content-type': 'application/json' });
      if (this.state === 'endless') response.write('['.repeat(300_000));
      response.end(status === 200 ? body : undefined);
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }
}

const list = new KeyList();
const log = new Log();
let api: TestApi;
let world: World;
let key: KeyCaller;
let url: string;

beforeAll(async () => {
  url = await list.start();
  api = await TestApi.start({ LEAKED_KEYS_GITHUB_KEYS_URL: url }, log);
  world = new World(api);
});
afterAll(async () => {
  await api.stop();
  await list.stop();
});
beforeEach(async () => {
  key = await world.key();
  // So that each test begins with a list that may be looked at again.
  list.state = 'well';
  list.keys = LISTED;
  list.answered.length = 0;
  api.clock.advance(HOUR);
});

interface Signing {
  readonly by?: KeyObject;
  readonly identifier?: string;
  readonly signature?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a body as GitHub does. */
function send<T = ProblemView>(raw: string, signing: Signing = {}, to = api): Promise<Answer<T>> {
  const { by = signer.privateKey, identifier = 'own' } = signing;
  const signature = signing.signature ?? sign('sha256', Buffer.from(raw), by).toString('base64');
  const signed = { 'github-public-key-identifier': identifier, 'github-public-key-signature': signature };
  return to.call<T>('POST', PATH, { raw, headers: { ...signed, ...signing.headers } });
}

const found = (token: string, more: object = {}): string =>
  JSON.stringify([
    { token, type: 'billhook_api_key', url: 'https://github.example/x/y/blob/1/.env', source: 'content', ...more },
  ]);

const isAlive = async (): Promise<boolean> => (await key.call('GET', '/v1/me')).status === 200;

describe('POST /v1/leaked-keys/github', () => {
  it('401 for what is not signed by a key that GitHub publishes', async () => {
    const body = found(key.secret);
    const unsigned = await api.call<ProblemView>('POST', PATH, { raw: body });
    const wrong = [
      unsigned,
      await send(body, { identifier: 'nobody' }),
      await send(body, { by: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }),
      await send(body, { identifier: 'p384', by: otherCurve.privateKey }),
      await send(body, { signature: 'no signature' }),
      await send(body, { signature: '' }),
      await send(body, { signature: sign('sha256', Buffer.from(`${body} `), signer.privateKey).toString('base64') }),
      // Before the body is looked at.
      await send('{"a":1}', { identifier: 'nobody' }),
    ];
    for (const { status, body: problem } of wrong) {
      expect([status, problem.code]).toEqual([401, 'signature_invalid']);
    }
    expect(await isAlive()).toBe(true);
  });

  it('404 where such findings are not taken', async () => {
    const other = await TestApi.beside(api, { LEAKED_KEYS_GITHUB_KEYS_URL: 'off' });
    try {
      const { status, body } = await send(found(key.secret), {}, other);
      expect([status, body.code]).toEqual([404, 'route_not_found']);
    } finally {
      await other.app.close();
    }
  });

  it.each([
    ['empty', ''],
    ['an object', '{}'],
    ['without a token', '[{"type":"x"}]'],
    ['of more than 1,000', JSON.stringify(Array(1_001).fill({ token: 'x', type: 'x' }))],
  ])('422 for what is signed, and %s', async (_, body) => {
    const answer = await send(body);
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid_body']);
  });

  it('takes the request of GitHub’s documentation', async () => {
    const { status, body } = await send<GithubLabel[]>(PUBLISHED.body, PUBLISHED);
    expect(status).toBe(200);
    const token_hash = createHash('sha256').update('some_token').digest('hex');
    expect(body).toEqual([{ token_hash, token_type: 'some_type', label: 'false_positive' }]);
  });

  it('ends each key that is ours and says which were, by hashes alone', async () => {
    const raw = JSON.stringify([
      { token: key.secret, type: 'billhook_api_key', url: 'https://github.example/x', source: 'content', added: true },
      { token: EXAMPLE_KEY, type: 'billhook_api_key', url: '', source: 'npm' },
      { token: key.secret, type: 'billhook_api_key' },
    ]);
    const answer = await send<GithubLabel[]>(raw);
    expect(answer.status).toBe(200);
    expect(answer.body.map(({ label }) => label)).toEqual(['true_positive', 'false_positive', 'true_positive']);
    expect(answer.body[0]?.token_hash).toBe(createHash('sha256').update(key.secret).digest('hex'));
    expect(answer.text).not.toContain(key.secret.slice(12));
    expect(log.text).not.toContain(key.secret.slice(12));
    expect(await isAlive()).toBe(false);
    const [row] = await api.database.query<{ by: string; details: unknown }>({
      name: 'test_burned',
      text: `SELECT k.revoked_by AS by, a.details FROM api_keys k JOIN audit_log a ON a.target = k.prefix AND a.action = 'api_key.burned'
        WHERE k.id = $1`,
      values: [key.id],
    });
    expect(row?.by).toBe('leak report from GitHub');
    expect(row?.details).toMatchObject({ source: 'GitHub: https://github.example/x, content' });
  });

  it('looks whether the list is the same one once an hour', async () => {
    for (let n = 0; n < 3; n++) expect((await send(found(EXAMPLE_KEY))).status).toBe(200);
    api.clock.advance(HOUR);
    for (let n = 0; n < 3; n++) expect((await send(found(EXAMPLE_KEY))).status).toBe(200);
    expect(list.answered.slice(-1)).toEqual([304]);
    expect(list.answered).toHaveLength(2);
  });

  it('looks for a key it does not know once a minute at most', async () => {
    await Promise.all(Array.from({ length: 5 }, (_, n) => send(found(EXAMPLE_KEY), { identifier: `new-${n}` })));
    expect(list.answered).toHaveLength(1);
    const added = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    list.keys = [...LISTED, { key_identifier: 'added', key: pem(added.publicKey), is_current: true }];
    const asAdded = { identifier: 'added', by: added.privateKey };
    expect((await send(found(EXAMPLE_KEY), asAdded)).status).toBe(401);
    api.clock.advance(MINUTE);
    expect((await send(found(EXAMPLE_KEY), asAdded)).status).toBe(200);
    expect(list.answered).toEqual([expect.any(Number), 200]);
  });

  it.each(['broken', 'endless'] as const)('goes on with the keys it knows while the list is %s', async (state) => {
    await send(found(EXAMPLE_KEY));
    list.state = state;
    api.clock.advance(HOUR);
    expect((await send(found(EXAMPLE_KEY))).status).toBe(200);
    const unknown = await send(found(EXAMPLE_KEY), { identifier: 'new' });
    expect([unknown.status, unknown.body.code]).toEqual([503, 'not_ready']);
    expect(unknown.headers.get('retry-after')).toBe('60');
  });
});
