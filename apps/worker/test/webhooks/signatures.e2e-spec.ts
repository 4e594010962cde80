import { createPublicKey, verify as verifyBytes } from 'node:crypto';
import { eventually } from '@billhook/testing/patience';
import type { Received } from '@billhook/testing/receiver';
import { MASKED } from '@billhook/webhooks/attempts/attempt-sender';
import { newSigningSecret, publicKeyOf } from '@billhook/webhooks/endpoints/secret.rules';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { startWorker, type RunningWorker } from '../support/running-worker.js';
import { send, senderOf } from '../support/test-sender.js';
import { World } from '../support/world.js';

let world: World;
let worker: RunningWorker;

beforeAll(async () => {
  world = await World.create();
  worker = await startWorker(world.env({ WEBHOOK_RETRY_SCHEDULE: '0,1,60' }));
});
afterAll(async () => {
  await worker.stop();
  await world.close();
});
afterEach(() => world.sql('UPDATE webhook_endpoints SET deleted_at = now()'));

async function firstTo(path: string): Promise<Received> {
  await world.record();
  await worker.engine.poke();
  const [request] = await world.receiver.waitFor(path, 1);
  if (!request) throw new Error('nothing came');
  return request;
}

/** Verifies as a receiver does with the package of Standard Webhooks. Throws if the signature is wrong. */
function verifyWith(secret: string, { headers, body }: Received): unknown {
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return new Webhook(secret).verify(body.toString(), texts);
}

const valuesOf = ({ headers }: Received): string[] => String(headers['webhook-signature']).split(' ');

