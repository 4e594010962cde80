import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeprecatedCallList } from '@billhook/contract/deprecation';
import type { ProblemView } from '@billhook/contract/problem';
import { ALL_PERMISSIONS } from '@billhook/domain/permissions';
import { DeprecatedCalls } from '../src/deprecations/deprecated-calls.js';
import { OpenApiDocument } from '../src/openapi/openapi-document.js';
import { TestApi, type Answer } from './support/api.js';
import { createAppWithThings } from './support/deprecated-things.js';
import { World, type KeyCaller, type SeededMember, type SessionCaller } from './support/world.js';

const PUBLIC_URL = 'https://bills.example/under';
const DAY_MS = 86_400_000;
const COMPANY = '/app/company/deprecated-calls';
const MINE = '/app/api-keys/deprecated-calls';

const GUIDE = `<${PUBLIC_URL}/docs/versioning/#how-a-route-goes>; rel="deprecation"; type="text/html"`;
const said = {
  deprecation: '@1796083200',
  sunset: 'Wed, 01 Dec 2027 00:00:00 GMT',
  link: `${GUIDE}, <${PUBLIC_URL}/v1/articles/7>; rel="successor-version"`,
};
const nothing = { deprecation: null, sunset: null };

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

const headersOf = ({ headers }: Answer) => ({
  deprecation: headers.get('deprecation'),
  sunset: headers.get('sunset'),
  link: headers.get('link'),
});

describe('every answer of a deprecated route', () => {
  it('says since when, until when, where it is explained and what replaces it', async () => {
    const answer = await key.call('GET', '/v1/things/7');
    expect([answer.status, headersOf(answer)]).toEqual([200, said]);
  });

  it.each([
    ['HEAD', '/v1/things/7', 200],
    ['GET', '/v1/things/7?fields=id', 400],
    ['GET', '/v1/things/7', 304],
  ])('also of %s %s: %i', async (method, path, status) => {
    const tag = (await key.call('GET', '/v1/things/7')).headers.get('etag') ?? '';
    const answer = await key.call(method, path, { headers: status === 304 ? { 'if-none-match': tag } : {} });
    expect([answer.status, headersOf(answer)]).toEqual([status, said]);
  });

  it.each([
    ['POST', '/v1/things', { name: 'A thing' }, 201],
    ['POST', '/v1/things', { name: 7 }, 422],
    ['GET', '/v1/things/101', undefined, 404],
    ['DELETE', '/v1/things/7', undefined, 204],
    ['GET', '/v1/thing-kinds', undefined, 200],
  ])('also of %s %s %j: %i', async (method, path, body, status) => {
    const answer = await key.call(method, path, { body });
    expect([answer.status, headersOf(answer)]).toEqual([
      status,
      {
        deprecation: expect.stringMatching(/^@\d{10}$/),
        sunset: expect.stringMatching(/^\w{3}, \d\d \w{3} 202[78] 00:00:00 GMT$/),
        link: expect.stringContaining(GUIDE),
      },
    ]);
  });

  it('keeps the links that it has of its own', async () => {
    const answer = await key.call('GET', '/v1/things');
    expect(answer.headers.get('link')).toBe(`<https://elsewhere.example/next>; rel="next", ${GUIDE}`);
  });

  it('says it to who may not call it, not to who is not known', async () => {
    const may = await world.key({ member: admin, scopes: ['invoice.read'] });
    const refused = await may.call('GET', '/v1/things/7');
    expect([refused.status, headersOf(refused)]).toEqual([403, said]);
    const unknown = await api.call('GET', '/v1/things/7');
    expect([unknown.status, headersOf(unknown)]).toMatchObject([401, nothing]);
  });

  it('may be read by scripts of other sites', async () => {
    const answer = await key.call('GET', '/v1/things/7', { headers: { origin: 'https://elsewhere.example' } });
    const exposed = answer.headers.get('access-control-expose-headers')?.split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['Deprecation', 'Sunset', 'Link']));
  });

  it.each([
    ['of a route beside it', 'GET', '/v1/things/7/parts', 200],
    ['of a method that there is not', 'PATCH', '/v1/things/7', 405],
    ['of an unknown path', 'GET', '/v1/things/7/none', 404],
  ])('is told from the answers %s', async (_, method, path, status) => {
    const answer = await key.call(method, path);
    expect([answer.status, headersOf(answer)]).toMatchObject([status, nothing]);
  });

  it('is told from that of the same route under /app, which changes with its screens', async () => {
    const answer = await (await world.session(admin)).call('GET', '/app/things/7');
    expect([answer.status, headersOf(answer)]).toMatchObject([200, nothing]);
  });
});

