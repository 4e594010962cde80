import type { MeView } from '@billhook/contract/identity/me';
import { describe, expect, it } from '@jest/globals';
import { startWorld } from '../support/start.js';

const PATH = '/v1/me';

const { api, world } = await startWorld();

describe('GET /v1/me', () => {
  it('401 without a key', async () => {
    expect((await api.call('GET', PATH)).body).toMatchObject({ status: 401, code: 'credential_missing' });
  });

  it('400 with a parameter: it has none', async () => {
    const key = await world.key();
    expect((await key.call('GET', `${PATH}?expand=company`)).body).toMatchObject({ code: 'invalid_query' });
  });

  it('200 with any key: the key, who created it, the company and its plan, and no secret', async () => {
    const member = await world.member(await world.company({ timeZone: 'Asia/Tokyo' }));
    const key = await world.key({ member, scopes: ['quote.read'], expiry: '90d' });
    const answer = await key.call<MeView>('GET', PATH);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        key: {
          id: key.id,
          name: 'test key',
          prefix: key.secret.slice(0, 12),
          status: 'active',
          createdAt: expect.any(String),
          expiresAt: expect.any(String),
        },
        application: null,
        creator: { id: member.id, kind: 'Person', name: 'Test Person', email: member.email, status: 'Active' },
        company: { id: member.companyId, name: expect.stringMatching(/^Company /), timeZone: 'Asia/Tokyo' },
        plan: 'Pro',
        sandbox: false,
      },
    ]);
    expect(answer.text).not.toContain(key.secret.slice(12));
  });

  it('200 and the same ETag each time: its own use changes nothing', async () => {
    const key = await world.key();
    const first = await key.call('GET', PATH);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"/);
    expect((await key.call('GET', PATH, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('200 with a suspended key, with the reason', async () => {
    const member = await world.member(await world.company());
    const key = await world.key({ member, scopes: [] });
    await world.change(member, { status: 'Deactivated', permissions: [] });
    await world.setPlan(member.companyId, 'Free');
    expect((await key.call('GET', PATH)).body).toMatchObject({
      key: { status: 'suspended' },
      creator: { status: 'Deactivated' },
      plan: 'Free',
    });
  });
});
