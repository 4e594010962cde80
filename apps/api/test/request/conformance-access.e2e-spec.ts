import { EXPANSIONS, isExpansion } from '@billhook/contract/invoicing/expand';
import { GRANTABLE_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { READ_PERMISSIONS_OF_EVENTS } from '@billhook/domain/webhooks/event-access';
import { sampled } from '@billhook/testing/full-run';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isReference } from '../../src/openapi/steps/openapi-operations.rules.js';
import type { Answer, Call } from '../support/api.js';
import { expectMarked, expectProblem } from '../support/conformance-answers.js';
import { DRY, dryIfTaken, forEvery, send, type Case } from '../support/conformance-cases.js';
import { startConformance, type Conformance } from '../support/conformance.js';
import { raw } from '../support/raw-request.js';
import { guardedRoutes } from '../support/routes.js';
import type { Caller } from '../support/world.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const OWN_REQUEST = '/v1/requests/{id}';

/** Above the limit. Only announced, because it is rejected before the body is read. */
/** Above the limit of every operation: an import accepts 4 MiB. */
const TOO_LARGE = '4194305';

// One test calls all operations.
let walk: Conformance;

beforeAll(async () => {
  walk = await startConformance();
});
afterAll(() => walk.world.stop());

const guarded = (): Case[] => walk.cases.filter(({ open }) => !open);
const permitted = (): Case[] => walk.cases.filter(({ permission }) => permission !== undefined);
/** The turn in which `sampled` uses the variants of an operation. */
const turnOf = (one: Case): number => walk.cases.indexOf(one);
const named = (): Case[] => walk.cases.filter(({ namesRecord }) => namesRecord);
/** A PUT creates a missing record. */
const sought = (): Case[] => named().filter(({ verb }) => verb !== 'PUT');

