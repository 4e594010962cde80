import type { ProblemView } from '@billhook/contract/shared/problem';
import { Database } from '@billhook/db/database';
import { generateSecret } from '@billhook/domain/identity/secret-format';
import { PROBLEMS, type ProblemCode } from '@billhook/domain/shared/problems';
import { randomText } from '@billhook/platform/ids';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { KeyUseService } from '../../src/identity/keys/key-use.service.js';
import { TestApi, type Answer } from '../support/api.js';
import { raw } from '../support/raw-request.js';
import { startWorld } from '../support/start.js';
import { Statements } from '../support/statements.js';
import type { KeyCaller } from '../support/world.js';

const PATH = '/v1/me/permissions';
const REALM = 'Bearer realm="billhook"';
const METADATA = 'resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/v1"';
const BARE = `${REALM}, ${METADATA}`;

const { api, world } = await startWorld();
let key: KeyCaller;
/** Two ended keys, and a forged key with only the public part of the first. */
let revoked: KeyCaller;
let expired: KeyCaller;
let guessed: string;

beforeAll(async () => {
  [key, revoked, expired] = [await world.key(), await world.key(), await world.key({ expiry: '90d' })];
  for (const [ended, column] of [
    [revoked, 'revoked_at'],
    [expired, 'expires_at'],
  ] as const) {
    await api.database.query({
      name: `test_end_${column}`,
      text: `UPDATE api_keys SET ${column} = $2 WHERE id = $1`,
      values: [ended.id, api.clock.now()],
    });
  }
  const locator = revoked.secret.slice(4, 12);
  guessed = generateSecret((length) => (length === locator.length ? locator : randomText(length))).secret;
});

const get = (headers: Readonly<Record<string, string>>, path = PATH): Promise<Answer<ProblemView>> =>
  api.call<ProblemView>('GET', path, { headers });
const send = (authorization: string): Promise<Answer<ProblemView>> => get({ authorization });

/** The common parts of every 401 of /v1. */
function expect401(answer: Answer<ProblemView>, code: ProblemCode): void {
  expect([answer.body.code, answer.status]).toEqual([code, 401]);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.body).toMatchObject({
    type: expect.stringMatching(new RegExp(`/docs/errors/${code}$`)),
    title: PROBLEMS[code].title,
    requestId: answer.headers.get('request-id'),
  });
  const challenge = answer.headers.get('www-authenticate');
  if (code === 'credential_missing') expect(challenge).toBe(BARE);
  else {
    const error = `error="invalid_token", error_description="${PROBLEMS[code].title}"`;
    expect(challenge).toBe(`${REALM}, ${error}, ${METADATA}`);
  }
}

const last = (text: string): string => (text.endsWith('A') ? 'B' : 'A');
const basic = (secret: string): string => Buffer.from(`${secret}:`).toString('base64');

