import type { ApiKeyView, CreatedApiKey } from '@billhook/contract/identity/key';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { ROLE_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { generateSecret } from '@billhook/domain/identity/secret-format';
import { randomText } from '@billhook/platform/ids';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestApi, type Answer } from '../support/api.js';
import { routesBelow } from '../support/routes.js';
import { Statements } from '../support/statements.js';
import { World, type KeyCaller, type SeededMember, type SessionCaller } from '../support/world.js';

const PATH = '/v1/clients';
const AFTER = 200;

/** Two processes of one installation; the statements of the first are counted. */
let api: TestApi;
let counted: TestApi;
let statements: Statements;
let world: World;
let owner: SeededMember;
let mine: SessionCaller;
let admins: SessionCaller;
let key: KeyCaller;

beforeAll(async () => {
  api = await TestApi.start();
  statements = await Statements.between(api.databaseUrl);
  counted = await TestApi.beside(api, { DATABASE_URL: statements.databaseUrl });
  world = new World(api);
});
afterAll(async () => {
  await counted.stop();
  await statements.stop();
  await api.stop();
});
beforeEach(async () => {
  const companyId = await world.company();
  owner = await world.member(companyId);
  mine = await world.session(owner);
  admins = await world.session(await world.member(companyId));
  key = await world.key({ member: owner });
});
afterEach(() => api.clock.set(new Date()));

const takesBody = (method: string): boolean => method !== 'GET' && method !== 'HEAD';

const outcomeOf = ({ status, body }: Answer<ProblemView>): string =>
  status < 300 ? `${status}` : `${status} ${body.code}`;

/** A request to one process or the other. */
async function ask(secret: string, n = 0): Promise<string> {
  const headers = { authorization: `Bearer ${secret}` };
  return outcomeOf(await (n % 2 ? counted : api).call<ProblemView>('GET', PATH, { headers }));
}

const done = async (answer: Promise<Answer>): Promise<void> => {
  const { status, text } = await answer;
  expect([status, text]).toEqual([expect.any(Number), expect.anything()]);
  expect(status).toBeLessThan(300);
};

/**
 * Sends requests to both processes during a change and after its response.
 * @returns the distinct responses to requests that began after it
 */
async function afterwards(secret: string, change: () => Promise<void>): Promise<Set<string>> {
  expect([await ask(secret, 0), await ask(secret, 1)]).toEqual(['200', '200']);
  let answered = false;
  let over = false;
  const during = new Set<string>();
  const after = new Set<string>();
  const stream = async (n: number): Promise<void> => {
    while (!over) (answered ? after : during).add(await ask(secret, n));
  };
  const streams = Promise.all(Array.from({ length: 8 }, (_, n) => stream(n)));
  await change();
  answered = true;
  const burst = await Promise.all(Array.from({ length: AFTER }, (_, n) => ask(secret, n)));
  over = true;
  await streams;
  expect([...during].filter((each) => each.startsWith('5'))).toEqual([]);
  return new Set([...after, ...burst]);
}

describe('a revocation applies from its response on, in every process, also to requests in flight', () => {
  const revoked = new Set(['401 key_revoked']);

  it('its owner', async () => {
    expect(await afterwards(key.secret, () => done(mine.call('POST', `/app/api-keys/${key.id}/revoke`)))).toEqual(
      revoked,
    );
  });

  it('an administrator', async () => {
    const path = `/app/company/api-keys/${key.id}/revoke`;
    expect(await afterwards(key.secret, () => done(admins.call('POST', path)))).toEqual(revoked);
  });

  it('an administrator, with many others', async () => {
    const others = await Promise.all([1, 2, 3].map(() => world.key({ member: owner })));
    const ids = [key, ...others].map(({ id }) => id);
    const bulk = () => done(admins.call('POST', '/app/company/api-keys/revoke', { body: { ids } }));
    expect(await afterwards(key.secret, bulk)).toEqual(revoked);
    expect(await Promise.all(others.map(({ secret }, n) => ask(secret, n)))).toEqual(Array(3).fill('401 key_revoked'));
  });

  it('a person who reports it', async () => {
    const report = () => done(api.call('POST', '/v1/leaked-keys', { body: { key: key.secret } }));
    expect(await afterwards(key.secret, report)).toEqual(revoked);
  });

  it('the first request of its successor, without a grace period', async () => {
    const body = { graceSeconds: 0 };
    const { secret } = (await mine.call<CreatedApiKey>('POST', `/app/api-keys/${key.id}/rotate`, { body })).body;
    const use = async () => expect(await ask(secret, 1)).toBe('200');
    expect(await afterwards(key.secret, use)).toEqual(revoked);
  });

  it('the removal of its creator, which is permanent', async () => {
    const removal = () => done(admins.call('POST', `/app/members/${owner.id}/remove`));
    expect(await afterwards(key.secret, removal)).toEqual(revoked);
  });
});

