import type { ApiKeyView } from '@billhook/contract/identity/key';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { MEMBER_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { eventually } from '@billhook/testing/patience';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { auditOf } from '../support/audit-rows.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller, SeededMember, SessionCaller } from '../support/world.js';

const PATH = '/app/company/api-keys';

const { api, world } = await startWorld();
let admin: SeededMember;
let colleague: SeededMember;
let session: SessionCaller;
let theirs: KeyCaller;

beforeEach(async () => {
  const companyId = await world.company();
  admin = await world.member(companyId, { role: 'Admin' });
  colleague = await world.member(companyId, { role: 'Sales' });
  session = await world.session(admin);
  theirs = await world.key({ member: colleague, scopes: ['client.read'] });
});

describe('PATCH /app/company/api-keys/{id}', () => {
  const change = (id: number, body: object, by = session) =>
    by.call<ApiKeyView & ProblemView>('PATCH', `${PATH}/${id}`, { body });

  it('403 without api_key.manage; 404; 409 for an ended key, and for changes reserved to its owner', async () => {
    const permissions = MEMBER_PERMISSIONS.filter((permission) => permission !== 'api_key.manage');
    const lacking = await world.session(await world.member(admin.companyId, { permissions }));
    expect((await change(theirs.id, { rateLimit: 1 }, lacking)).status).toBe(403);
    expect((await change((await world.key()).id, { rateLimit: 1 })).status).toBe(404);
    for (const body of [{ name: 'x' }, { allowedCidrs: ['10.0.0.1'] }, { rateLimit: 1, allowedCidrs: [] }]) {
      expect((await change(theirs.id, body)).body).toMatchObject({ status: 409, code: 'member_not_service' });
    }
    await session.call('POST', `${PATH}/${theirs.id}/revoke`);
    expect((await change(theirs.id, { rateLimit: 1 })).body).toMatchObject({ status: 409, code: 'key_ended' });
    expect(await auditOf(api, admin.companyId, 'api_key.updated')).toEqual([]);
  });

  it.each([0, -1, 1.5, 1_000_001, '60'])('422 for a limit of %j', async (rateLimit) => {
    expect((await change(theirs.id, { rateLimit })).body).toMatchObject({
      ...{ status: 422, errors: [{ pointer: '/rateLimit' }] },
    });
  });

  it('200: the limit applies in every process from the next request, is in each response, and null removes it', async () => {
    const second = await TestApi.beside(api);
    const headers = { authorization: `Bearer ${theirs.secret}` };
    const call = (n: number) => (n % 2 ? second : api).call('GET', '/v1/me/permissions', { headers });
    const burst = async (count: number): Promise<number> => {
      const answers = await Promise.all(Array.from({ length: count }, (_, n) => call(n)));
      return answers.filter(({ status }) => status === 200).length;
    };
    try {
      expect(await burst(10)).toBe(10);
      expect((await change(theirs.id, { rateLimit: 5 })).body).toMatchObject({ rateLimit: 5 });
      const before = performance.now();
      const allowed = await burst(20);
      // One request is restored every 12 s, even while a slow machine still sends.
      const back = Math.floor((performance.now() - before) / 12_000);
      expect(allowed).toBeGreaterThanOrEqual(5);
      expect(allowed).toBeLessThanOrEqual(5 + back);
      const refused = await eventually('a refusal', async () => {
        const answer = await call(1);
        return answer.status === 429 ? answer : undefined;
      });
      expect(refused.body).toMatchObject({ status: 429, code: 'rate_limited', 'violated-policies': ['minute'] });
      expect(refused.headers.get('ratelimit-policy')).toBe('"minute";q=5;w=60, "company";q=1000000;w=60');
      expect(refused.headers.get('ratelimit')).toMatch(/^"minute";r=0;t=\d+, "company";r=\d+;t=\d+$/);
      // Its owner sees it, and cannot change it.
      const owner = await world.session(colleague);
      expect((await owner.call('GET', `/app/api-keys/${theirs.id}`)).body).toMatchObject({ rateLimit: 5 });
      expect((await owner.call('PATCH', `/app/api-keys/${theirs.id}`, { body: { rateLimit: null } })).status).toBe(422);

      await change(theirs.id, { rateLimit: null });
      expect(await burst(10)).toBe(10);
      expect((await call(0))?.headers.get('ratelimit-policy')).toBe(
        '"minute";q=1000000;w=60, "company";q=1000000;w=60',
      );
    } finally {
      await second.stop();
    }
    expect(await auditOf(api, admin.companyId, 'api_key.updated')).toMatchObject([
      { details: { changed: { rateLimit: { from: null, to: 5 } } } },
      { details: { changed: { rateLimit: { from: 5, to: null } } } },
    ]);
  });

  it('200 in an installation without limits', async () => {
    const none = { RATE_LIMIT_KEY: '0', RATE_LIMIT_COMPANY: '0', RATE_LIMIT_ADDRESS: '0' };
    const free = await TestApi.beside(api, none);
    const headers = { authorization: `Bearer ${theirs.secret}` };
    const call = () => free.call('GET', '/v1/me/permissions', { headers });
    try {
      expect((await call()).headers.has('ratelimit-policy')).toBe(false);
      await change(theirs.id, { rateLimit: 2 });
      const answers = [await call(), await call(), await call()];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
      expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"minute";q=2;w=60');
    } finally {
      await free.stop();
    }
  });
});