/** Every invalid Authorization header: the sent value, and the error. */
const MISTAKES: readonly (readonly [what: string, code: ProblemCode, header: (secret: string) => string])[] = [
  ['the scheme alone, as from an unset variable', 'credential_missing', () => 'Bearer'],
  ['the scheme and a space', 'credential_missing', () => 'Bearer '],
  ['the key without its prefix', 'key_prefix_missing', (secret) => `Bearer ${secret.slice(4)}`],
  ['a key cut short by one', 'key_truncated', (secret) => `Bearer ${secret.slice(0, -1)}`],
  ['a key cut in the middle', 'key_truncated', (secret) => `Bearer ${secret.slice(0, 30)}`],
  ['the prefix as lists show it', 'key_truncated', (secret) => `Bearer ${secret.slice(0, 12)}`],
  ['a masked key', 'key_truncated', (secret) => `Bearer ${secret.slice(0, 12)}***`],
  ['bhk_ alone', 'key_truncated', () => 'Bearer bhk_'],
  ['a changed character', 'key_mistyped', (secret) => `Bearer ${secret.slice(0, -1)}${last(secret)}`],
  ['two characters swapped', 'key_mistyped', (secret) => `Bearer ${secret.slice(0, 20)}${swapped(secret)}`],
  ['a character too many', 'key_mistyped', (secret) => `Bearer ${secret}x`],
  ['a line break as JSON writes it', 'key_mistyped', (secret) => `Bearer ${secret}\\n`],
  ['a line break as addresses write it', 'key_mistyped', (secret) => `Bearer ${secret}%0A`],
  ["another installation's key", 'key_unknown', () => `Bearer ${generateSecret(randomText).secret}`],
  ['the locator of a revoked key with another secret', 'key_unknown', () => `Bearer ${guessed}`],
  ['what is no key at all', 'key_unknown', () => 'Bearer letmein'],
  [
    'a JSON Web Token',
    'key_unknown',
    () => 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.ZRrHA1JJJW8opsbCGfG_HACGpVUMN_a9IV7pAx_Zmeo',
  ],
  ['a placeholder', 'key_unknown', () => 'Bearer <API_KEY>'],
  ['a revoked key', 'key_revoked', () => `Bearer ${revoked.secret}`],
  ['an expired key', 'key_expired', () => `Bearer ${expired.secret}`],
  ['a webhook secret', 'wrong_secret_type', () => 'Bearer whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ['a portal link', 'wrong_secret_type', () => `Bearer ${generateSecret(randomText, 'bhp_').secret}`],
  ['an incomplete access token', 'token_unknown', () => 'Bearer bho_0123456789'],
  ['an OAuth refresh token', 'wrong_secret_type', () => 'Bearer bhr_0123456789'],
  ['an OAuth client secret', 'wrong_secret_type', () => 'Bearer bhs_0123456789'],
  ['Bearer twice', 'credential_malformed', (secret) => `Bearer Bearer ${secret}`],
  ['double quotes', 'credential_malformed', (secret) => `Bearer "${secret}"`],
  ['single quotes', 'credential_malformed', (secret) => `Bearer '${secret}'`],
  ['two spaces', 'credential_malformed', (secret) => `Bearer  ${secret}`],
  ['a space within the key', 'credential_malformed', (secret) => `Bearer ${secret.slice(0, 20)} ${secret.slice(20)}`],
  ['a tab instead of the space', 'credential_malformed', (secret) => `Bearer\t${secret}`],
  ['a colon after the scheme', 'credential_malformed', (secret) => `Bearer: ${secret}`],
  ['no space', 'credential_malformed', (secret) => `Bearer${secret}`],
  ['no scheme', 'credential_malformed', (secret) => secret],
  ['Basic with the key as its user', 'credential_malformed', (secret) => `Basic ${basic(secret)}`],
  ['another scheme', 'credential_malformed', (secret) => `Token ${secret}`],
  ['two keys in one header', 'credential_malformed', (secret) => `Bearer ${secret}, Bearer ${secret}`],
  ['nothing in the header', 'credential_malformed', () => ''],
];

const swapped = (secret: string): string => {
  const [first = '', second = ''] = secret.slice(20);
  return (first === second ? last(first) + second : second + first) + secret.slice(22);
};

describe('a request with a wrong credential', () => {
  it.each(MISTAKES)('401 for %s: %s', async (_, code, header) => {
    const answer = await send(header(key.secret));
    expect401(answer, code);
    for (const { secret } of [key, revoked, expired]) expect(answer.text).not.toContain(secret.slice(12, 30));
  });

  it.each(['access_token', 'api_key', 'key', 'Token'])(
    '401 for a key in ?%s, with or without a header beside it',
    async (name) => {
      const beside: Record<string, string>[] = [{}, { authorization: `Bearer ${key.secret}` }];
      for (const headers of beside) {
        const answer = await get(headers, `${PATH}?${name}=${key.secret}`);
        expect401(answer, 'credential_in_query');
        expect(answer.text).not.toContain(key.secret);
      }
    },
  );

  it('401 for a key under any other name in the query', async () => {
    expect401(await get({}, `/v1/clients?q=${key.secret}`), 'credential_in_query');
  });

  it('400 for two Authorization headers, even if both are valid, as in RFC 6750', async () => {
    const header = `Bearer ${key.secret}`;
    const answer = await raw(api.url, 'GET', PATH, ['authorization', header, 'authorization', header]);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'two_credentials', status: 400 });
    expect(answer.headers['www-authenticate']).toBe(
      `${REALM}, error="invalid_request", error_description="Two credentials were sent", ${METADATA}`,
    );
  });

  it('401 alike for an unknown key and a guess at a revoked one', async () => {
    const [unknown, guess] = [
      await send(`Bearer ${generateSecret(randomText).secret}`),
      await send(`Bearer ${guessed}`),
    ];
    const visible = ({ status, body, headers }: Answer<ProblemView>) => ({
      status,
      body: { ...body, requestId: '' },
      headers: [...headers].filter(([name]) => !['request-id', 'date'].includes(name) && !name.startsWith('ratelimit')),
    });
    expect(visible(guess)).toEqual(visible(unknown));
  });
});

describe('a request with its credential elsewhere', () => {
  it('401 with a bare challenge without any', async () => {
    expect401(await get({}), 'credential_missing');
    expect((await api.call('HEAD', '/v1/clients')).status).toBe(401);
  });

  it.each(['X-Api-Key', 'Api-Key', 'X-Auth-Token', 'X-Whatever'])(
    '401 for a key in %s, which the error names',
    async (name) => {
      const answer = await get({ [name]: key.secret });
      expect401(answer, 'credential_missing');
      expect(answer.body.detail).toContain(`The header ${name.toLowerCase()} is ignored`);
      expect((await get({ [name]: 'other', authorization: `Bearer ${key.secret}` })).status).toBe(200);
    },
  );

  it('401 for a session cookie, which the error names; it is ignored beside a key', async () => {
    const session = await world.session(await world.member(await world.company()));
    const answer = await session.call<ProblemView>('GET', PATH);
    expect401(answer, 'credential_missing');
    expect(answer.body.detail).toContain('Cookies are not accepted here');
    const both = await session.call('GET', PATH, { headers: { authorization: `Bearer ${key.secret}` } });
    expect(both).toMatchObject({ status: 200, body: { company: { id: key.companyId } } });
  });

  it('401 for a key in the body, which is not read', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const call of [
      { body: { access_token: key.secret, apiKey: key.secret } },
      { raw: `access_token=${key.secret}`, headers: form },
    ]) {
      expect401(await api.call<ProblemView>('POST', '/v1/clients', call), 'credential_missing');
    }
  });
});

