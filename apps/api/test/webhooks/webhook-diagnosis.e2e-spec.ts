import type { ProblemView } from '@billhook/contract/shared/problem';
import type { WebhookDeliveryDetail } from '@billhook/contract/webhooks/delivery';
import { MOST_DIAGNOSED_CHARACTERS, type WebhookDiagnosisView } from '@billhook/contract/webhooks/diagnosis';
import type { WebhookSecretView } from '@billhook/contract/webhooks/endpoint-secret';
import { GRANTABLE_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { sealSecret } from '@billhook/webhooks/endpoints/sealed-secret.rules';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { itRequires } from '../support/route-cases.js';
import { DELIVERIES, ENDPOINTS, WebhookWorld, type CreatedEndpoint } from '../support/webhooks.js';
import type { KeyCaller } from '../support/world.js';

let hooks: WebhookWorld;
let endpoint: CreatedEndpoint;
/** The request as the receiver got it. */
let received: { webhookId: string; webhookTimestamp: string; webhookSignature: string; body: string };

const suite = () => hooks;
const PATH = `${ENDPOINTS}/1/diagnose`;

beforeAll(async () => {
  hooks = await WebhookWorld.start();
  ({ endpoint } = await hooks.deliver('/diagnosed', 'Delivered'));
  const [message] = await hooks.receiver.waitFor('/diagnosed', 1);
  const header = (name: string) => String(message?.headers[name]);
  received = {
    webhookId: header('webhook-id'),
    webhookTimestamp: header('webhook-timestamp'),
    webhookSignature: header('webhook-signature'),
    body: message?.body.toString() ?? '',
  };
});
afterAll(() => hooks.stop());

async function diagnose(change: object, id = endpoint.id, by: KeyCaller = hooks.key) {
  const answer = await by.call<WebhookDiagnosisView>('POST', `${ENDPOINTS}/${id}/diagnose`, {
    body: { ...received, ...change },
  });
  expect(answer.status).toBe(200);
  const { genuine, reproduced, mistakes } = answer.body;
  return { genuine, reproduced, codes: mistakes.map(({ code }) => code), answer };
}

const sign = (secret: string, body = received.body): string =>
  new Webhook(secret).sign(received.webhookId, new Date(Number(received.webhookTimestamp) * 1000), body);

describe('POST /v1/webhook-endpoints/{id}/diagnose', () => {
  itRequires('integration.write', 'POST', PATH, suite);

  it("404 for an unknown endpoint and another company's", async () => {
    const stranger = await hooks.world.key();
    for (const id of [endpoint.id, 999_999_999]) {
      const answer = await stranger.call<ProblemView>('POST', `${ENDPOINTS}/${id}/diagnose`, { body: received });
      expect(answer.body).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  it.each([
    ['without a body', {}, '/body'],
    ['a body that is too long', { body: 'x'.repeat(MOST_DIAGNOSED_CHARACTERS + 1) }, '/body'],
    ['a clock that is no time', { body: '', receivedAt: 'now' }, '/receivedAt'],
    ['a secret', { body: '', secret: 'whsec_' }, '/secret'],
  ])('422 for %s', async (_, body, pointer) => {
    const answer = await hooks.key.call<ProblemView>('POST', `${ENDPOINTS}/${endpoint.id}/diagnose`, { body });
    expect(answer.body).toMatchObject({ status: 422, code: 'invalid_body' });
    expect(answer.body.errors?.[0]).toMatchObject({ pointer });
  });

  it('200: a request as sent is genuine, and nothing secret is in the response', async () => {
    const { genuine, reproduced, codes, answer } = await diagnose({});
    expect([genuine, reproduced, codes]).toEqual([true, null, []]);
    const wrong = await diagnose({ computedSignature: sign(endpoint.secret, `${received.body}\n`) });
    expect([wrong.reproduced, wrong.codes]).toEqual([true, ['body_whitespace']]);
    for (const { text } of [answer, wrong.answer]) {
      expect(text).not.toContain(endpoint.secret.slice(6));
      expect(text).not.toContain(sign(endpoint.secret).slice(3));
    }
    expect(await hooks.audited(endpoint.id)).toEqual(['webhook_endpoint.created']);
  });

  it('names the mistake of a body that differs from the one that was sent', async () => {
    const changed = received.body.replace('"type"', '"kind"');
    expect((await diagnose({ body: changed })).codes).toEqual(['body_changed']);
    expect((await diagnose({ body: JSON.stringify(JSON.parse(received.body), null, 2) })).codes).toEqual([
      'body_reserialized',
    ]);
  });

  it('does not compare with a message whose record the caller may not read', async () => {
    const scopes = GRANTABLE_PERMISSIONS.filter((permission) => permission !== 'client.read');
    const blind = await hooks.world.key({ member: await hooks.world.member(hooks.key.companyId), scopes });
    const changed = received.body.replace('"type"', '"kind"');
    const refused = await blind.call<ProblemView>('POST', `${ENDPOINTS}/${endpoint.id}/diagnose`, {
      body: { body: changed },
    });
    expect(refused.body).toMatchObject({ status: 403, missing: ['client.read'] });
    // A delivery from before the endpoint selected other types.
    const select = (eventTypes: readonly string[]) =>
      hooks.key.call('PATCH', `${ENDPOINTS}/${endpoint.id}`, { body: { eventTypes } });
    expect((await select(['invoice.paid'])).status).toBe(200);
    expect((await diagnose({ body: changed }, endpoint.id, blind)).codes).toEqual(['signature_unknown']);
    await select(endpoint.eventTypes);
  });

  it('recognises another endpoint, and an old secret after a rotation without an overlap', async () => {
    const other = await hooks.create({ url: 'https://example.com/other' });
    const ofOther = await diagnose({ webhookSignature: sign(other.secret) });
    expect(ofOther.answer.body.mistakes).toMatchObject([{ code: 'other_endpoint', detail: String(other.id) }]);

    const { id, secret } = await hooks.create({ url: 'https://example.com/rotated' });
    const rotated = await hooks.key.call<WebhookSecretView>('POST', `${ENDPOINTS}/${id}/rotate-secret`, {
      body: { overlapHours: 0 },
    });
    expect(rotated.body.previous).toEqual([]);
    const computedSignature = sign(secret);
    const webhookSignature = sign(rotated.body.secret);
    expect(await diagnose({ webhookSignature, computedSignature }, id)).toMatchObject({
      genuine: true,
      reproduced: true,
      codes: ['old_secret'],
    });
  });

  it('leaves out a secret whose application secret is no longer configured, and says so', async () => {
    const lost = await hooks.create({ url: 'https://example.com/lost' });
    const sealed = sealSecret(new AppSecrets(['an-application-secret-that-was-removed']), lost.secret);
    await hooks.api.database.query({
      name: 'test_seal_with_a_removed_secret',
      text: `UPDATE webhook_endpoints SET secrets = jsonb_set(secrets, '{0,sealed}', to_jsonb($2::text)) WHERE id = $1`,
      values: [lost.id, sealed],
    });
    const { answer } = await diagnose({ webhookSignature: sign(lost.secret) }, lost.id);
    expect(answer.body).toMatchObject({
      genuine: false,
      mistakes: [{ code: 'secret_unreadable', evidence: 'Remaining', detail: String(lost.id) }],
    });
    expect((await diagnose({ computedSignature: sign(endpoint.secret) })).codes).toEqual(['wrong_comparison']);
  });

  it('compares the clock of the receiver with the timestamp', async () => {
    const at = new Date((Number(received.webhookTimestamp) - 3_600) * 1000).toISOString();
    const { answer } = await diagnose({ receivedAt: at });
    expect(answer.body.mistakes).toMatchObject([{ code: 'clock_skew', detail: '-3600' }]);
  });

  it('knows the exact request of a stored delivery', async () => {
    const { data } = (
      await hooks.key.call<{ data: { id: number }[] }>('GET', `${DELIVERIES}?endpointId=${endpoint.id}`)
    ).body;
    const { attempts, body } = (await hooks.key.call<WebhookDeliveryDetail>('GET', `${DELIVERIES}/${data[0]?.id}`))
      .body;
    const headers = attempts[0]?.request.headers ?? {};
    expect(await diagnose({ webhookSignature: headers['webhook-signature'], body })).toMatchObject({ genuine: true });
  });
});
