import type { ProblemView } from '@billhook/contract/shared/problem';
import type { KeyExpiry } from '@billhook/domain/identity/key-status';
import { hasValidChecksum, generateSecret } from '@billhook/domain/identity/secret-format';
import { randomText } from '@billhook/platform/ids';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/api.js';
import { clientBody } from '../support/bodies.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller, SeededMember } from '../support/world.js';

const PATH = '/v1/me/permissions';

const { api, world } = await startWorld();
let member: SeededMember;

beforeEach(async () => {
  member = await world.member(await world.company());
});
afterEach(() => api.clock.set(new Date()));

const ask = (key: KeyCaller): Promise<Answer<ProblemView>> => key.call<ProblemView>('GET', PATH);

async function revoke(key: KeyCaller): Promise<void> {
  const session = await world.session(member);
  const answer = await session.call('POST', `/app/api-keys/${key.id}/revoke`, { body: {} });
  expect(answer.status).toBe(200);
}

/** A key with the same locator, another secret part and a valid checksum. */
function forgedFrom(secret: string): string {
  for (;;) {
    let n = 0;
    const forged = generateSecret((length) => (n++ === 0 ? secret.slice(4, 12) : randomText(length))).secret;
    if (hasValidChecksum(forged) && forged !== secret) return forged;
  }
}

describe('a key that has ended', () => {
  it('401 key_revoked and key_expired for a caller with the whole secret', async () => {
    const revoked = await world.key({ member });
    const expired = await world.key({ member, expiry: '90d' });
    await revoke(revoked);
    expect((await ask(revoked)).body).toMatchObject({ status: 401, code: 'key_revoked' });
    api.clock.advance(91 * 86_400_000);
    expect((await ask(expired)).body).toMatchObject({ status: 401, code: 'key_expired' });
  });

  it('401 key_unknown for a caller with only its public part, as for a key that never existed', async () => {
    const revoked = await world.key({ member });
    await revoke(revoked);
    const guesses = [forgedFrom(revoked.secret), generateSecret(randomText).secret];
    const answers = await Promise.all(guesses.map((secret) => world.bearer(secret).call<ProblemView>('GET', PATH)));
    const [one, other] = answers.map(({ status, body, headers }) => ({
      status,
      body: { ...body, requestId: '' },
      challenge: headers.get('www-authenticate'),
    }));
    expect(one).toMatchObject({ status: 401, body: { code: 'key_unknown' } });
    expect(one).toEqual(other);
  });

  it('stays revoked when its expiry comes', async () => {
    const key = await world.key({ member, expiry: '90d' });
    await revoke(key);
    api.clock.advance(91 * 86_400_000);
    expect((await ask(key)).body.code).toBe('key_revoked');
  });
});

describe('a clock that was ahead for one request', () => {
  it('does not end a key early', async () => {
    const now = api.clock.now();
    const key = await world.key({ member, expiry: '90d' });
    api.clock.advance(91 * 86_400_000);
    expect((await ask(key)).body.code).toBe('key_expired');
    api.clock.set(now);
    expect((await ask(key)).status).toBe(200);
    await revoke(key);
    expect((await ask(key)).body.code).toBe('key_revoked');
    api.clock.advance(-60_000);
    expect((await ask(key)).body.code).toBe('key_revoked');
  });
});

