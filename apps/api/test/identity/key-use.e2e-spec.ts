import type { CreatedApiKey, TestedApiKey } from '@billhook/contract/identity/key';
import { KeyUsesRepository } from '@billhook/identity/keys/key-uses.repository';
import { eventually } from '@billhook/testing/patience';
import { describe, expect, it } from '@jest/globals';
import { SECRET, TestApi } from '../support/api.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const { api, world } = await startWorld({ TRUST_PROXY: '1' });

interface LastUse {
  readonly at: Date | null;
  readonly ip: string | null;
  readonly agent: string | null;
}

async function lastUse(id: number): Promise<LastUse | undefined> {
  const [row] = await api.database.query<LastUse & { readonly [column: string]: unknown }>({
    name: 'test_last_use',
    text: 'SELECT last_used_at AS at, last_used_ip AS ip, last_used_agent AS agent FROM api_keys WHERE id = $1',
    values: [id],
  });
  return row;
}

/** The first use is written immediately, but after the response. */
function written(key: KeyCaller): Promise<LastUse> {
  return eventually('the use is written', async () => {
    const use = await lastUse(key.id);
    return use?.at ? use : undefined;
  });
}

const use = (key: KeyCaller, process = api) =>
  process.call('GET', '/v1/clients', {
    headers: { authorization: `Bearer ${key.secret}`, 'user-agent': 'exporter/1.0', 'x-forwarded-for': '203.0.113.7' },
  });

describe('the last use of a key', () => {
  it('is stored with the first use: time, address and program', async () => {
    const key = await world.key();
    expect(await lastUse(key.id)).toEqual({ at: null, ip: null, agent: null });
    await use(key);
    expect(await written(key)).toEqual({ at: api.clock.now(), ip: '203.0.113.7', agent: 'exporter/1.0' });
  });

  it('includes a request without the permission, but not one with an ended key', async () => {
    const refused = await world.key({ scopes: ['invoice.read'] });
    expect((await use(refused)).status).toBe(403);
    expect(await written(refused)).toMatchObject({ at: api.clock.now() });
    const key = await world.key({ expiry: '90d' });
    api.clock.advance(91 * 86_400_000);
    expect((await use(key)).status).toBe(401);
    expect(await lastUse(key.id)).toMatchObject({ at: null });
    api.clock.set(new Date());
  });

  it('of later requests is written in batches, at the latest when the process stops', async () => {
    const second = await TestApi.beside(api, { TRUST_PROXY: '1' });
    const key = await world.key();
    await use(key, second);
    const first = await written(key);
    api.clock.advance(1_000);
    await use(key, second);
    expect(await lastUse(key.id)).toEqual(first);
    await second.stop();
    expect(await lastUse(key.id)).toMatchObject({ at: api.clock.now() });
  });

  it('never goes back, whichever process writes last', async () => {
    const key = await world.key();
    await use(key);
    const now = (await written(key)).at ?? new Date(0);
    const uses = api.app.get(KeyUsesRepository);
    const record = (at: Date, ip: string) =>
      uses.record([{ id: key.id, firstAt: at, at, ip, userAgent: null, rehash: undefined, succeeds: false }]);
    await record(new Date(now.getTime() - 60_000), '198.51.100.1');
    expect(await lastUse(key.id)).toMatchObject({ at: now, ip: '203.0.113.7' });
    await record(new Date(now.getTime() + 60_000), '198.51.100.2');
    expect(await lastUse(key.id)).toMatchObject({ at: new Date(now.getTime() + 60_000), ip: '198.51.100.2' });
  });
});

describe('a change of the application secret', () => {
  const NEXT = 'another-secret-for-tests-that-is-long-enough';

  /** A process with these secrets, for the duration of a callback. */
  async function under<T>(secrets: string, work: (process: TestApi) => Promise<T>): Promise<T> {
    const process = await TestApi.beside(api, { APP_SECRETS: secrets, TRUST_PROXY: '1' });
    try {
      return await work(process);
    } finally {
      await process.stop();
    }
  }

  const outcome = async (key: KeyCaller, process?: TestApi): Promise<string> => {
    const { status, body } = await use(key, process);
    return status === 200 ? '200' : `${status} ${String(body['code'])}`;
  };

  it('is deployed in three steps, and a used key works in every process at every step', async () => {
    const [used, unused, revoked] = [await world.key(), await world.key(), await world.key()];
    expect(await outcome(used)).toBe('200');
    await api.database.query({
      name: 'test_revoke',
      text: 'UPDATE api_keys SET revoked_at = now() WHERE id = $1',
      values: [revoked.id],
    });
    // The new secret is last: it decrypts, and encrypts nothing yet.
    await under(`${SECRET},${NEXT}`, async (second) => {
      expect([await outcome(used, second), await outcome(used)]).toEqual(['200', '200']);
      // First: a used key is stored under the new secret, which the older process can read as well.
      api.clock.advance(1_000);
      await under(`${NEXT},${SECRET}`, async (third) => {
        expect([await outcome(used, third), await outcome(revoked, third)]).toEqual(['200', '401 key_revoked']);
      });
      expect([await outcome(used, second), await outcome(used)]).toEqual(['200', '401 key_unknown']);
      api.clock.advance(1_000);
      await under(`${NEXT},${SECRET}`, async (third) => {
        expect(await outcome(used, third)).toBe('200');
      });
    });
    // The process with the old secret has written its last use: it is stored once more under the new one before the old one is removed.
    api.clock.advance(1_000);
    await under(`${NEXT},${SECRET}`, async (third) => {
      expect(await outcome(used, third)).toBe('200');
    });
    await under(NEXT, async (last) => {
      expect(await outcome(used, last)).toBe('200');
      expect(await outcome(unused, last)).toBe('401 key_unknown');
      expect(await outcome(revoked, last)).toBe('401 key_unknown');
    });
    // With the old secret restored, the unused key works again, and the ended one is still ended.
    await under(`${NEXT},${SECRET}`, async (third) => {
      expect([await outcome(unused, third), await outcome(revoked, third)]).toEqual(['200', '401 key_revoked']);
    });
    api.clock.set(new Date());
  });
});

describe('POST /app/api-keys/test', () => {
  it('401, 422, and the response that a request would get; does not count as a use, and keeps its predecessor', async () => {
    const member = await world.member(await world.company());
    const session = await world.session(member);
    const old = await world.key({ member, scopes: ['client.read'] });
    const rotated = await session.call<CreatedApiKey>('POST', `/app/api-keys/${old.id}/rotate`, {
      body: { graceSeconds: 0 },
    });
    const { secret, apiKey } = rotated.body;
    const test = (body: object) => session.call<TestedApiKey>('POST', '/app/api-keys/test', { body });
    expect((await api.call('POST', '/app/api-keys/test', { body: { secret } })).status).toBe(401);
    expect((await test({})).status).toBe(422);
    expect((await test({ secret })).body).toEqual({ effective: ['client.read'], code: null, detail: null });
    expect((await test({ secret: `${secret}x` })).body).toMatchObject({ effective: [], code: 'key_mistyped' });
    expect((await test({ secret: (await world.key()).secret })).body).toMatchObject({ code: 'key_unknown' });
    expect(await lastUse(apiKey.id)).toMatchObject({ at: null });
    expect((await use(old)).status).toBe(200);
  });
});
