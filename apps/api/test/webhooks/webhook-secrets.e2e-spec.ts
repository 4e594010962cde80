import { createPublicKey, verify } from 'node:crypto';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import type { WebhookSecretView } from '@billhook/contract/webhooks/endpoint-secret';
import type { WebhookSecretUseView } from '@billhook/contract/webhooks/endpoint-secret';
import { eventually } from '@billhook/testing/patience';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditOf } from '../support/audit-rows.js';
import { ENDPOINTS, WebhookWorld } from '../support/webhooks.js';

// 401, 403 and 404 of these routes: webhook-endpoints.e2e-spec.ts.
let hooks: WebhookWorld;

beforeAll(async () => {
  hooks = await WebhookWorld.start();
  // The times of secrets are those of the API, the times of attempts those of the database.
  hooks.api.clock.set(new Date().toISOString());
});
afterAll(() => hooks.stop());

const endpointOf = async (id: number) => (await hooks.key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${id}`)).body;

describe('v1a', () => {
  it('shows the public key alone, signs with the private one, and a rotation changes the scheme with an overlap', async () => {
    const { id: endpointId, secret } = await hooks.create({ url: `${hooks.receiver.url}/ed`, signatureScheme: 'v1a' });
    expect(secret).toMatch(/^whpk_/);
    await hooks.key.call('POST', `${ENDPOINTS}/${endpointId}/test`, { body: {} });
    await hooks.engine.poke();
    const [request] = await hooks.receiver.waitFor('/ed', 1);
    if (!request) throw new Error('nothing was received');
    const { headers, body } = request;
    const [, signature = ''] = String(headers['webhook-signature']).split('v1a,');
    const [id, timestamp] = [headers['webhook-id'], headers['webhook-timestamp']].map(String);
    const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
    const spki = Buffer.concat([
      Buffer.from('302a300506032b6570032100', 'hex'),
      Buffer.from(secret.slice(5), 'base64'),
    ]);
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    expect(verify(null, signed, key, Buffer.from(signature, 'base64'))).toBe(true);

    const rotated = await hooks.key.call<WebhookSecretView>('POST', `${ENDPOINTS}/${endpointId}/rotate-secret`, {
      body: { scheme: 'v1', overlapHours: 1 },
    });
    expect(rotated.body).toEqual({
      secret: expect.stringMatching(/^whsec_/),
      scheme: 'v1',
      createdAt: expect.any(String),
      previous: [{ secret, scheme: 'v1a', createdAt: expect.any(String), expiresAt: expect.any(String) }],
    });
    const shown = await hooks.key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${endpointId}`);
    expect(shown.body.signatureScheme).toBe('v1');
    expect(rotated.text).not.toContain('whsk_');
  });
});

describe('POST /v1/webhook-endpoints/{id}/rotate-secret', () => {
  it('409 for more live secrets than 10, with the next expiry; 200 where the old ones end', async () => {
    const { id } = await hooks.create();
    const rotate = (overlapHours: number) =>
      hooks.key.call<WebhookSecretView>('POST', `${ENDPOINTS}/${id}/rotate-secret`, { body: { overlapHours } });
    let view = (await rotate(24)).body;
    for (let live = 3; live <= 10; live++) view = (await rotate(168)).body;
    expect(view.previous).toHaveLength(9);
    const nextExpiryAt = view.previous.map(({ expiresAt }) => expiresAt).toSorted()[0];
    const refused = await rotate(1);
    expect(refused.body).toMatchObject({
      status: 409,
      code: 'signing_secret_limit',
      detail: expect.stringContaining(nextExpiryAt ?? 'none'),
      nextExpiryAt,
    });
    const shown = await hooks.key.call<WebhookSecretView>('GET', `${ENDPOINTS}/${id}/secret`);
    expect(shown.body).toEqual(view);
    expect((await rotate(0)).body.previous).toEqual([]);
    expect((await rotate(24)).body.previous).toHaveLength(1);
  });
});

describe('POST /v1/webhook-endpoints/{id}/end-previous-secrets', () => {
  const rotated = async () => {
    const { id } = await hooks.create();
    for (let times = 0; times < 2; times++) {
      hooks.api.clock.set(new Date(hooks.api.clock.now().getTime() + 5));
      await hooks.key.call('POST', `${ENDPOINTS}/${id}/rotate-secret`, { body: { overlapHours: 24 } });
    }
    return id;
  };
  const end = <T = WebhookSecretUseView>(id: number, body: object, headers = {}) =>
    hooks.key.call<T>('POST', `${ENDPOINTS}/${id}/end-previous-secrets`, { body, headers });
  const use = async (id: number) =>
    (await hooks.key.call<WebhookSecretUseView>('GET', `${ENDPOINTS}/${id}/secrets`)).body.secrets;

  it('422 for a time at which no previous secret was created, also for that of the current one', async () => {
    const id = await rotated();
    const [current] = await use(id);
    for (const createdAt of [current?.createdAt, '2026-01-01T00:00:00.000Z']) {
      const refused = await end<ProblemView>(id, { createdAt });
      expect(refused.body).toMatchObject({ status: 422, errors: [{ pointer: '/createdAt', code: 'unknown_secret' }] });
    }
    expect(await use(id)).toHaveLength(3);
  });

  it('ends one or all, keeps the current one, and has no effect when repeated', async () => {
    const id = await rotated();
    const [current, second, first] = await use(id);
    expect((await end(id, {}, { prefer: 'dry-run' })).body.secrets).toEqual([current]);
    expect((await end(id, { createdAt: second?.createdAt })).body.secrets).toEqual([current, first]);
    const ended = await end(id, {});
    expect(ended.body.secrets).toEqual([current]);
    expect(ended.text).not.toContain('whsec_');
    const { version } = await endpointOf(id);
    expect((await end(id, {})).body.secrets).toEqual([current]);
    expect((await endpointOf(id)).version).toBe(version);
    const entries = await auditOf(hooks.api, hooks.key.companyId, 'webhook_endpoint.previous_secrets_ended');
    expect(entries.filter(({ target }) => target === String(id)).map(({ details }) => details)).toEqual([
      { ended: 1 },
      { ended: 1 },
    ]);
  });

  it('GET …/secrets: counts the recent deliveries that each secret verifies, by the time of their last attempt', async () => {
    const { endpoint } = await hooks.deliver('/verified', 'Delivered');
    const { id } = endpoint;
    hooks.api.clock.set(new Date().toISOString());
    await hooks.key.call('POST', `${ENDPOINTS}/${id}/rotate-secret`, { body: { overlapHours: 24 } });
    await hooks.key.call('POST', `${ENDPOINTS}/${id}/test`, { body: {} });
    await hooks.engine.poke();
    await hooks.receiver.waitFor('/verified', 2);
    const body = await eventually('both deliveries are sent', async () => {
      const read = await hooks.key.call<WebhookSecretUseView>('GET', `${ENDPOINTS}/${id}/secrets`);
      return read.body.deliveries === 2 ? read.body : undefined;
    });
    expect(body).toEqual({
      deliveries: 2,
      secrets: [
        {
          createdAt: expect.any(String),
          expiresAt: null,
          scheme: 'v1',
          verifiable: 1,
          lastSignedAt: expect.any(String),
        },
        expect.objectContaining({ expiresAt: expect.any(String), verifiable: 2 }),
      ],
    });
  });
});
