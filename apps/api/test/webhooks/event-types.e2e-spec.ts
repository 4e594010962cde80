import { exampleMessage } from '@billhook/contract/examples/example-events';
import type { EventTypeView } from '@billhook/contract/webhooks/event-type';
import { messageText } from '@billhook/contract/webhooks/message';
import { EVENTS, EVENT_TYPES } from '@billhook/domain/shared/event-types';
import { describe, expect, it } from '@jest/globals';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { clientBody, invoiceBody } from '../support/bodies.js';
import { startWorld } from '../support/start.js';

const PATH = '/v1/event-types';

const { api, world } = await startWorld();
const key = await world.key({ scopes: [] });

// The strictest validator of a consumer: it rejects unknown keywords and formats. Optimizing takes longer than it saves here.
const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, code: { optimize: false } });
addFormats.default(ajv);

const compiled = new Map<string, ValidateFunction>();

/** Compiles each schema once: several tests use the same ones, and compiling takes most of their time. */
function validator(schema: object): (message: unknown) => string {
  const text = JSON.stringify(schema);
  const validate = compiled.get(text) ?? ajv.compile(schema);
  compiled.set(text, validate);
  return (message) => (validate(message) ? 'valid' : ajv.errorsText(validate.errors));
}

describe(`GET ${PATH}`, () => {
  it('401 without a key', async () => {
    expect((await api.call('GET', PATH)).body).toMatchObject({ status: 401, code: 'credential_missing' });
  });

  it('400 for a parameter that it does not take', async () => {
    expect((await key.call('GET', `${PATH}?resource=invoice`)).body).toMatchObject({ code: 'invalid_query' });
  });

  it('403 for a suspended key, which can only read its own permissions', async () => {
    const member = await world.member(await world.company());
    const suspended = await world.key({ member });
    await world.setPlan(member.companyId, 'Free');
    const rejection = { status: 403, code: 'plan_required', cause: 'plan', requiredPermissions: [], missing: [] };
    for (const path of [PATH, `${PATH}/invoice.paid`]) {
      const answer = await suspended.call('GET', path);
      expect(answer.body).toMatchObject({ ...rejection, detail: expect.stringContaining('Free plan') });
      expect(answer.headers.get('www-authenticate')).toContain('Bearer realm="billhook", error="insufficient_scope"');
    }
    await world.change(member, { status: 'Deactivated' });
    expect((await suspended.call('GET', PATH)).body).toMatchObject({ status: 403, code: 'creator_inactive' });
    const body = { requests: ['/v1/me', PATH, '/v1/openapi.json'].map((path) => ({ method: 'GET', path })) };
    expect((await suspended.call('POST', '/v1/me/permissions/check', { body })).body).toMatchObject({
      requests: [{ allowed: true }, { allowed: false, code: 'creator_inactive' }, { allowed: true }],
    });
    for (const path of ['/v1/me', '/v1/me/permissions']) expect((await suspended.call('GET', path)).status).toBe(200);
  });

  it('200 with any key: every type, in the order of the catalogue', async () => {
    const { status, body } = await key.call<{ data: EventTypeView[] }>('GET', PATH);
    expect(status).toBe(200);
    expect(body.data.map(({ type, summary, resource }) => [type, { summary, resource }])).toEqual(
      Object.entries(EVENTS).map(([type, { summary, resource }]) => [type, { summary: summary.en, resource }]),
    );
  });

  it('200: each schema is JSON Schema 2020-12, and accepts the example', async () => {
    const { body } = await key.call<{ data: EventTypeView[] }>('GET', PATH);
    for (const { type, schema, example } of body.data) {
      expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
      expect([type, validator(schema)(example)]).toEqual([type, 'valid']);
      expect(example.type).toBe(type);
    }
  });

  it('200: the schemas accept real messages and future additions, and nothing else', async () => {
    const { body } = await key.call<{ data: EventTypeView[] }>('GET', PATH);
    const of = new Map(body.data.map(({ type, schema }) => [type as string, validator(schema)]));
    const writer = await world.key();
    const client = await writer.call<{ id: number }>('POST', '/v1/clients', { body: clientBody });
    const invoice = await writer.call<{ id: number }>('POST', '/v1/invoices', { body: invoiceBody(client.body.id) });
    await writer.call('POST', `/v1/invoices/${invoice.body.id}/send`);
    const sent = await api.events();
    expect(sent.length).toBeGreaterThan(2);
    for (const { type, body: text } of sent) {
      const message = JSON.parse(text) as { data: object };
      const valid = of.get(type);
      expect([type, valid?.(message)]).toEqual([type, 'valid']);
      expect(valid?.({ ...message, data: { ...message.data, tomorrow: true } })).toBe('valid');
      expect(valid?.({ ...message, type: 'invoice.lost' })).not.toBe('valid');
      expect(valid?.({ ...message, data: {} })).not.toBe('valid');
    }
  });

  it('200: the schemas of the other payloads accept the messages of their endpoints, and distinguish them', async () => {
    const { body } = await key.call<{ data: EventTypeView[] }>('GET', PATH);
    for (const { type, schema, schemas } of body.data) {
      const message = exampleMessage(type);
      const stored = { type, resourceId: message.data.id, body: JSON.stringify(message), resourceVersion: 2 };
      const texts = ['{"version":1}', null].map((changes) =>
        messageText({ ...stored, changes }, 'Changes', 'https://bills.example'),
      );
      const [changed, whole] = [validator(schemas.changes), validator(schema)];
      // Every record has a version.
      for (const text of texts)
        expect([type, changed(JSON.parse(text)), whole(JSON.parse(text))]).toEqual([type, 'valid', 'valid']);
      const wrong = messageText({ ...stored, changes: '{"version":"2"}' }, 'Changes', 'https://bills.example');
      expect(changed(JSON.parse(wrong))).not.toBe('valid');
      expect(changed(message)).not.toBe('valid');
      const thin = JSON.parse(messageText({ ...stored, changes: null }, 'Thin', 'https://bills.example')) as unknown;
      expect([type, validator(schemas.thin)(thin)]).toEqual([type, 'valid']);
      expect(whole(thin)).not.toBe('valid');
      expect(validator(schemas.thin)(message)).not.toBe('valid');
    }
  });

  it('304 for a caller that has it already', async () => {
    const etag = (await key.call('GET', PATH)).headers.get('etag') ?? '';
    expect((await key.call('GET', PATH, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});

describe(`GET ${PATH}/{type}`, () => {
  it('401 without a key', async () => {
    expect((await api.call('GET', `${PATH}/invoice.paid`)).status).toBe(401);
  });

  it.each(['invoice.lost', 'Invoice.paid', 'invoice', '1', 'constructor', '%00'])('404 for %s', async (type) => {
    const answer = await key.call('GET', `${PATH}/${type}`);
    expect(answer.body).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('200: each as the list has it', async () => {
    const { body } = await key.call<{ data: EventTypeView[] }>('GET', PATH);
    expect(body.data).toHaveLength(EVENT_TYPES.length);
    for (const listed of body.data) {
      expect((await key.call('GET', `${PATH}/${listed.type}`)).body).toEqual(listed);
    }
  });
});