/** Whether a `v1a` value matches the public key, by the Standard Webhooks specification and without our code. */
function isSignedBy(publicKey: string, value: string, { headers, body }: Received): boolean {
  const x = Buffer.from(publicKey.replace('whpk_', ''), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const content = Buffer.concat([
    Buffer.from(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.`),
    body,
  ]);
  return verifyBytes(null, content, key, Buffer.from(value.replace('v1a,', ''), 'base64'));
}

describe('a delivery', () => {
  it('is verified by the public package with each live secret of a rotation, and with no other', async () => {
    const old = newSigningSecret();
    const endpoint = await world.createEndpoint('/rotation', { also: [old] });
    const before = Math.floor(Date.now() / 1000);
    const request = await firstTo('/rotation');
    expect(valuesOf(request)).toEqual([expect.stringMatching(/^v1,/), expect.stringMatching(/^v1,/)]);
    expect(verifyWith(endpoint.secret, request)).toEqual(JSON.parse(request.body.toString()));
    expect(verifyWith(old, request)).toEqual(JSON.parse(request.body.toString()));
    expect(() => verifyWith(newSigningSecret(), request)).toThrow();
    const sentAt = Number(request.headers['webhook-timestamp']);
    expect(sentAt).toBeGreaterThanOrEqual(before);
    expect(sentAt).toBeLessThanOrEqual(request.at / 1000);
  });

  it('of an endpoint with v1a is verified by its public key, and by no other', async () => {
    const secret = newSigningSecret('v1a');
    await world.createEndpoint('/asymmetric', { secret });
    const request = await firstTo('/asymmetric');
    const [value = '', ...more] = valuesOf(request);
    expect([value.slice(0, 4), more]).toEqual(['v1a,', []]);
    expect(isSignedBy(publicKeyOf(secret), value, request)).toBe(true);
    expect(isSignedBy(publicKeyOf(newSigningSecret('v1a')), value, request)).toBe(false);
    expect(
      isSignedBy(publicKeyOf(secret), value, { ...request, body: Buffer.from(`${request.body.toString()} `) }),
    ).toBe(false);
  });

  it('in a rotation from v1 to v1a has a value of each', async () => {
    const [secret, old] = [newSigningSecret('v1a'), newSigningSecret()];
    await world.createEndpoint('/mixed', { secret, also: [old] });
    const request = await firstTo('/mixed');
    const [value = '', second] = valuesOf(request);
    expect(isSignedBy(publicKeyOf(secret), value, request)).toBe(true);
    expect(second).toMatch(/^v1,/);
    // The package ignores versions that it does not know.
    expect(verifyWith(old, request)).toEqual(JSON.parse(request.body.toString()));
  });

  it('that is retried has the same id and body, and a new time and signature by the secrets that are live then', async () => {
    const endpoint = await world.createEndpoint('/again');
    const other = await world.createEndpoint('/donor', { types: ['client.deleted'] });
    world.receiver.answer('/again', (count) => ({ status: count === 1 ? 500 : 200 }));
    const first = await firstTo('/again');
    await world.sql(
      'UPDATE webhook_endpoints e SET secrets = d.secrets FROM webhook_endpoints d WHERE e.id = $1 AND d.id = $2',
      [endpoint.id, other.id],
    );
    const [, second] = await world.receiver.waitFor('/again', 2);
    if (!second) throw new Error('it came once');
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.body).toEqual(first.body);
    expect(second.headers['webhook-signature']).not.toBe(first.headers['webhook-signature']);
    expect(Number(second.headers['webhook-timestamp'])).toBeGreaterThanOrEqual(
      Number(first.headers['webhook-timestamp']),
    );
    expect(verifyWith(endpoint.secret, first)).toBeDefined();
    expect(verifyWith(other.secret, second)).toBeDefined();
    expect(() => verifyWith(endpoint.secret, second)).toThrow();
  });

  it('carries the custom headers, and stores only their names', async () => {
    const endpoint = await world.createEndpoint('/custom', {
      headers: { Authorization: 'Bearer top-secret', 'X-Tenant': '7' },
    });
    const request = await firstTo('/custom');
    expect(request.headers).toMatchObject({ authorization: 'Bearer top-secret', 'x-tenant': '7' });
    expect(request.headers).not.toHaveProperty('webhook-test');
    const [delivery] = await eventually('it is delivered', async () => {
      const rows = await world.deliveries(endpoint);
      return rows[0]?.status === 'Delivered' ? rows : undefined;
    });
    const [attempt] = await world.attempts(delivery?.id ?? 0);
    expect(attempt).toMatchObject({
      request_headers: {
        host: request.headers.host,
        'webhook-signature': request.headers['webhook-signature'],
        'content-length': String(request.body.length),
        Authorization: MASKED,
        'X-Tenant': MASKED,
      },
    });
    expect(JSON.stringify(attempt)).not.toContain('top-secret');
    const sent = Object.keys(request.headers).sort();
    const kept = Object.keys(Reflect.get(attempt ?? {}, 'request_headers') as object);
    expect(kept.map((name) => name.toLowerCase()).sort()).toEqual(sent);
  });

  it('that is a test is marked as one, and has no sequence', async () => {
    const sender = senderOf();
    const answer = await send(sender, `${world.receiver.url}/test`, { test: true, sequence: null, attempt: 1 });
    await sender.close();
    const [request] = world.receiver.at('/test');
    expect(request?.headers).toMatchObject({ 'webhook-test': 'true', 'webhook-attempt': '1' });
    expect(request?.headers).not.toHaveProperty('webhook-sequence');
    expect(answer.requestHeaders).toMatchObject({ 'webhook-test': 'true' });
  });

  it.each([['whsec_'], ['whsk_AAAA'], ['whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=']])(
    'is not sent without a key: %s',
    async (secret) => {
      const sender = senderOf();
      const answer = await send(sender, `${world.receiver.url}/unsigned`, { secrets: [secret] });
      await sender.close();
      expect(answer).toMatchObject({ errorKind: 'NotSigned', requestHeaders: {}, durationMs: 0 });
      expect(world.receiver.at('/unsigned')).toEqual([]);
    },
  );
});
