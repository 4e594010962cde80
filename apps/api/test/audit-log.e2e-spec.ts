import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuditEntryView } from '@billhook/contract/audit';
import type { ListOf } from '@billhook/contract/common';
import { ALL_PERMISSIONS } from '@billhook/domain/permissions';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { AuditLog } from '../src/audit/audit-log.js';
import { TestApi } from './support/api.js';
import { auditOf } from './support/rows.js';
import { World, type SeededMember, type SessionCaller } from './support/world.js';

const PATH = '/app/audit-log';

let api: TestApi;
let world: World;
let owner: SeededMember;
let session: SessionCaller;

beforeAll(async () => {
  api = await TestApi.start();
  world = new World(api);
});
afterAll(() => api.stop());
beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
});

const list = (query = '', by = session) => by.call<ListOf<AuditEntryView>>('GET', `${PATH}${query}`);
const rename = (name: string) => session.call('PATCH', '/app/company', { body: { name } });

describe('GET /app/audit-log', () => {
  it('401 without a session', async () => {
    expect((await api.call('GET', PATH)).status).toBe(401);
  });

  it('403 without audit.read', async () => {
    const permissions = ALL_PERMISSIONS.filter((permission) => permission !== 'audit.read');
    const by = await world.session(await world.member(owner.companyId, { permissions }));
    expect(await list('', by)).toMatchObject({ status: 403, body: { missing: ['audit.read'] } });
  });

  it.each(['action=made.up', 'limit=0', 'actor=me', 'cursor=rubbish'])('400 for ?%s', async (query) => {
    expect((await list(`?${query}`)).status).toBe(400);
  });

  it('400 for the cursor of another action', async () => {
    for (const name of ['A', 'B']) await rename(name);
    const { nextCursor } = (await list('?limit=1&action=company.updated')).body.page;
    expect((await list(`?limit=1&cursor=${nextCursor}`)).body).toMatchObject({ code: 'cursor_mismatch' });
  });

  it('200: who did what, when, from where, and in which request; newest first', async () => {
    const made = await session.call('POST', '/app/webhook-portal-links', { headers: { 'user-agent': 'spec/1' } });
    const { body } = await list();
    expect(body.data.map((entry) => entry.action)).toEqual(['portal_link.created', 'session.started']);
    expect(body.data[0]).toEqual({
      id: expect.any(Number),
      at: api.clock.now().toISOString(),
      actor: `member ${owner.email}`,
      action: 'portal_link.created',
      target: null,
      details: {},
      ip: '127.0.0.1',
      userAgent: 'spec/1',
      requestId: made.headers.get('request-id'),
    });
  });

  it('200 page by page and by action, each entry once, none of another company', async () => {
    const names = ['A', 'B', 'C', 'D', 'E'];
    for (const name of names) await rename(name);
    const stranger = await world.session(await world.member(await world.company()));
    await stranger.call('PATCH', '/app/company', { body: { name: 'Z' } });
    const seen: number[] = [];
    let query = '?limit=2&action=company.updated';
    for (;;) {
      const { data, page } = (await list(query)).body;
      seen.push(...data.map((entry) => entry.id));
      expect(new Set(data.map((entry) => entry.action))).toEqual(new Set(['company.updated']));
      if (!page.nextCursor) break;
      query = `?limit=2&action=company.updated&cursor=${page.nextCursor}`;
    }
    expect(seen).toHaveLength(names.length);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
  });
});

describe('the audit log', () => {
  it('keeps nothing of a change that failed: both are in one transaction', async () => {
    const actor = {
      companyId: owner.companyId,
      label: 'spec',
      origin: { ip: '::1', userAgent: null, requestId: 'req_x' },
    };
    const before = await auditOf(api, owner.companyId);
    const failing = api.app.get(UnitOfWork).run(async (tx) => {
      await api.app.get(AuditLog).record(tx, actor, 'company.updated', null);
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    expect(await auditOf(api, owner.companyId)).toEqual(before);
  });

  it('has no route that changes it', async () => {
    const [entry] = (await list()).body.data;
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const path of [PATH, `${PATH}/${entry?.id}`]) {
        expect([404, 405]).toContain((await session.call(method, path, { body: {} })).status);
      }
    }
    expect(await auditOf(api, owner.companyId)).toHaveLength(1);
  });
});
