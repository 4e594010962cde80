import { beforeEach, describe, expect, it } from '@jest/globals';
import { buildOpenApi } from '../../src/openapi/openapi-document.js';
import { TestApi, type Answer } from '../support/api.js';
import { createAppWithThings } from '../support/deprecated-things.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller, SeededMember } from '../support/world.js';

const PUBLIC_URL = 'https://bills.example';

const GUIDE = `<${PUBLIC_URL}/docs/versioning/#how-a-route-goes>; rel="deprecation"; type="text/html"`;
const said = {
  deprecation: '@1796083200',
  sunset: 'Wed, 01 Dec 2027 00:00:00 GMT',
  link: `${GUIDE}, <${PUBLIC_URL}/v1/articles/7>; rel="successor-version"`,
};
const nothing = { deprecation: null, sunset: null };

const { api, world } = await startWorld({ PUBLIC_URL }, undefined, createAppWithThings);
let admin: SeededMember;
let key: KeyCaller;

beforeEach(async () => {
  admin = await world.member(await world.company(), { role: 'Admin' });
  key = await world.key({ member: admin });
});

const headersOf = ({ headers }: Answer) => ({
  deprecation: headers.get('deprecation'),
  sunset: headers.get('sunset'),
  link: headers.get('link'),
});

describe('every response of a deprecated route', () => {
  it('names the dates, the documentation and the replacement', async () => {
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

  it('keeps its own links', async () => {
    const answer = await key.call('GET', '/v1/things');
    expect(answer.headers.get('link')).toBe(`<https://elsewhere.example/next>; rel="next", ${GUIDE}`);
  });

  it('has the headers in a 403, but not in a 401', async () => {
    const may = await world.key({ member: admin, scopes: ['invoice.read'] });
    const refused = await may.call('GET', '/v1/things/7');
    expect([refused.status, headersOf(refused)]).toEqual([403, said]);
    const unknown = await api.call('GET', '/v1/things/7');
    expect([unknown.status, headersOf(unknown)]).toMatchObject([401, nothing]);
  });

  it('is readable for scripts of other sites', async () => {
    const answer = await key.call('GET', '/v1/things/7', { headers: { origin: 'https://elsewhere.example' } });
    const exposed = answer.headers.get('access-control-expose-headers')?.split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['Deprecation', 'Sunset', 'Link']));
  });

  it.each([
    ['of a route beside it', 'GET', '/v1/things/7/parts', 200],
    ['of a method that there is not', 'PATCH', '/v1/things/7', 405],
    ['of an unknown path', 'GET', '/v1/things/7/none', 404],
  ])('differs from the responses %s', async (_, method, path, status) => {
    const answer = await key.call(method, path);
    expect([answer.status, headersOf(answer)]).toMatchObject([status, nothing]);
  });

  it('differs from the same route under /app, which changes with its screens', async () => {
    const answer = await (await world.session(admin)).call('GET', '/app/things/7');
    expect([answer.status, headersOf(answer)]).toMatchObject([200, nothing]);
  });
});

describe('the document', () => {
  const document = buildOpenApi(api.app);
  const operation = (path: string) => document.paths[path]?.get;

  it('marks a deprecated route at the start of its description', () => {
    expect(operation('/v1/things')).toMatchObject({
      deprecated: true,
      summary: 'List things',
      'x-permission': 'client.read',
      description: expect.stringMatching(
        /^\*\*Deprecated since 2026-12-01; removed on 2027-12-01 or later\.\*\*.*\n\nAll of them\./,
      ),
    });
    expect(operation('/v1/things/{id}')?.description).toContain(
      'Use `/v1/articles/{id}` instead. [How to migrate](/docs/versioning/#how-a-route-goes).',
    );
  });

  it('marks no other route', () => {
    const deprecated = Object.entries(document.paths)
      .filter(([, item]) => [item.get, item.post, item.patch, item.delete].some((one) => one?.deprecated))
      .map(([path]) => path);
    expect(deprecated.sort()).toEqual(['/v1/thing-kinds', '/v1/things', '/v1/things/{id}']);
  });
});

describe('the routes of this release', () => {
  it('include no deprecated one', async () => {
    const plain = await TestApi.beside(api);
    expect(JSON.stringify(buildOpenApi(plain.app).paths)).not.toContain('"deprecated":true');
    await plain.stop();
  });
});