describe('the document', () => {
  const operation = (path: string) => api.app.get(OpenApiDocument).document.paths[path]?.get;

  it('says of a deprecated route that it is one, before everything else', () => {
    expect(operation('/v1/things')).toMatchObject({
      deprecated: true,
      summary: 'List things',
      'x-permission': 'client.read',
      description: expect.stringMatching(
        /^\*\*Deprecated from 2026-12-01 on, to be removed on 2027-12-01 or later\.\*\*.*\n\nAll of them\./,
      ),
    });
    expect(operation('/v1/things/{id}')?.description).toContain(
      'Use `/v1/articles/{id}` instead. [How to move](/docs/versioning/#how-a-route-goes).',
    );
  });

  it('says it of no other', () => {
    const deprecated = Object.entries(api.app.get(OpenApiDocument).document.paths)
      .filter(([, item]) => [item.get, item.post, item.patch, item.delete].some((one) => one?.deprecated))
      .map(([path]) => path);
    expect(deprecated.sort()).toEqual(['/v1/thing-kinds', '/v1/things', '/v1/things/{id}']);
  });
});

interface CallRow {
  readonly [column: string]: unknown;
}

const rows = (of = key): Promise<CallRow[]> =>
  api.database.query({
    name: 'test_deprecated_calls',
    text: `SELECT method, route, first_at AS "firstAt", last_at AS "lastAt", count FROM deprecated_calls
      WHERE company_id = $1 AND key_id = $2 ORDER BY method, route`,
    values: [of.companyId, of.id],
  });

const flush = () => api.app.get(DeprecatedCalls).flush();

describe('the calls of a key', () => {
  it('are counted by route, whatever the answer, HEAD with its GET', async () => {
    const firstAt = api.clock.now();
    for (const id of [7, 8, 101]) await key.call('GET', `/v1/things/${id}`);
    api.clock.advance(60_000);
    await key.call('HEAD', '/v1/things/7');
    await key.call('POST', '/v1/things', { body: {} });
    await key.call('GET', '/v1/things/7/parts');
    expect(await rows()).toEqual([]);
    await flush();
    const lastAt = api.clock.now();
    expect(await rows()).toEqual([
      { method: 'GET', route: '/v1/things/{id}', firstAt, lastAt, count: 4 },
      { method: 'POST', route: '/v1/things', firstAt: lastAt, lastAt, count: 1 },
    ]);
  });

  it('are added to those of before, in whichever order processes write', async () => {
    const second = await TestApi.beside(api, { PUBLIC_URL }, createAppWithThings);
    const theirs = (path: string) => second.call('GET', path, { headers: { authorization: `Bearer ${key.secret}` } });
    const firstAt = api.clock.now();
    await key.call('GET', '/v1/things');
    api.clock.advance(60_000);
    await theirs('/v1/things');
    await theirs('/v1/things');
    const lastAt = api.clock.now();
    // The process that stops writes what it has.
    await second.stop();
    expect(await rows()).toMatchObject([{ firstAt: lastAt, lastAt, count: 2 }]);
    await flush();
    expect(await rows()).toMatchObject([{ firstAt, lastAt, count: 3 }]);
  });

  it('are none of those without a key', async () => {
    await api.call('GET', '/v1/thing-kinds');
    await (await world.session(admin)).call('GET', '/app/things/7');
    await flush();
    expect(await rows()).toEqual([]);
  });
});

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

describe('the routes of this release', () => {
  it('hold none that is deprecated: nobody is told of any', async () => {
    const plain = await TestApi.beside(api);
    const { document } = plain.app.get(OpenApiDocument);
    expect(JSON.stringify(document.paths)).not.toContain('"deprecated":true');
    await plain.stop();
  });
});
