import type { ApiKeyView, CreatedApiKey } from '@billhook/contract/identity/key';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { ROLE_PERMISSIONS, readOnlyScopes, type Permission } from '@billhook/domain/identity/permissions';
import { KEY_PATTERN, hasValidChecksum } from '@billhook/domain/identity/secret-format';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/api.js';
import { auditOf } from '../support/audit-rows.js';
import { startWorld } from '../support/start.js';
import { PASSWORD, type SeededMember, type SessionCaller } from '../support/world.js';

const PATH = '/app/api-keys';
const keyBody = { name: 'Nightly export', scopes: ['client.read', 'invoice.read'], expiry: '90d' };

const { api, world } = await startWorld();
let member: SeededMember;
let session: SessionCaller;

beforeEach(async () => {
  member = await world.member(await world.company());
  session = await world.session(member);
});
afterEach(() => api.clock.set(new Date()));

const create = (body: object = keyBody): Promise<Answer<CreatedApiKey & ProblemView>> =>
  session.call<CreatedApiKey & ProblemView>('POST', PATH, { body });

async function created(body: object = keyBody): Promise<CreatedApiKey> {
  const answer = await create(body);
  expect(answer.status).toBe(201);
  return answer.body;
}

const get = (id: number) => session.call<ApiKeyView>('GET', `${PATH}/${id}`);

const keysOf = async (memberId: number): Promise<Record<string, unknown>[]> =>
  api.database.query({ name: 'test_keys', text: 'SELECT * FROM api_keys WHERE member_id = $1', values: [memberId] });