describe('a suspension applies in the same way, until it is lifted', () => {
  const member =
    (path: string, method = 'POST', body?: object) =>
    () =>
      done(admins.call(method, `/app/members/${owner.id}${path}`, body && { body }));

  it('its creator is deactivated', async () => {
    expect(await afterwards(key.secret, member('/deactivate'))).toEqual(new Set(['403 creator_inactive']));
    await member('/reactivate')();
    expect([await ask(key.secret, 0), await ask(key.secret, 1)]).toEqual(['200', '200']);
  });

  it('its creator loses the permission', async () => {
    const permissions = ROLE_PERMISSIONS.Owner.filter((permission) => permission !== 'client.read');
    const lose = member('', 'PATCH', { permissions });
    expect(await afterwards(key.secret, lose)).toEqual(new Set(['403 creator_permission_lost']));
    await member('', 'PATCH', { permissions: ROLE_PERMISSIONS.Owner })();
    expect([await ask(key.secret, 0), await ask(key.secret, 1)]).toEqual(['200', '200']);
  });

  it('its networks no longer include its address', async () => {
    const path = `/app/api-keys/${key.id}`;
    const move = () => done(mine.call('PATCH', path, { body: { allowedCidrs: ['203.0.113.0/24'] } }));
    expect(await afterwards(key.secret, move)).toEqual(new Set(['403 address_not_allowed']));
    await done(mine.call('PATCH', path, { body: { allowedCidrs: [] } }));
    expect([await ask(key.secret, 0), await ask(key.secret, 1)]).toEqual(['200', '200']);
  });
});

describe('revoked and expired are final', () => {
  it('for every route of the key, twice, with any change of its creator, the policy and the plan', async () => {
    const [expired, replaced] = [await world.key({ member: owner, expiry: '90d' }), await world.key({ member: owner })];
    const body = { graceSeconds: 0 };
    const { secret } = (await mine.call<CreatedApiKey>('POST', `/app/api-keys/${replaced.id}/rotate`, { body })).body;
    await ask(secret);
    await done(mine.call('POST', `/app/api-keys/${key.id}/revoke`));
    api.clock.advance(90 * 86_400_000);
    mine = await world.session(owner);
    admins = await world.session(await world.member(owner.companyId));
    const dead = [key, expired, replaced];
    const look = async (): Promise<ApiKeyView[]> =>
      Promise.all(dead.map(async ({ id }) => (await mine.call<ApiKeyView>('GET', `/app/api-keys/${id}`)).body));
    const before = await look();
    expect(before.map(({ status }) => status)).toEqual(['revoked', 'expired', 'revoked']);

    const routes = [...routesBelow(api, '/app/'), ...routesBelow(api, '/v1/')].filter(
      ({ method, path }) => takesBody(method) && /keys/.test(path) && !/key-policy|members/.test(path),
    );
    expect(routes.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/app/api-keys/:id/rotate', '/app/company/api-keys/revoke', '/v1/leaked-keys']),
    );
    const bodies = ({ id, secret: whole }: KeyCaller) => [
      ...[{}, { graceSeconds: 0 }, { name: 'Risen' }, { allowedCidrs: [] }, { rateLimit: 5 }],
      ...[{ ids: [id] }, { key: whole }, { expiry: 'none', status: 'active', revokedAt: null }],
    ];
    const others = [
      () => admins.call('POST', `/app/members/${owner.id}/deactivate`),
      () => admins.call('POST', `/app/members/${owner.id}/reactivate`),
      () => admins.call('PUT', '/app/company/key-policy', { body: { longestLifetime: 'none', cidrsRequired: false } }),
      () => world.setPlan(owner.companyId, 'Free'),
      () => world.setPlan(owner.companyId, 'Pro'),
    ];
    for (const _ of [1, 2]) {
      for (const { method, path } of routes) {
        for (const each of dead) {
          for (const sent of bodies(each)) {
            const by = path.startsWith('/app/company') ? admins : mine;
            const { status } = await by.call(method, path.replace(':id', String(each.id)), { body: sent });
            expect([method, path, status < 500]).toEqual([method, path, true]);
          }
        }
      }
      for (const other of others) await other();
      mine = await world.session(owner);
      expect(await look()).toEqual(before);
      expect(await Promise.all(dead.map((each, n) => ask(each.secret, n)))).toEqual([
        ...['401 key_revoked', '401 key_expired', '401 key_revoked'],
      ]);
    }
  });
});

