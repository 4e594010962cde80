import type { BatchCount, BatchResult } from '@billhook/contract/shared/batch';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/api.js';
import { clientBody, invoiceBody } from '../support/bodies.js';
import { Records } from '../support/records.js';
import { itRequires } from '../support/route-cases.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const { api, world } = await startWorld();
let key: KeyCaller;

beforeEach(async () => {
  key = await world.key();
});

type Result = Answer<BatchResult<{ id: number; version: number }, BatchCount> & ProblemView>;

const batch = (resource: string, body: object, headers = {}, verb = ''): Promise<Result> =>
  key.call('POST', `/v1/${resource}/batch${verb}`, { body, headers });
const clients = (mode: string, items: unknown[], headers = {}): Promise<Result> =>
  batch('clients', { mode, items }, headers);
const named = (name: string, more = {}) => ({ ...clientBody, name, ...more });
const names = async (): Promise<unknown[]> =>
  (await key.call<{ data: { name: string }[] }>('GET', '/v1/clients?sort=id')).body.data.map(({ name }) => name);
const statuses = ({ body }: Result): number[] => body.results.map(({ status }) => status);

describe('POST /v1/clients/batch', () => {
  itRequires('client.write', 'POST', '/v1/clients/batch', () => ({ api, world }));

  it.each<[string, object, string]>([
    ['no items', { mode: 'atomic' }, '/items'],
    ['none of them', { mode: 'atomic', items: [] }, '/items'],
    ['too many', { mode: 'atomic', items: Array.from({ length: 101 }, () => clientBody) }, '/items'],
    ['no mode', { items: [clientBody] }, '/mode'],
    ['another mode', { mode: 'some', items: [clientBody] }, '/mode'],
    ['what is unknown', { mode: 'atomic', items: [clientBody], dryRun: true }, '/dryRun'],
  ])('422 for %s', async (_, body, pointer) => {
    const answer = await batch('clients', body);
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid_body']);
    expect(answer.body.errors?.[0]?.pointer).toBe(pointer);
    expect(await names()).toEqual([]);
  });

  it('perItem: each item for itself, with its own problem and where in the body it lies', async () => {
    const answer = await clients('perItem', [
      named('A', { externalId: 'x' }),
      { ...named('B'), billingAddress: {} },
      named('C', { externalId: 'x' }),
      'no object',
      named('D'),
    ]);
    expect(answer.status).toBe(207);
    expect(statuses(answer)).toEqual([201, 422, 409, 422, 201]);
    expect(answer.body).toMatchObject({ created: 2, refused: 3 });
    const [first, second, third, fourth] = answer.body.results;
    expect(first?.record).toMatchObject({ name: 'A', externalId: 'x' });
    expect(second?.problem?.errors).toEqual([
      { pointer: '/items/1/billingAddress/country', code: 'required', message: 'is required' },
    ]);
    expect(third?.problem).toMatchObject({
      code: 'external_id_taken',
      existingId: first?.record?.id,
      instance: '/v1/clients/batch',
      requestId: answer.headers.get('request-id'),
      errors: [{ pointer: '/items/2/externalId' }],
    });
    expect(fourth?.problem?.errors?.[0]?.pointer).toBe('/items/3');
    expect(await names()).toEqual(['A', 'D']);
    const emitted = (await api.events()).filter(({ companyId }) => companyId === key.companyId);
    expect(emitted.map(({ data }) => data['name'])).toEqual(['A', 'D']);
  });

  it('atomic: one error, and nothing is written; every error is reported together', async () => {
    const answer = await clients('atomic', [named('A'), named(''), named('C'), { ...clientBody, colour: 'red' }]);
    expect(answer.status).toBe(207);
    expect(statuses(answer)).toEqual([424, 422, 424, 422]);
    expect(answer.body).toMatchObject({ created: 0, refused: 4 });
    expect(answer.body.results[0]).toMatchObject({ index: 0, problem: { code: 'batch_aborted', status: 424 } });
    expect(answer.body.results[0]).not.toHaveProperty('record');
    expect(await names()).toEqual([]);
    expect((await api.events()).filter(({ companyId }) => companyId === key.companyId)).toEqual([]);
  });

  it('atomic: nothing is written either where an item fails in the database, after others were', async () => {
    await key.call('POST', '/v1/clients', { body: named('Z', { externalId: 'taken' }) });
    const before = await api.events();
    const answer = await clients('atomic', [named('A'), named('B', { externalId: 'taken' }), named('C')]);
    expect(statuses(answer)).toEqual([424, 409, 424]);
    expect(await names()).toEqual(['Z']);
    expect(await api.events()).toHaveLength(before.length);
  });

  it('atomic: all of them, each as in its GET response', async () => {
    const answer = await clients('atomic', [named('A'), named('B')]);
    expect(statuses(answer)).toEqual([201, 201]);
    for (const { record } of answer.body.results) {
      expect((await key.call('GET', `/v1/clients/${String(record?.id)}`)).body).toEqual(record);
    }
  });

  it('is done once under an Idempotency-Key, and not at all as a dry run', async () => {
    const dry = await clients('perItem', [named('A'), named('')], { Prefer: 'dry-run' });
    expect(statuses(dry)).toEqual([201, 422]);
    expect(await names()).toEqual([]);
    const once = () => clients('perItem', [named('A'), named('')], { 'Idempotency-Key': 'import-1' });
    const [first, again] = [await once(), await once()];
    expect(again.text).toBe(first.text);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([207, 'true']);
    expect(await names()).toEqual(['A']);
  });

  it('of which nothing was written is not kept under its Idempotency-Key', async () => {
    const holder = await key.call('POST', '/v1/clients', { body: named('Z', { externalId: 'x' }) });
    const send = () => clients('atomic', [named('A', { externalId: 'x' })], { 'Idempotency-Key': 'again' });
    expect(statuses(await send())).toEqual([409]);
    await key.call('DELETE', `/v1/clients/${String(holder.body['id'])}`);
    const mended = await send();
    expect([statuses(mended), mended.headers.has('idempotent-replayed')]).toEqual([[201], false]);
  });

  it('several in parallel with the same externalIds in other orders end, each with its own response', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `crm-${n}`);
    const turned = [ids, [...ids].reverse(), [...ids.slice(7), ...ids.slice(0, 7)]];
    const answers = await Promise.all(
      turned.map((order) =>
        clients(
          'perItem',
          order.map((externalId) => named(externalId, { externalId })),
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([207, 207, 207]);
    expect(answers.reduce((sum, { body }) => sum + body.created, 0)).toBe(20);
    expect(new Set(await names()).size).toBe(20);
  });
});

describe('POST /v1/invoices/batch', () => {
  itRequires('invoice.write', 'POST', '/v1/invoices/batch', () => ({ api, world }));

  it("refuses another company's client, item by item", async () => {
    const { id } = await new Records(await world.key()).client();
    const own = await new Records(key).client();
    const answer = await batch('invoices', { mode: 'perItem', items: [invoiceBody(id), invoiceBody(own.id)] });
    expect(statuses(answer)).toEqual([422, 201]);
    expect(answer.body.results[0]?.problem?.errors?.[0]).toMatchObject({
      pointer: '/items/0/clientId',
      code: 'unknown_client',
    });
  });

  it('creates a hundred drafts, with a result for each', async () => {
    const { id } = await new Records(key).client();
    const items = Array.from({ length: 100 }, (_, n) => ({ ...invoiceBody(id), externalId: `job-${n}` }));
    const answer = await batch('invoices', { mode: 'atomic', items });
    expect(answer.body).toMatchObject({ created: 100, refused: 0 });
    const emitted = (await api.events()).filter(
      ({ companyId, type }) => companyId === key.companyId && type === 'invoice.created',
    );
    expect(emitted.map(({ data }) => data['externalId'])).toEqual(items.map(({ externalId }) => externalId));
    expect(emitted[99]?.body.endsWith(`"data":${JSON.stringify(answer.body.results[99]?.record)}}`)).toBe(true);
  });
});

describe('POST /v1/clients/batch/update', () => {
  itRequires('client.write', 'POST', '/v1/clients/batch/update', () => ({ api, world }));

  const update = (mode: string, items: unknown[], headers = {}): Promise<Result> =>
    batch('clients', { mode, items }, headers, '/update');

  it('perItem: each item has its version, its problem and its place', async () => {
    const stranger = await new Records(await world.key()).client();
    const made = await clients('atomic', [named('A'), named('B', { externalId: 'b' }), named('C'), named('D')]);
    const [a = 0, b = 0, c = 0, d = 0] = made.body.results.map(({ record }) => record?.id);
    const answer = await update('perItem', [
      { id: a, version: 1, changes: { name: 'A2' } },
      { id: b, version: 7, changes: { name: 'B2' } },
      { id: c, changes: { externalId: 'b' } },
      { id: d, changes: { name: '', colour: 'red' } },
      { id: stranger.id, changes: { name: 'X' } },
      { id: a, version: 1, changes: { name: 'A3' } },
      { changes: {} },
      { id: d, changes: { name: 'D2' } },
    ]);
    expect(answer.status).toBe(207);
    expect(statuses(answer)).toEqual([200, 412, 409, 422, 404, 412, 422, 200]);
    expect(answer.body).toMatchObject({ updated: 2, refused: 6 });
    const results = answer.body.results;
    expect(results[0]?.record).toEqual((await key.call('GET', `/v1/clients/${a}`)).body);
    expect(results[1]?.problem).toMatchObject({ code: 'version_mismatch', currentVersion: 1 });
    expect(results[2]?.problem?.errors?.[0]?.pointer).toBe('/items/2/changes/externalId');
    expect(results[3]?.problem?.errors?.map(({ pointer }) => pointer)).toEqual([
      '/items/3/changes/name',
      '/items/3/changes/colour',
    ]);
    expect(results[6]?.problem?.errors?.[0]?.pointer).toBe('/items/6/id');
    expect(await names()).toEqual(['A2', 'B', 'C', 'D2']);
    const emitted = (await api.events()).filter(({ companyId }) => companyId === key.companyId).slice(4);
    expect(emitted.map(({ type, data }) => [type, data['name']])).toEqual([
      ['client.updated', 'A2'],
      ['client.updated', 'D2'],
    ]);
  });

  it('atomic: all or none; once under an Idempotency-Key, and not at all as a dry run', async () => {
    const made = await clients('atomic', [named('A'), named('B')]);
    const items = made.body.results.map(({ record }, n) => ({
      id: record?.id,
      version: 1,
      changes: { name: `N${n}` },
    }));
    expect(statuses(await update('atomic', [...items, { id: 1, changes: {} }]))).toEqual([424, 424, 404]);
    expect(statuses(await update('atomic', items, { Prefer: 'dry-run' }))).toEqual([200, 200]);
    expect(await names()).toEqual(['A', 'B']);
    const once = () => update('atomic', items, { 'Idempotency-Key': 'edit-1' });
    const [first, again] = [await once(), await once()];
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect(statuses(first)).toEqual([200, 200]);
  });

  it('several in parallel with the same records in other orders end', async () => {
    const made = await clients(
      'atomic',
      Array.from({ length: 20 }, (_, n) => named(`P${n}`)),
    );
    const ids = made.body.results.map(({ record }) => record?.id);
    const turned = [ids, [...ids].reverse(), [...ids.slice(7), ...ids.slice(0, 7)]];
    const answers = await Promise.all(
      turned.map((order, turn) =>
        update(
          'perItem',
          order.map((id) => ({ id, changes: { notes: `turn ${turn}` } })),
        ),
      ),
    );
    expect(answers.map(({ body }) => body.updated)).toEqual([20, 20, 20]);
  });
});

describe('POST /v1/clients/batch/delete', () => {
  itRequires('client.write', 'POST', '/v1/clients/batch/delete', () => ({ api, world }));

  it('deletes each at its version, with an event each, in their order', async () => {
    const made = await clients('atomic', [named('A'), named('B'), named('C')]);
    const [a = 0, b = 0, c = 0] = made.body.results.map(({ record }) => record?.id);
    const items = [{ id: c }, { id: b, version: 9 }, { id: a, version: 1 }, { id: a }, { id: b, changes: {} }];
    const answer = await batch('clients', { mode: 'perItem', items }, {}, '/delete');
    expect(statuses(answer)).toEqual([204, 412, 204, 404, 422]);
    expect(answer.body).toMatchObject({ deleted: 2, refused: 3 });
    expect(answer.body.results[0]).toEqual({ index: 0, status: 204 });
    expect(await names()).toEqual(['B']);
    const deleted = (await api.events()).filter(
      ({ companyId, type }) => companyId === key.companyId && type === 'client.deleted',
    );
    expect(deleted.map(({ data }) => data['name'])).toEqual(['C', 'A']);
  });
});

describe('batches of changes to invoices', () => {
  it.each(['update', 'delete'])('%s requires invoice.write', async (verb) => {
    const reader = await world.key({ scopes: ['invoice.read'] });
    const answer = await reader.call('POST', `/v1/invoices/batch/${verb}`, { body: { mode: 'atomic', items: [{}] } });
    expect(answer.status).toBe(403);
  });

  it('edit and delete drafts only', async () => {
    const records = new Records(key);
    const { id } = await records.client();
    const made = await batch('invoices', { mode: 'atomic', items: [invoiceBody(id), invoiceBody(id)] });
    const [first = 0, second = 0] = made.body.results.map(({ record }) => record?.id);
    const sent = await records.sent();
    const items = [
      { id: first, version: 1, changes: { purchaseOrder: 'PO-1' } },
      { id: sent.id, changes: { purchaseOrder: 'PO-2' } },
    ];
    expect(statuses(await batch('invoices', { mode: 'perItem', items }, {}, '/update'))).toEqual([200, 409]);
    const both = { mode: 'atomic', items: [{ id: second }, { id: sent.id }] };
    expect(statuses(await batch('invoices', both, {}, '/delete'))).toEqual([424, 409]);
    const one = { mode: 'atomic', items: [{ id: second }, { id: first, version: 2 }] };
    expect((await batch('invoices', one, {}, '/delete')).body).toMatchObject({ deleted: 2, refused: 0 });
  });
});