describe('a request with a right key', () => {
  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('200 with the scheme written %s', async (scheme) => {
    expect((await send(`${scheme} ${key.secret}`)).status).toBe(200);
  });

  it('is identified by one database query each time', async () => {
    const statements = await Statements.between(api.databaseUrl);
    const unlimited = { RATE_LIMIT_KEY: '0', RATE_LIMIT_COMPANY: '0', RATE_LIMIT_ADDRESS: '0' };
    const beside = await TestApi.beside(api, { ...unlimited, DATABASE_URL: statements.databaseUrl });
    try {
      const ask = async () => {
        const answer = await beside.call('GET', PATH, { headers: { authorization: `Bearer ${key.secret}` } });
        expect(answer.status).toBe(200);
      };
      // The first use is written immediately.
      await ask();
      await beside.app.get(KeyUseService).flush();
      const requests = 20;
      const names = await statements.during(async () => {
        for (let n = 0; n < requests; n++) await ask();
      });
      expect(names.filter((name) => name.startsWith('key_verify_'))).toHaveLength(requests);
      // Later uses of all requests are written every 5 s by the clock.
      expect(names.length - requests).toBeLessThan(requests / 4);
    } finally {
      await beside.stop();
      await statements.stop();
    }
  });
});

describe('the order of errors', () => {
  it('401 before 404: routes are not revealed without a key', async () => {
    for (const path of ['/v1', '/v1/', '/v1/nothing', '/v1/clients/1/nothing']) {
      expect401(await api.call<ProblemView>('GET', path), 'credential_missing');
    }
    expect(await key.call('GET', '/v1/nothing')).toMatchObject({ status: 404, body: { code: 'route_not_found' } });
  });

  it('401 before 405: methods are not revealed either', async () => {
    for (const target of ['/v1/clients', '/%761/clients', 'http://elsewhere.example/v1/clients']) {
      expect([target, (await raw(api.url, 'PUT', target)).status]).toEqual([target, 401]);
    }
    expect(await key.call('PUT', '/v1/clients')).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
  });

  it('401 before the body is checked: its size, type and form', async () => {
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

  it('401 before an invalid query or id', async () => {
    expect401(await api.call<ProblemView>('GET', '/v1/clients?limit=-1'), 'credential_missing');
    expect401(await api.call<ProblemView>('GET', '/v1/clients/abc'), 'credential_missing');
  });
});

describe('a path in another spelling', () => {
  it.each(['/%761/me/permissions', '/v%31/me/permissions', 'http://elsewhere.example/v1/me/permissions'])(
    'is guarded like its route: %s',
    async (target) => {
      const stranger = await raw(api.url, 'GET', target);
      expect([stranger.status, stranger.headers['www-authenticate']]).toEqual([401, BARE]);
      const known = await raw(api.url, 'GET', target, ['authorization', `Bearer ${key.secret}`]);
      expect(known.status).toBe(200);
    },
  );

  it.each(['/%61pp/session', '/portal/%61pi/session', 'http://elsewhere.example/app/session'])(
    'is guarded on the other surfaces as well: %s',
    async (target) => {
      expect((await raw(api.url, 'GET', target)).status).toBe(401);
      const forged = await raw(api.url, 'DELETE', target, ['sec-fetch-site', 'cross-site']);
      expect(forged.status).toBe(403);
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

describe('a malformed key', () => {
  it('is rejected without the database: 401 during an outage, while a whole key gets 503', async () => {
    const second = await TestApi.beside(api);
    try {
      await second.app.get(DataSource).destroy();
      await second.app.get(Database).close();
      const ask = (secret: string) =>
        second.call<ProblemView>('GET', PATH, { headers: { authorization: `Bearer ${secret}` } });
      expect401(await ask(key.secret.slice(4)), 'key_prefix_missing');
      expect401(await ask(key.secret.slice(0, -1)), 'key_truncated');
      expect401(await ask(key.secret.slice(0, -1) + last(key.secret)), 'key_mistyped');
      expect401(await ask('whsec_0123456789'), 'wrong_secret_type');
      expect401(await ask('letmein'), 'key_unknown');
      const whole = await ask(key.secret);
      expect(whole).toMatchObject({ status: 503, body: { code: 'not_ready' } });
      expect(whole.text).not.toMatch(/pool|connection|stack/i);
    } finally {
      await second.stop();
    }
  });
});