describe('POST /app/api-keys', () => {
  afterEach(async () => {
    // Rejected requests created nothing: rows and entries match those of the tests.
    const entries = await auditOf(api, member.companyId, 'api_key.created');
    expect(entries).toHaveLength((await keysOf(member.id)).length);
  });

  async function refused(body: object, expected: object): Promise<void> {
    expect((await create(body)).body).toMatchObject(expected);
    expect(await keysOf(member.id)).toEqual([]);
  }

  it('403 without api_key.create', async () => {
    await world.change(member, { permissions: ['client.read', 'invoice.read'] });
    await refused(keyBody, { status: 403, code: 'permission_missing', missing: ['api_key.create'] });
  });

  it('403 plan_required on the Free plan', async () => {
    await world.setPlan(member.companyId, 'Free');
    await refused(keyBody, { status: 403, code: 'plan_required' });
  });

  it('403 step_up_required 10 minutes after the password; confirming it resolves that', async () => {
    api.clock.advance(10 * 60_000);
    expect((await create()).status).toBe(201);
    api.clock.advance(1);
    expect((await create()).body).toMatchObject({ status: 403, code: 'step_up_required' });

    const wrong = await session.call('POST', '/app/session/confirm', { body: { password: 'wrong' } });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'sign_in_failed' } });
    expect((await create()).status).toBe(403);

    const confirmed = await session.call('POST', '/app/session/confirm', { body: { password: PASSWORD } });
    expect(confirmed).toMatchObject({ status: 200, body: { confirmedAt: api.clock.now().toISOString() } });
    expect((await create()).status).toBe(201);
  });

  it.each<[string, object, string, string]>([
    ['no name', { name: undefined }, '/name', 'required'],
    ['a blank name', { name: ' \t ' }, '/name', 'too_small'],
    ['a name of 81 characters', { name: 'x'.repeat(81) }, '/name', 'too_big'],
    ['a control character in the name', { name: 'a\u0007b' }, '/name', 'invalid_character'],
    ['a change of direction in the name', { name: '\u202eabc' }, '/name', 'invalid_character'],
    ['a name that nobody sees', { name: '\u200b' }, '/name', 'invalid_character'],
    ['half a surrogate pair in the name', { name: 'a\ud800' }, '/name', 'invalid_character'],
    ['no expiry', { expiry: undefined }, '/expiry', 'required'],
    ['an expiry that is no choice', { expiry: '30d' }, '/expiry', 'invalid_value'],
    ['a date as expiry', { expiry: '2030-01-01' }, '/expiry', 'invalid_value'],
    ['no scopes', { scopes: [] }, '/scopes', 'too_small'],
    ['neither scopes nor preset', { scopes: undefined }, '/scopes', 'invalid_value'],
    ['both scopes and preset', { preset: 'readOnly' }, '/scopes', 'invalid_value'],
    ['another preset', { scopes: undefined, preset: 'everything' }, '/preset', 'invalid_value'],
    ['a scope twice', { scopes: ['client.read', 'client.read'] }, '/scopes', 'invalid_value'],
    ['an unknown scope', { scopes: ['client.read', 'client.fly'] }, '/scopes/1', 'invalid_value'],
    ['a scope that no key may carry', { scopes: ['client.read', 'api_key.manage'] }, '/scopes/1', 'not_grantable'],
    ['an unknown property', { admin: true }, '/admin', 'unknown_property'],
    ['a network that is none', { allowedCidrs: ['10.0.0.0/33'] }, '/allowedCidrs/0', 'invalid_network'],
    ['the name of a host', { allowedCidrs: ['example.com'] }, '/allowedCidrs/0', 'invalid_network'],
    ['an address within a network', { allowedCidrs: ['::1', '203.0.113.7/24'] }, '/allowedCidrs/1', 'host_bits'],
    ['a network twice', { allowedCidrs: ['203.0.113.7', '203.0.113.7/32'] }, '/allowedCidrs/1', 'network_overlap'],
    ['51 networks', { allowedCidrs: Array.from({ length: 51 }, (_, n) => `10.0.0.${n}`) }, '/allowedCidrs', 'too_big'],
    ['a secret of the caller', { secret: 'bhk_mine' }, '/secret', 'unknown_property'],
  ])('422 for %s', async (_, change, pointer, code) => {
    const errors = expect.arrayContaining([expect.objectContaining({ pointer, code })]);
    await refused({ ...keyBody, ...change }, { status: 422, code: 'invalid_body', errors });
  });

  it('422 for a scope that the creator does not have, naming each', async () => {
    await world.change(member, { permissions: ['api_key.create', 'client.read'] });
    const scopes = ['client.read', 'client.write', 'invoice.read'];
    await refused(
      { ...keyBody, scopes },
      {
        status: 422,
        errors: [
          { pointer: '/scopes/1', code: 'not_held', message: 'is a permission that you do not have' },
          { pointer: '/scopes/2', code: 'not_held', message: 'is a permission that you do not have' },
        ],
      },
    );
  });

  it('422 for the read-only preset of a member without read permissions', async () => {
    await world.change(member, { permissions: ['api_key.create', 'client.write'] });
    const errors = [{ pointer: '/scopes', code: 'scopes_missing', message: expect.any(String) }];
    await refused({ name: 'x', preset: 'readOnly', expiry: 'none' }, { status: 422, errors });
  });

  it('201: the key, its secret, its row and its audit entry', async () => {
    const headers = { 'user-agent': 'Mozilla/5.0 (spec)' };
    const answer = await session.call<CreatedApiKey>('POST', PATH, {
      body: { ...keyBody, name: '  Nightly  ' },
      headers,
    });
    const { apiKey, secret } = answer.body;
    const now = api.clock.now();
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(secret).toMatch(KEY_PATTERN);
    expect(hasValidChecksum(secret)).toBe(true);
    expect(apiKey).toEqual({
      id: expect.any(Number),
      name: 'Nightly',
      prefix: secret.slice(0, 12),
      scopes: keyBody.scopes,
      effective: keyBody.scopes,
      status: 'active',
      lifetime: '90d',
      expiresAt: new Date(now.getTime() + 90 * 86_400_000).toISOString(),
      allowedCidrs: [],
      rateLimit: null,
      createdAt: now.toISOString(),
      createdFrom: '127.0.0.1',
      createdAgent: 'Mozilla/5.0 (spec)',
      ...{ firstUsedAt: null, lastUsedAt: null, lastUsedFrom: null, lastUsedAgent: null },
      ...{ revokedAt: null, revokedBy: null, revokedByActor: null, revocationReason: null },
      ...{ predecessor: null, successor: null, graceSeconds: null, retiresAt: null },
      outsidePolicy: false,
      creator: { id: member.id, kind: 'Person', name: 'Test Person', email: member.email, status: 'Active' },
    });
    expect((await get(apiKey.id)).body).toEqual(apiKey);
    const [row] = await keysOf(member.id);
    expect(row).toMatchObject({
      name: 'Nightly',
      created_from_ip: '127.0.0.1',
      created_from_agent: headers['user-agent'],
    });
    expect(await auditOf(api, member.companyId, 'api_key.created')).toEqual([
      {
        ...{ actor: `member ${member.email}`, actorKind: 'member', memberId: member.id, keyId: null },
        action: 'api_key.created',
        target: apiKey.prefix,
        details: { name: 'Nightly', scopes: keyBody.scopes, expiry: '90d' },
        ip: '127.0.0.1',
        requestId: answer.headers.get('request-id'),
        userAgent: headers['user-agent'],
      },
    ]);
    expect((await world.bearer(secret).call('GET', '/v1/clients')).status).toBe(200);
  });

  it('201: the read-only preset becomes the current read permissions, and never more', async () => {
    const held: Permission[] = ['api_key.create', 'client.read', 'client.write', 'quote.read', 'audit.read'];
    await world.change(member, { permissions: held });
    const { apiKey } = await created({ name: 'Reader', preset: 'readOnly', expiry: 'none' });
    expect(apiKey.scopes).toEqual(readOnlyScopes(held));
    expect(apiKey.scopes).toEqual(['client.read', 'quote.read']);
    await world.change(member, { permissions: [...ROLE_PERMISSIONS.Owner] });
    expect((await get(apiKey.id)).body.effective).toEqual(['client.read', 'quote.read']);
  });

  it('201 with networks in their shortest form: rejects requests from other networks, with the reason', async () => {
    const allowedCidrs = ['2001:DB8:0::/32', '192.0.2.7/32', '::ffff:198.51.100.0/120'];
    const { apiKey, secret } = await created({ ...keyBody, allowedCidrs });
    expect(apiKey.allowedCidrs).toEqual(['2001:db8::/32', '192.0.2.7', '198.51.100.0/24']);
    const refused = await world.bearer(secret).call<ProblemView>('GET', '/v1/clients');
    expect(refused.body).toMatchObject({
      ...{ status: 403, code: 'address_not_allowed', detail: 'The key may not be used from 127.0.0.1.' },
    });
    expect((await get(apiKey.id)).body).toMatchObject({ lastUsedAt: null });
    expect(await auditOf(api, member.companyId, 'api_key.created')).toMatchObject([
      { details: { allowedCidrs: apiKey.allowedCidrs } },
    ]);
  });

  it.each([
    ['90d', '2027-02-19T09:30:00.000Z', 'active'],
    ['1y', '2027-11-21T09:30:00.000Z', 'active'],
    ['none', null, 'active'],
  ])('201 with the expiry %s', async (expiry, expiresAt, status) => {
    api.clock.set('2026-11-21T09:30:00.000Z');
    session = await world.session(member);
    expect((await created({ ...keyBody, expiry })).apiKey).toMatchObject({ expiresAt, status });
  });
});
