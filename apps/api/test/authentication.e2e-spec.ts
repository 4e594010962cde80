import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProblemView } from '@billhook/contract/problem';
import { mintSecret } from '@billhook/domain/api-key';
import { PROBLEMS, type ProblemCode } from '@billhook/domain/problems';
import { randomText } from '@billhook/platform/ids';
import { DataSource } from 'typeorm';
import { TestApi, type Answer } from './support/api.js';
import { raw } from './support/raw.js';
import { World, type KeyCaller } from './support/world.js';

const PATH = '/v1/me/permissions';
const BARE = 'Bearer realm="billhook"';

let api: TestApi;
let world: World;
let key: KeyCaller;

beforeAll(async () => {
  api = await TestApi.start();
  world = new World(api);
  key = await world.key();
});
afterAll(() => api.stop());

const send = (authorization: string, path = PATH): Promise<Answer<ProblemView>> =>
  api.call<ProblemView>('GET', path, { headers: { authorization } });

/** What every 401 of /v1 looks like. */
function expect401(answer: Answer<ProblemView>, code: ProblemCode): void {
  expect([answer.body.code, answer.status]).toEqual([code, 401]);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.body).toMatchObject({
    type: expect.stringMatching(new RegExp(`/docs/errors/#${code}$`)),
    title: PROBLEMS[code].title,
    requestId: answer.headers.get('request-id'),
  });
  const challenge = answer.headers.get('www-authenticate');
  if (code === 'credential_missing') expect(challenge).toBe(BARE);
  else expect(challenge).toBe(`${BARE}, error="invalid_token", error_description="${PROBLEMS[code].title}"`);
}

const last = (text: string): string => (text.endsWith('A') ? 'B' : 'A');

describe('a request without a credential', () => {
  it('401 with a bare challenge, and only then', async () => {
    expect401(await api.call<ProblemView>('GET', PATH), 'credential_missing');
    expect401(await send('Bearer'), 'credential_missing');
  });

  it('401 on HEAD too', async () => {
    expect((await api.call('HEAD', '/v1/clients')).status).toBe(401);
  });

  it('401 although a session cookie came: cookies count for nothing on /v1', async () => {
    const session = await world.session(await world.member(await world.company()));
    expect401(await session.call<ProblemView>('GET', PATH), 'credential_missing');
    const both = await session.call('GET', PATH, { headers: { authorization: `Bearer ${key.secret}` } });
    expect(both).toMatchObject({ status: 200, body: { company: { id: key.companyId } } });
  });
});

describe('a request with a wrong credential', () => {
  it.each<[string, ProblemCode, (secret: string) => string]>([
    ['the key without its prefix', 'key_prefix_missing', (secret) => `Bearer ${secret.slice(4)}`],
    ['a key cut short', 'key_truncated', (secret) => `Bearer ${secret.slice(0, -1)}`],
    ['the locator alone', 'key_truncated', (secret) => `Bearer ${secret.slice(0, 12)}`],
    ['the prefix alone', 'key_truncated', () => 'Bearer bhk_'],
    ['a key with a changed character', 'key_mistyped', (secret) => `Bearer ${secret.slice(0, -1)}${last(secret)}`],
    ['a key with a character too many', 'key_mistyped', (secret) => `Bearer ${secret}x`],
    ['a key that nobody made', 'key_unknown', () => `Bearer ${mintSecret(randomText).secret}`],
    ['what is no key at all', 'key_unknown', () => 'Bearer letmein'],
    ['a webhook secret', 'wrong_secret_type', () => 'Bearer whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['a portal link', 'wrong_secret_type', () => `Bearer ${mintSecret(randomText, 'bhp_').secret}`],
    ['an OAuth access token', 'wrong_secret_type', () => 'Bearer bho_0123456789'],
    ['quotes', 'credential_malformed', (secret) => `Bearer "${secret}"`],
    ['a space within the key', 'credential_malformed', (secret) => `Bearer ${secret.slice(0, 20)} ${secret.slice(20)}`],
    ['Bearer twice', 'credential_malformed', (secret) => `Bearer Bearer ${secret}`],
    ['two spaces', 'credential_malformed', (secret) => `Bearer  ${secret}`],
    ['a tab instead of the space', 'credential_malformed', (secret) => `Bearer\t${secret}`],
    ['no scheme', 'credential_malformed', (secret) => secret],
    ['another scheme', 'credential_malformed', (secret) => `Basic ${Buffer.from(`${secret}:`).toString('base64')}`],
    ['two keys in one header', 'credential_malformed', (secret) => `Bearer ${secret}, Bearer ${secret}`],
  ])('401 for %s: %s', async (_, code, header) => {
    const answer = await send(header(key.secret));
    expect401(answer, code);
    expect(answer.text).not.toContain(key.secret.slice(12));
  });

  it('says so when only the word Bearer was forgotten', async () => {
    expect((await send(key.secret)).body.detail).toContain('Bearer is missing');
  });

  it.each(['access_token', 'api_key', 'key', 'Token'])(
    '401 for a key in ?%s, with or without a header beside it',
    async (name) => {
      for (const headers of [undefined, { authorization: `Bearer ${key.secret}` }]) {
        const answer = await api.call<ProblemView>('GET', `${PATH}?${name}=${key.secret}`, { headers });
        expect401(answer, 'credential_in_query');
        expect(answer.text).not.toContain(key.secret);
      }
    },
  );

  it('401 for a key under any other name in the query', async () => {
    expect401(await api.call<ProblemView>('GET', `/v1/clients?q=${key.secret}`), 'credential_in_query');
  });

  it('400 for two Authorization headers, even if both are right', async () => {
    const header = `Bearer ${key.secret}`;
    const answer = await raw(api.url, 'GET', PATH, ['authorization', header, 'authorization', header]);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'two_credentials', status: 400 });
  });
});