describe('the cost and content of an error', () => {
  const names = (secret: string): Promise<string[]> => statements.during(() => ask(secret, 1));

  it('an ended key is looked up once, and afterwards without the database', async () => {
    await done(mine.call('POST', `/app/api-keys/${key.id}/revoke`));
    const expired = await world.key({ member: owner, expiry: '90d' });
    api.clock.advance(90 * 86_400_000);
    for (const { secret } of [key, expired]) {
      expect((await names(secret)).filter((name) => name.startsWith('key_verify'))).toEqual(['key_verify_1']);
      for (let n = 0; n < 5; n++) {
        expect((await names(secret)).filter((name) => name.startsWith('key_verify'))).toEqual([]);
      }
    }
  });

  it('the public part of a revoked key gets the same response at the same cost as an unknown key', async () => {
    await done(mine.call('POST', `/app/api-keys/${key.id}/revoke`));
    expect(await ask(key.secret, 1)).toBe('401 key_revoked');
    let n = 0;
    const forged = generateSecret((length) => (n++ === 0 ? key.secret.slice(4, 12) : randomText(length))).secret;
    const unknown = generateSecret(randomText).secret;
    const looked: [Answer<ProblemView>, string[]][] = [];
    for (const secret of [forged, unknown]) {
      let answer: Answer<ProblemView> | undefined;
      const ran = await statements.during(async () => {
        answer = await counted.call<ProblemView>('GET', PATH, { headers: { authorization: `Bearer ${secret}` } });
      });
      if (answer) looked.push([answer, ran]);
    }
    const comparable = looked.map(([{ status, headers, body }, ran]) => ({
      status,
      ran: ran.filter((name) => name.startsWith('key_')),
      headers: [...headers.keys()].sort(),
      challenge: headers.get('www-authenticate'),
      body: { ...body, requestId: '' },
    }));
    expect(comparable[0]).toMatchObject({ status: 401, ran: ['key_verify_1'], body: { code: 'key_unknown' } });
    expect(comparable[0]).toEqual(comparable[1]);
  });
});

describe('a key cannot gain permissions', () => {
  it('401 for all of /app, and /v1 has no route to create keys, read the audit log or change members', async () => {
    for (const { method, path, access } of routesBelow(api, '/app/')) {
      const answer = await key.call<ProblemView>(method, path.replaceAll(/:[^/]+/g, String(key.id)), {
        ...(takesBody(method) && { body: {} }),
      });
      if (access !== 'public')
        expect([method, path, outcomeOf(answer)]).toEqual([method, path, '401 wrong_credential']);
    }
    const known = routesBelow(api, '/v1/').map(({ path }) => path);
    expect(known.filter((path) => /key|member|audit-log|invitation|policy|session/.test(path)).sort()).toEqual([
      '/v1/leaked-keys',
    ]);
  });
});
