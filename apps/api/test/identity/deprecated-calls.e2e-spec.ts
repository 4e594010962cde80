import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeprecatedCallList } from '@billhook/contract/identity/deprecation';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { ALL_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { DeprecatedCalls } from '../../src/identity/deprecations/deprecated-calls.js';
import { TestApi } from '../support/api.js';
import { createAppWithThings } from '../support/deprecated-things.js';
import { World, type KeyCaller, type SeededMember, type SessionCaller } from '../support/world.js';

const PUBLIC_URL = 'https://bills.example/under';
const DAY_MS = 86_400_000;
const COMPANY = '/app/company/deprecated-calls';
const MINE = '/app/api-keys/deprecated-calls';

let api: TestApi;
let world: World;
let admin: SeededMember;
let key: KeyCaller;

beforeAll(async () => {
  api = await TestApi.start({ PUBLIC_URL }, undefined, createAppWithThings);
  world = new World(api);
});
afterAll(() => api.stop());
beforeEach(async () => {
  admin = await world.member(await world.company(), { role: 'Admin' });
  key = await world.key({ member: admin });
});

const flush = () => api.app.get(DeprecatedCalls).flush();

describe.each([COMPANY, MINE])('GET %s', (path) => {
  it('401 without a session, and for a key', async () => {
    expect((await api.call('GET', path)).status).toBe(401);
    expect((await key.call('GET', path)).status).toBe(401);
  });

  it('400 for a parameter', async () => {
    expect((await (await world.session(admin)).call('GET', `${path}?status=active`)).status).toBe(400);
  });

  it('200 with nothing, where no key calls a deprecated route', async () => {
    expect((await (await world.session(admin)).call('GET', path)).body).toEqual({ data: [] });
  });
});

describe('who still calls what', () => {
  const list = async (by: SessionCaller, path = COMPANY) => {
    await flush();
    return (await by.call<DeprecatedCallList>('GET', path)).body.data;
  };
  const shown = async (by: SessionCaller, path = COMPANY) =>
    (await list(by, path)).map(({ method, route, keys }) => [`${method} ${route}`, keys.map(({ id }) => id)] as const);

  let session: SessionCaller;
  beforeEach(async () => {
    session = await world.session(admin);
  });

  it('403 without api_key.manage', async () => {
    const permissions = ALL_PERMISSIONS.filter((permission) => permission !== 'api_key.manage');
    const by = await world.session(await world.member(admin.companyId, { permissions }));
    expect((await by.call<ProblemView>('GET', COMPANY)).body).toMatchObject({
      status: 403,
      code: 'permission_missing',
      missing: ['api_key.manage'],
    });
  });

  it('200: by route, with all there is to know of it and of the key', async () => {
    const firstCallAt = api.clock.now().toISOString();
    await key.call('GET', '/v1/things/7');
    api.clock.advance(1_000);
    await key.call('GET', '/v1/things/8');
    const { body } = await session.call<{ data: { prefix: string }[] }>('GET', '/app/api-keys');
    expect(await list(session)).toEqual([
      {
        method: 'GET',
        route: '/v1/things/{id}',
        since: '2026-12-01',
        sunset: '2027-12-01',
        successor: '/v1/articles/{id}',
        guide: '/docs/versioning/#how-a-route-goes',
        keys: [
          {
            id: key.id,
            name: 'test key',
            prefix: body.data[0]?.prefix,
            creator: { id: admin.id, name: 'Test Person', email: admin.email },
            firstCallAt,
            lastCallAt: api.clock.now().toISOString(),
            calls: 2,
          },
        ],
      },
    ]);
  });

  it('200: the newest call first, of routes and of keys', async () => {
    const other = await world.key({ member: admin });
    for (const [caller, path] of [
      [other, '/v1/things/7'],
      [key, '/v1/things'],
      [key, '/v1/things/7'],
      [other, '/v1/things'],
    ] as const) {
      await caller.call('GET', path);
      api.clock.advance(1_000);
    }
    expect(await shown(session)).toEqual([
      ['GET /v1/things', [other.id, key.id]],
      ['GET /v1/things/{id}', [key.id, other.id]],
    ]);
  });

  it("200: one's own keys on their page, those of all members on the company's, never another company's", async () => {
    const colleague = await world.member(admin.companyId, { role: 'Sales' });
    const theirs = await world.key({ member: colleague });
    await key.call('GET', '/v1/things');
    await theirs.call('GET', '/v1/things/7');
    await (await world.key()).call('GET', '/v1/things/7');
    expect((await shown(session)).flatMap(([, ids]) => ids).sort()).toEqual([key.id, theirs.id].sort());
    expect(await shown(session, MINE)).toEqual([['GET /v1/things', [key.id]]]);
    expect(await shown(await world.session(colleague), MINE)).toEqual([['GET /v1/things/{id}', [theirs.id]]]);
  });

  it('200: for 30 days after the last call', async () => {
    await key.call('GET', '/v1/things');
    await flush();
    api.clock.advance(30 * DAY_MS);
    session = await world.session(admin);
    expect(await shown(session)).toEqual([['GET /v1/things', [key.id]]]);
    api.clock.advance(1);
    expect(await shown(session)).toEqual([]);
  });

  it('200: without keys that have ended, which call no more', async () => {
    const short = await world.key({ member: admin, expiry: '90d' });
    api.clock.advance(89 * DAY_MS);
    session = await world.session(admin);
    for (const caller of [key, short]) await caller.call('GET', '/v1/things');
    expect(await shown(session)).toMatchObject([['GET /v1/things', { length: 2 }]]);
    api.clock.advance(DAY_MS);
    session = await world.session(admin);
    expect(await shown(session)).toEqual([['GET /v1/things', [key.id]]]);
    await session.call('POST', `/app/api-keys/${key.id}/revoke`, { body: {} });
    expect(await shown(session)).toEqual([]);
  });

  it('200: without routes that are there no longer, or are deprecated no longer', async () => {
    await key.call('GET', '/v1/things');
    await flush();
    for (const route of ['/v1/gone', '/v1/things/{id}/parts']) {
      await api.database.query({
        name: 'test_insert_call',
        text: `INSERT INTO deprecated_calls (company_id, key_id, method, route, first_at, last_at, count)
          VALUES ($1, $2, 'GET', $3, $4, $4, 1)`,
        values: [key.companyId, key.id, route, api.clock.now()],
      });
    }
    expect(await shown(session)).toEqual([['GET /v1/things', [key.id]]]);
  });
});