describe('the expiry of a key', () => {
  it.each<[KeyExpiry, string, string]>([
    ['90d', '2026-11-21T09:30:00.123Z', '2027-02-19T09:30:00.123Z'],
    ['1y', '2026-11-21T09:30:00.123Z', '2027-11-21T09:30:00.123Z'],
    ['1y', '2028-02-29T12:00:00.000Z', '2029-02-28T12:00:00.000Z'],
    ['1y', '2027-02-28T12:00:00.000Z', '2028-02-28T12:00:00.000Z'],
  ])('%s after %s ends it to the millisecond at %s', async (expiry, now, end) => {
    api.clock.set(now);
    const key = await world.key({ member, expiry });
    api.clock.set(new Date(Date.parse(end) - 1));
    expect(await ask(key)).toMatchObject({ status: 200, body: { key: { expiresAt: end, status: 'expiring' } } });
    api.clock.set(end);
    expect(await ask(key)).toMatchObject({ status: 401, body: { code: 'key_expired' } });
  });

  it('is in every response of the last 14 days, including errors, and readable for scripts of other sites', async () => {
    const key = await world.key({ member, expiry: '90d', scopes: ['client.read'] });
    const expiryShownBy = async (path: string) => (await key.call('GET', path)).headers.get('x-key-expires-at');
    expect(await expiryShownBy(PATH)).toBeNull();
    const end = new Date(api.clock.now().getTime() + 90 * 86_400_000);
    api.clock.set(new Date(end.getTime() - 14 * 86_400_000));
    for (const path of [PATH, '/v1/clients', '/v1/invoices', '/v1/nothing', '/v1/openapi.json']) {
      expect([path, await expiryShownBy(path)]).toEqual([path, end.toISOString()]);
    }
    const { headers } = await key.call('GET', PATH, { headers: { origin: 'https://elsewhere.example' } });
    expect(headers.get('access-control-expose-headers')).toContain('X-Key-Expires-At');
    await revoke(key);
    expect(await expiryShownBy(PATH)).toBeNull();
  });

  it('none: it still works a century later', async () => {
    const key = await world.key({ member, expiry: 'none' });
    api.clock.advance(36_525 * 86_400_000);
    expect(await ask(key)).toMatchObject({ status: 200, body: { key: { expiresAt: null, status: 'active' } } });
  });
});

describe('a revoke', () => {
  it('does not affect the other keys of the same member', async () => {
    const [gone, kept] = [await world.key({ member }), await world.key({ member })];
    await revoke(gone);
    expect((await ask(kept)).status).toBe(200);
  });
});

describe('a change of the creator', () => {
  const create = (key: KeyCaller) => key.call<ProblemView>('POST', '/v1/clients', { body: clientBody });

  it('403 creator_inactive while deactivated; works again after the reactivation', async () => {
    const key = await world.key({ member });
    await world.change(member, { status: 'Deactivated' });
    const refused = await create(key);
    expect(refused.body).toMatchObject({
      status: 403,
      code: 'creator_inactive',
      cause: 'creator_inactive',
      whoCanFix: 'administrator',
      fixUrl: expect.stringMatching(new RegExp(`^http:.*/settings/members/${member.id}$`)),
    });
    await world.change(member, { status: 'Active' });
    expect((await create(key)).status).toBe(201);
  });

  it('403 plan_required on the Free plan; works again on the paid one', async () => {
    const key = await world.key({ member });
    await world.setPlan(member.companyId, 'Free');
    expect((await create(key)).body).toMatchObject({ status: 403, code: 'plan_required', cause: 'plan' });
    await world.setPlan(member.companyId, 'Pro');
    expect((await create(key)).status).toBe(201);
  });

  it('403 creator_permission_lost for what the creator lost, 200 for the rest, and all again when it is restored', async () => {
    const scopes = ['client.read', 'client.write'] as const;
    const key = await world.key({ member, scopes });
    await world.change(member, { permissions: ['client.read', 'invoice.read'] });

    const refused = await create(key);
    expect(refused.body).toMatchObject({
      status: 403,
      code: 'creator_permission_lost',
      cause: 'creator_lacks',
      requiredPermissions: ['client.write'],
      missing: ['client.write'],
      held: ['client.read'],
      whoCanFix: 'administrator',
    });
    expect((await key.call('GET', '/v1/clients')).status).toBe(200);
    const gained = await key.call<ProblemView>('GET', '/v1/invoices');
    expect(gained.body).toMatchObject({ status: 403, code: 'insufficient_scope' });

    await world.change(member, { permissions: [...scopes] });
    expect((await create(key)).status).toBe(201);
    const [row] = await api.database.query<{ scopes: string[] }>({
      name: 'test_scopes',
      text: 'SELECT scopes FROM api_keys WHERE id = $1',
      values: [key.id],
    });
    expect(row?.scopes).toEqual(scopes);
  });

  it('the revoked and the expired key get their own errors, independent of their creator', async () => {
    const key = await world.key({ member });
    await revoke(key);
    await world.change(member, { status: 'Deactivated' });
    expect((await create(key)).body.code).toBe('key_revoked');
  });
});