/** The methods that the document has at a concrete path, whichever of its templates take it. */
function methodsAt(path: string): string[] {
  const named = walk.cases.filter((one) => one.path === path);
  const matches = (one: string) =>
    new RegExp(`^${one.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path);
  // A path without parameters has its own methods: `/v1/clients/batch` is not a client.
  const cases = named.length > 0 ? named : walk.cases.filter((one) => matches(one.path));
  const taken = cases.map(({ verb }) => verb);
  return [...new Set([...taken, ...(taken.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort();
}

const otherMethods = (path: string): string[] => METHODS.filter((method) => !methodsAt(path).includes(method));

const allowed = ({ headers }: Answer): string[] => (headers.get('allow') ?? '').split(', ').sort();

describe('401', () => {
  const expectStranger = (answer: Answer, path: string): void => {
    expectMarked(answer.headers);
    expectProblem(answer, path);
    expect([answer.status, answer.body['code']]).toEqual([401, 'credential_missing']);
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer realm="billhook", resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/v1"',
    );
  };

  it('comes before every other error of a request', async () => {
    const { api } = walk.world;
    const json = { 'content-type': 'application/json' };
    await forEvery(guarded(), async (one) => {
      const wrong: readonly (readonly [method: string, url: string, call: Call])[] = [
        [one.verb, one.url, { body: one.body }],
        [one.verb, `${one.at}?colour=red`, { body: one.body }],
        ...(one.writes
          ? [
              [one.verb, one.url, { raw: '{', headers: json }] as const,
              [one.verb, one.url, { raw: 'x', headers: { 'content-type': 'text/plain' } }] as const,
              [one.verb, one.url, { body: { colour: 'red' } }] as const,
              [one.verb, one.url, { body: one.body, headers: { 'if-match': '"999"' } }] as const,
            ]
          : []),
        ...otherMethods(one.at).map((method) => [method, one.at, {}] as const),
      ];
      for (const [method, url, call] of sampled(wrong, turnOf(one), 3))
        expectStranger(await api.call(method, url, call), one.at);
    });
  });

  it('comes before the error for a body that is too large', async () => {
    const { api } = walk.world;
    const headers = ['content-type', 'application/json', 'content-length', TOO_LARGE];
    await forEvery(
      guarded().filter(({ writes }) => writes),
      async ({ verb, at }) => expect((await raw(api.url, verb, at, headers)).status).toBe(401),
    );
  });

  it('comes before 404 for an unknown path', async () => {
    const { api } = walk.world;
    for (const path of ['/v1', '/v1/', '/v1/nothing', '/v1/invoices/42/nothing'])
      expectStranger(await api.call('GET', path), path);
  });

  it('is listed by every operation except the public ones', async () => {
    const { api } = walk.world;
    await forEvery(walk.cases, async (one) => {
      expect('401' in one.answers).toBe(!one.open);
      if (one.open) walk.answers.expectDone(one, await send(api, one));
    });
  });
});

describe('403', () => {
  it('without the declared permission, with all others, before any record is read', async () => {
    const routes = guardedRoutes(walk.world.api, '/v1/');
    const needs = new Map(routes.map((route) => [`${route.method} ${route.path}`, route.needs]));
    await forEvery(permitted(), async (one) => {
      const needed = needs.get(`${one.verb} ${one.path.replaceAll(/\{[^}]+\}/g, '999999999')}`) ?? [];
      const by = await walk.world.keyWith(GRANTABLE_PERMISSIONS.filter((each) => each !== one.permission));
      for (const call of [{}, { body: { colour: 'red' } }, { raw: '{' }]) {
        if (!one.writes && call !== undefined && Object.keys(call).length > 0) continue;
        const answer = await send(by, one, { headers: DRY, ...call });
        walk.answers.expectListed(one, answer);
        expect([answer.status, answer.body]).toMatchObject([
          403,
          { code: 'insufficient_scope', requiredPermissions: needed, missing: [one.permission] },
        ]);
        expect(answer.headers.get('x-required-permissions')).toBe(needed.join(', '));
        expect(answer.headers.get('www-authenticate')).toContain(`scope="${needed.join(' ')}"`);
      }
    });
  });

  it('never with the declared permission only: no operation needs more than it declares', async () => {
    await forEvery(
      guarded(),
      async (one) => {
        // The description names what a body may need in addition, and the examples select events of records.
        const sentence = String(one.operation['x-more-permissions'] ?? '');
        const named = GRANTABLE_PERMISSIONS.filter((each) => sentence.includes(`\`${each}\``));
        const more = sentence === '' ? [] : [...READ_PERMISSIONS_OF_EVENTS, ...named];
        const scopes = one.permission === undefined ? [] : [one.permission, ...more];
        // A key sees its own requests only.
        const by = one.path === OWN_REQUEST ? walk.world.key : await walk.world.keyWith(scopes);
        walk.answers.expectDone(one, await send(by, one, { headers: dryIfTaken(one) }));
      },
      1,
    );
  });
});

describe('403 of expanded records', () => {
  /** The expansions of an operation, according to the document. */
  const expansionsOf = ({ operation }: Case): string[] =>
    (operation.parameters ?? []).flatMap((parameter) => {
      if (isReference(parameter) || parameter.name !== 'expand') return [];
      const { schema } = parameter;
      const items = schema && !isReference(schema) ? schema.items : undefined;
      return items && !isReference(items) ? (items.enum ?? []).map(String) : [];
    });

  it('names the additional permissions of each expansion, like permissions/check', async () => {
    const { world } = walk;
    const expandable = permitted().filter((one) => expansionsOf(one).length > 0);
    expect(expandable.length).toBeGreaterThan(5);
    await forEvery(expandable, async (one) => {
      const by = await world.keyWith(one.permission === undefined ? [] : [one.permission]);
      for (const name of expansionsOf(one)) {
        const path = `${one.at}?expand=${name}`;
        const needed = isExpansion(name) ? EXPANSIONS[name] : undefined;
        const answer = await by.call(one.verb, path);
        expect([path, answer.status]).toEqual([path, needed === one.permission ? 200 : 403]);
        const { body } = await by.call('POST', '/v1/me/permissions/check', {
          body: { requests: [{ method: one.verb, path }] },
        });
        const requiredPermissions = [...new Set([one.permission, needed])];
        expect(body).toMatchObject({ allowed: answer.status === 200, requests: [{ requiredPermissions }] });
        if (answer.status === 200) continue;
        expect(answer.body).toMatchObject({ requiredPermissions, missing: [needed] });
        expect(answer.headers.get('x-required-permissions')).toBe(requiredPermissions.join(', '));
      }
    });
  });
});

