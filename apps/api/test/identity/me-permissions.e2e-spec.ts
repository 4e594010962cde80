import type { MePermissionsView, PermissionCatalogue } from '@billhook/contract/identity/me';
import { MEMBER_PERMISSIONS, GRANTABLE_PERMISSIONS, PERMISSIONS } from '@billhook/domain/identity/permissions';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startWorld } from '../support/start.js';
import type { Caller, SeededMember } from '../support/world.js';

const PATH = '/v1/me/permissions';

const { api, world } = await startWorld({ PUBLIC_URL: 'https://billing.example' });
let member: SeededMember;

beforeEach(async () => {
  member = await world.member(await world.company());
});
afterEach(() => api.clock.set(new Date()));

const permissionsOf = async (key: Caller): Promise<MePermissionsView> => {
  const answer = await key.call<MePermissionsView>('GET', PATH);
  expect(answer.status).toBe(200);
  return answer.body;
};

describe('GET /v1/me/permissions', () => {
  it('401 without a key', async () => {
    expect((await api.call('GET', PATH)).status).toBe(401);
  });

  it('200 with any key: its scopes, the effective permissions, the key and its company', async () => {
    const key = await world.key({ member, scopes: ['payment.read', 'client.read'], expiry: '1y' });
    const body = await permissionsOf(key);
    expect(body).toEqual({
      effective: ['client.read', 'payment.read'],
      granted: ['payment.read', 'client.read'],
      lost: [],
      key: {
        id: key.id,
        name: 'test key',
        prefix: key.secret.slice(0, 12),
        status: 'active',
        expiresAt: expect.any(String),
      },
      application: null,
      company: { id: member.companyId, name: expect.stringMatching(/^Company /), timeZone: 'Europe/Paris' },
      plan: 'Pro',
      sandbox: false,
    });
  });

  it('200 with a key without scopes', async () => {
    const key = await world.key({ member, scopes: [] });
    expect(await permissionsOf(key)).toMatchObject({ effective: [], granted: [], lost: [] });
  });

  it('200: what the creator lost, with the cause; restored when the permission is', async () => {
    const key = await world.key({ member, scopes: ['client.read', 'client.write', 'quote.read'] });
    await world.change(member, { permissions: ['quote.read', 'invoice.read'] });
    const why = {
      code: 'creator_permission_lost',
      cause: 'creator_lacks',
      whoCanFix: 'administrator',
      fixUrl: `https://billing.example/settings/members/${member.id}`,
    };
    expect(await permissionsOf(key)).toMatchObject({
      effective: ['quote.read'],
      granted: ['client.read', 'client.write', 'quote.read'],
      lost: [
        { permission: 'client.read', ...why },
        { permission: 'client.write', ...why },
      ],
    });
    await world.change(member, { permissions: [...MEMBER_PERMISSIONS] });
    expect(await permissionsOf(key)).toMatchObject({
      effective: ['client.read', 'client.write', 'quote.read'],
      lost: [],
    });
  });

  it('200: matches the routes for every permission, also for a suspended key', async () => {
    const key = await world.key({ member, scopes: GRANTABLE_PERMISSIONS });
    const routes = {
      'client.read': '/v1/clients',
      'invoice.read': '/v1/invoices',
      'event.read': '/v1/events',
    } as const;
    const agree = async (): Promise<void> => {
      const { effective } = await permissionsOf(key);
      for (const [permission, path] of Object.entries(routes)) {
        const { status } = await key.call('GET', path);
        expect([permission, status]).toEqual([permission, effective.some((held) => held === permission) ? 200 : 403]);
      }
    };
    await agree();
    await world.change(member, { permissions: ['client.read'] });
    await agree();
    await world.setPlan(member.companyId, 'Free');
    await agree();
    const onFree = await permissionsOf(key);
    expect(onFree).toMatchObject({ effective: [], key: { status: 'suspended' }, plan: 'Free' });
    expect(new Set(onFree.lost.map(({ code, cause }) => `${code} ${cause}`))).toEqual(new Set(['plan_required plan']));
    expect(onFree.lost.map(({ permission }) => permission)).toEqual(onFree.granted);
    await world.setPlan(member.companyId, 'Pro');
    await world.change(member, { status: 'Deactivated' });
    await agree();
    expect(await permissionsOf(key)).toMatchObject({
      effective: [],
      key: { status: 'suspended' },
      lost: GRANTABLE_PERMISSIONS.map((permission) => ({ permission, cause: 'creator_inactive' })),
    });
  });

  it('200: marks the key as expiring from 14 days before its end', async () => {
    const key = await world.key({ member, expiry: '90d' });
    api.clock.advance(76 * 86_400_000 - 1);
    expect((await permissionsOf(key)).key?.status).toBe('active');
    api.clock.advance(1);
    expect((await permissionsOf(key)).key?.status).toBe('expiring');
  });
});

describe('GET /app/permissions', () => {
  it('401 without a session', async () => {
    expect((await api.call('GET', '/app/permissions')).status).toBe(401);
  });

  it('200: all permissions, and those of the member', async () => {
    await world.change(member, { permissions: ['client.read', 'audit.read'] });
    const session = await world.session(member);
    const { body } = await session.call<PermissionCatalogue>('GET', '/app/permissions');
    expect(body.data.map((row) => row.permission)).toEqual(MEMBER_PERMISSIONS);
    expect(body.data.filter((row) => row.held).map((row) => row.permission)).toEqual(['client.read', 'audit.read']);
    expect(body.data.filter((row) => row.grantable).map((row) => row.permission)).toEqual(GRANTABLE_PERMISSIONS);
    expect(body.data[0]).toEqual({
      permission: 'client.read',
      summary: PERMISSIONS['client.read'].summary.en,
      grantable: true,
      held: true,
    });
  });
});