describe('a request with a right key', () => {
  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('200 with the scheme written %s', async (scheme) => {
    expect((await send(`${scheme} ${key.secret}`)).status).toBe(200);
  });
});

describe('the order of refusals', () => {
  it('401 before 404: a stranger does not learn which routes there are', async () => {
    for (const path of ['/v1', '/v1/', '/v1/nothing', '/v1/clients/1/nothing']) {
      expect401(await api.call<ProblemView>('GET', path), 'credential_missing');
    }
    expect(await key.call('GET', '/v1/nothing')).toMatchObject({ status: 404, body: { code: 'route_not_found' } });
  });

  it('401 before the body is looked at: its size, its type, its form', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) });
    const bodies: [number, string, Record<string, string>][] = [
      [413, large, {}],
      [400, '{"name": ', {}],
      [415, 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }],
    ];
    for (const [status, body, headers] of bodies) {
      expect401(await api.call<ProblemView>('POST', '/v1/clients', { raw: body, headers }), 'credential_missing');
      expect((await key.call('POST', '/v1/clients', { raw: body, headers })).status).toBe(status);
    }
  });

  it('401 before a wrong query and an id that is none', async () => {
    expect401(await api.call<ProblemView>('GET', '/v1/clients?limit=-1'), 'credential_missing');
    expect401(await api.call<ProblemView>('GET', '/v1/clients/abc'), 'credential_missing');
  });
});

describe('a path that is written in another way', () => {
  it.each(['/%761/me/permissions', '/v%31/me/permissions', 'http://elsewhere.example/v1/me/permissions'])(
    'is guarded like the route it leads to: %s',
    async (target) => {
      const stranger = await raw(api.url, 'GET', target);
      expect([stranger.status, stranger.headers['www-authenticate']]).toEqual([401, BARE]);
      const known = await raw(api.url, 'GET', target, ['authorization', `Bearer ${key.secret}`]);
      expect(known.status).toBe(200);
    },
  );

  it.each(['/%61pp/session', '/portal/%61pi/session', 'http://elsewhere.example/app/session'])(
    'is guarded on the other surfaces too: %s',
    async (target) => {
      expect((await raw(api.url, 'GET', target)).status).toBe(401);
      const forged = await raw(api.url, 'DELETE', target, ['sec-fetch-site', 'cross-site']);
      expect(forged.status).toBe(target.includes('portal') ? 404 : 403);
    },
  );
});

describe('the other surfaces', () => {
  it('401 wrong_credential for a key on /app, without a challenge, even beside a session', async () => {
    const session = await world.session(await world.member(await world.company()));
    for (const caller of [key, session]) {
      const headers = { authorization: `Bearer ${key.secret}` };
      const answer = await caller.call<ProblemView>('GET', '/app/session', { headers });
      expect(answer).toMatchObject({ status: 401, body: { code: 'wrong_credential' } });
      expect(answer.headers.get('www-authenticate')).toBeNull();
    }
  });

  it('401 for a key in the portal', async () => {
    const answer = await key.call('GET', '/portal/api/session');
    expect(answer).toMatchObject({ status: 401, body: { code: 'portal_session_missing' } });
  });
});

describe('what a string tells by itself', () => {
  it('is told without the database: 401 for it while a whole key answers 500', async () => {
    const second = await TestApi.beside(api);
    try {
      await second.app.get(DataSource).destroy();
      await second.database.close();
      const ask = (secret: string) =>
        second.call<ProblemView>('GET', PATH, { headers: { authorization: `Bearer ${secret}` } });
      expect401(await ask(key.secret.slice(4)), 'key_prefix_missing');
      expect401(await ask(key.secret.slice(0, -1)), 'key_truncated');
      expect401(await ask(key.secret.slice(0, -1) + last(key.secret)), 'key_mistyped');
      expect401(await ask('whsec_0123456789'), 'wrong_secret_type');
      expect401(await ask('letmein'), 'key_unknown');
      const whole = await ask(key.secret);
      expect(whole).toMatchObject({ status: 500, body: { code: 'internal_error' } });
      expect(whole.text).not.toMatch(/pool|connection|stack/i);
    } finally {
      await second.stop();
    }
  });
});