describe('404', () => {
  it("responds alike for another company's record, an unknown one and an invalid id", async () => {
    const { key, stranger } = walk.world;
    await forEvery(sought(), async (one) => {
      const here = encodeURIComponent(String(one.named));
      const unknown = typeof one.named === 'number' ? '999999999' : `${here}Unknown`;
      const none = ['abc', '0', '-1', '1.5', '1e3', '99999999999999999999', '%20', '%00'];
      const asked: (readonly [Caller, string])[] = [unknown, ...sampled(none, turnOf(one), 2)].map((id) => [key, id]);
      // What needs no permission is the same for everyone.
      if (one.permission !== undefined) asked.push([stranger, here]);
      const responses = new Set<string>();
      for (const [by, id] of asked) {
        const url = one.url.replace(`/${here}`, `/${id}`);
        const answer = await by.call(one.verb, url, { body: one.body, headers: dryIfTaken(one) });
        expectProblem(answer, url.split('?', 1)[0] ?? '');
        expect([id, answer.status, answer.body['code']]).toEqual([id, 404, 'not_found']);
        responses.add(JSON.stringify({ ...answer.body, instance: '', requestId: '' }));
      }
      expect([...responses]).toHaveLength(1);
    });
  });

  it('is listed by operations whose path names a record, and by no other', () => {
    const lists = (one: Case) => [one.name, '404' in one.answers];
    expect(named().map(lists)).toEqual(named().map(({ name }) => [name, true]));
  });

  it('for an unknown route', async () => {
    for (const path of ['/v1', '/v1/nothing', '/v1/invoices/42/nothing', '/v1/Invoices']) {
      const answer = await walk.world.key.call('GET', path);
      expectMarked(answer.headers);
      expectProblem(answer, path);
      expect([answer.status, answer.body['code']]).toEqual([404, 'route_not_found']);
    }
  });
});

describe('methods', () => {
  it('405 with Allow for each unsupported method', async () => {
    const { key } = walk.world;
    await forEvery(walk.cases, async (one) => {
      const { at } = one;
      for (const method of sampled(otherMethods(at), turnOf(one), 1)) {
        const answer = await key.call(method, at);
        expectMarked(answer.headers);
        expectProblem(answer, at);
        expect([method, answer.status, answer.body['code']]).toEqual([method, 405, 'method_not_allowed']);
        expect(allowed(answer)).toEqual(methodsAt(at));
      }
    });
  });

  it('204 on OPTIONS, with Allow, and as a preflight for scripts of any site', async () => {
    const { api } = walk.world;
    const origin = { origin: 'https://elsewhere.example' };
    await forEvery(walk.cases, async ({ at, verb }) => {
      const plain = await api.call('OPTIONS', at, { headers: origin });
      expect([plain.status, plain.text, allowed(plain)]).toEqual([204, '', methodsAt(at)]);
      const asks = {
        'access-control-request-method': verb,
        'access-control-request-headers': 'authorization,if-match',
      };
      const preflight = await api.call('OPTIONS', at, { headers: { ...origin, ...asks } });
      expect([preflight.status, preflight.text, allowed(preflight)]).toEqual([204, '', methodsAt(at)]);
      for (const { headers } of [plain, preflight]) {
        expect(headers.get('access-control-allow-origin')).toBe('*');
        expect(headers.get('access-control-allow-credentials')).toBeNull();
      }
      expect(preflight.headers.get('access-control-allow-methods')).toContain(verb);
      expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,if-match');
      expect(preflight.headers.get('access-control-max-age')).toBe('7200');
    });
  });

  it('every header of a response is readable for scripts of any site', async () => {
    const { api, key } = walk.world;
    const documented = Object.values(walk.document.components?.headers ?? {}).length;
    const names = Object.keys(walk.document.components?.headers ?? {});
    expect(documented).toBeGreaterThan(5);
    for (const by of [api, key]) {
      const { headers } = await by.call('GET', '/v1/invoices', { headers: { origin: 'https://elsewhere.example' } });
      const exposed = (headers.get('access-control-expose-headers') ?? '')
        .split(/,\s*/)
        .map((name) => name.toLowerCase());
      expect(exposed).toEqual(expect.arrayContaining(names.map((name) => name.toLowerCase())));
    }
  });
});
