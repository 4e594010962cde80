import type { AuditEntryView } from '@billhook/contract/identity/audit';
import type { ListOf } from '@billhook/contract/shared/page';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { MEMBER_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { systemActor } from '@billhook/identity/audit/actor';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { AUDITED_CHANGES } from '../support/audit-changes.js';
import { auditOf } from '../support/audit-rows.js';
import { ChangeWorld, type ChangeCase } from '../support/change-world.js';
import { startWorld } from '../support/start.js';
import { endpointBody } from '../support/webhooks.js';
import type { SeededMember, SessionCaller } from '../support/world.js';

const PATH = '/app/audit-log';

const { api, world } = await startWorld();
let owner: SeededMember;
let session: SessionCaller;

beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
  // With several cells, sign-ins are in another log, and two logs have no order within a moment.
  api.clock.advance(1);
});

const list = (query = '', by = session) => by.call<ListOf<AuditEntryView>>('GET', `${PATH}${query}`);
const rename = (name: string) => session.call('PATCH', '/app/company', { body: { name } });

describe('GET /app/audit-log', () => {
  it('401 without a session', async () => {
    expect((await api.call('GET', PATH)).status).toBe(401);
  });

  it('401 for a key, which cannot hold the permission: keys are for /v1', async () => {
    const key = await world.key({ member: owner });
    expect(await key.call('GET', PATH)).toMatchObject({ status: 401, body: { code: 'wrong_credential' } });
  });

  it('403 without audit.read', async () => {
    const permissions = MEMBER_PERMISSIONS.filter((permission) => permission !== 'audit.read');
    const by = await world.session(await world.member(owner.companyId, { permissions }));
    expect(await list('', by)).toMatchObject({ status: 403, body: { missing: ['audit.read'] } });
  });

  it.each([
    'action=made.up',
    'actorKind=robot',
    'memberId=me',
    'keyId=0',
    'target=',
    'since=yesterday',
    'until=2026-11-21',
    'q=a',
    'limit=0',
    'actor=me',
    'cursor=rubbish',
  ])('400 for ?%s', async (query) => {
    expect((await list(`?${query}`)).status).toBe(400);
  });

  it('400 for the cursor of another action', async () => {
    for (const name of ['A', 'B']) await rename(name);
    const { nextCursor } = (await list('?limit=1&action=company.updated')).body.page;
    expect((await list(`?limit=1&cursor=${nextCursor}`)).body).toMatchObject({ code: 'cursor_mismatch' });
  });

  it('200: actor, action, time, address and request; newest first', async () => {
    const made = await session.call('POST', '/app/webhook-portal-links', { headers: { 'user-agent': 'spec/1' } });
    const { body } = await list();
    expect(body.data.map((entry) => entry.action)).toEqual(['portal_link.created', 'session.started']);
    expect(body.data[0]).toEqual({
      id: expect.any(Number),
      at: api.clock.now().toISOString(),
      actorKind: 'member',
      memberId: owner.id,
      keyId: null,
      actor: `member ${owner.email}`,
      actorName: owner.email,
      action: 'portal_link.created',
      target: String(made.body['id']),
      details: { access: 'full' },
      ip: '127.0.0.1',
      userAgent: 'spec/1',
      browser: null,
      system: null,
      requestId: made.headers.get('request-id'),
      prevHash: body.data[1]?.hash,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(body.data[1]?.prevHash).toBeNull();
  });

  it('200 by each filter, alone and combined', async () => {
    const key = await world.key({ member: owner, scopes: ['integration.write', 'client.read', 'invoice.read'] });
    const headers = { 'user-agent': 'filters/1' };
    await key.call('POST', '/v1/webhook-endpoints', { body: endpointBody, headers });
    api.clock.advance(60_000);
    const noon = api.clock.now().toISOString();
    const other = await world.member(owner.companyId);
    await world.session(other);
    const seen = async (query: string) => (await list(query)).body.data.map((entry) => entry.action);

    expect(await seen('?action=session.started&action=api_key.created')).toEqual([
      'session.started',
      'session.started',
    ]);
    expect(await seen('?actorKind=key')).toEqual(['webhook_endpoint.created']);
    expect(await seen(`?keyId=${key.id}`)).toEqual(['webhook_endpoint.created']);
    // The member's own entries, and those of their key.
    expect(await seen(`?memberId=${owner.id}`)).toEqual(['webhook_endpoint.created', 'session.started']);
    expect(await seen(`?since=${noon}`)).toEqual(['session.started']);
    expect(await seen(`?until=${noon}`)).toEqual(['webhook_endpoint.created', 'session.started']);
    expect(await seen(`?q=${other.email.toUpperCase()}`)).toEqual(['session.started']);
    expect(await seen('?q=100%25')).toEqual([]);
    expect(await seen('?ip=127.0.0.1&actorKind=member')).toHaveLength(2);
    expect(await seen('?ip=10.0.0.1')).toEqual([]);
    const [entry] = (await list('?actorKind=key')).body.data;
    expect(await seen(`?target=${entry?.target}`)).toEqual(['webhook_endpoint.created']);
    expect(await seen(`?target=${entry?.target}&actorKind=member`)).toEqual([]);
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

describe('a change', () => {
  it.each(Object.entries<ChangeCase>(AUDITED_CHANGES))(
    '%s is one entry with actor, address and request',
    async (action, change) => {
      const changes = new ChangeWorld(api, owner, session);
      const userAgent = `spec/${action}`;
      const answer = await change.does(changes, { 'user-agent': userAgent });
      expect(answer.status).toBeLessThan(action === 'session.failed' ? 402 : 304);
      const stored = await auditOf(api, owner.companyId);
      const entries = stored.filter((entry) => entry.userAgent === userAgent && entry.action === action);
      expect(entries).toEqual([
        expect.objectContaining({
          action,
          actorKind: change.by,
          ...(change.actor ?? { memberId: owner.id, actor: expect.stringContaining(owner.email) }),
          keyId: null,
          ip: '127.0.0.1',
          requestId: answer.headers.get('request-id'),
          details: expect.objectContaining(change.details),
        }),
      ]);
    },
  );

  it('by a key names the key', async () => {
    const key = await world.key({ member: owner, scopes: ['integration.write', 'client.read', 'invoice.read'] });
    await key.call('POST', '/v1/webhook-endpoints', { body: endpointBody });
    expect(await auditOf(api, owner.companyId, 'webhook_endpoint.created')).toMatchObject([
      { actorKind: 'key', keyId: key.id, memberId: owner.id, actor: expect.stringMatching(/^key bhk_/) },
    ]);
  });

  it('that is rejected or changes nothing writes none', async () => {
    const before = await auditOf(api, owner.companyId);
    await session.call('PATCH', '/app/company', { body: { currency: 'EUR' } });
    await session.call('PATCH', '/app/company', { body: { currency: 'none' } });
    await session.call('GET', `${PATH}/export?format=xml`);
    expect(await auditOf(api, owner.companyId)).toEqual(before);
  });
});

describe('the audit log', () => {
  it('contains nothing of a failed change: both share a transaction', async () => {
    const actor = systemActor(owner.companyId);
    const before = await auditOf(api, owner.companyId);
    const failing = api.within(owner.companyId, () =>
      api.app.get(UnitOfWork).run(async (tx) => {
        await api.app.get(AuditLog).record(tx, actor, 'company.updated', null);
        throw new Error('the change failed');
      }),
    );
    await expect(failing).rejects.toThrow('the change failed');
    expect(await auditOf(api, owner.companyId)).toEqual(before);
  });

  it('has no route that changes it', async () => {
    const [entry] = (await list()).body.data;
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const path of [PATH, `${PATH}/${entry?.id}`, `${PATH}/export`]) {
        expect([404, 405]).toContain((await session.call(method, path, { body: {} })).status);
      }
    }
    expect(await auditOf(api, owner.companyId)).toHaveLength(1);
  });
});
