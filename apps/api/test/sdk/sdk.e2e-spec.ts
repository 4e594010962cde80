import { Billhook, ProblemError, type BillhookEvent, type BillhookOptions, type CreateClient } from '@billhook/sdk';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { clientBody as givenBody, invoiceBody } from '../support/bodies.js';
import { relayOf } from '../support/relay.js';
import { World, type KeyCaller } from '../support/world.js';

const clientBody = givenBody as CreateClient;

let api: TestApi;
let world: World;
let key: KeyCaller;
let billhook: Billhook;

beforeAll(async () => {
  api = await TestApi.start();
  world = new World(api);
  key = await world.key();
  billhook = clientOf({});
});
afterAll(() => api.stop());

const clientOf = (options: Partial<BillhookOptions>) =>
  new Billhook({ baseUrl: api.url, apiKey: key.secret, ...options });
const sequence = () => relayOf(api).run();
const errorOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('what is rejected', () => {
  it.each([
    ['no credential', { apiKey: undefined }, 'either apiKey or accessToken'],
    ['two credentials', { accessToken: 'a' }, 'either apiKey or accessToken'],
    ['a URL without a scheme', { baseUrl: 'billing.example.com' }, 'baseUrl must be the URL'],
    ['the URL of the API', { baseUrl: 'https://billing.example.com/v1/' }, 'without /v1'],
  ])('a client with %s', (_, options, message) => {
    expect(() => clientOf(options as Partial<BillhookOptions>)).toThrow(message);
  });

  it('401: a wrong key, which is not sent again', async () => {
    const error = await errorOf(clientOf({ apiKey: 'bhk_wrong' }).me.get());
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ status: 401, code: 'key_truncated' });
  });

  it('a key with a stray line break works; one with a space inside is not sent', async () => {
    expect((await clientOf({ apiKey: `${key.secret}\r\n` }).me.get()).company.id).toBe(key.companyId);
    const error = await errorOf(clientOf({ apiKey: 'bhk_a b' }).me.get());
    expect(error).toMatchObject({ message: expect.stringContaining('contains a space') });
  });

  it('404, and 422 with the errors of the fields', async () => {
    expect(await errorOf(billhook.invoices.get(999_999))).toMatchObject({ status: 404, code: 'not_found' });
    const error = await errorOf(billhook.clients.create({ name: '', kind: 'Business' } as never));
    expect(error).toMatchObject({ status: 422, code: 'invalid_body' });
    if (!(error instanceof ProblemError)) throw error;
    expect(error.errors.map(({ pointer }) => pointer)).toContain('/name');
    expect(error.message).toContain('/name: ');
    expect(error.requestId).toMatch(/^req_/);
  });

  it('a call without the id of its path', () => {
    expect(() => billhook.clients.get(undefined as never)).toThrow('GET /v1/clients/{id} needs id');
  });
});

describe('records', () => {
  it('creates, reads, changes by ETag and deletes', async () => {
    const created = await billhook.clients.create(clientBody);
    const { data, etag, requestId } = await billhook.clients.get(created.id).withResponse();
    expect([data.name, requestId]).toEqual([created.name, expect.stringMatching(/^req_/)]);
    const changed = await billhook.clients.update(created.id, { name: 'Renamed' }, { ifMatch: etag ?? '' });
    expect(changed.name).toBe('Renamed');
    const late = await errorOf(billhook.clients.update(created.id, { name: 'Late' }, { ifMatch: etag ?? '' }));
    expect(late).toMatchObject({ status: 412, code: 'version_mismatch' });
    expect(await billhook.clients.delete(created.id)).toBeUndefined();
  });

  it('writes nothing with dryRun', async () => {
    const before = (await billhook.clients.list({ includeTotal: true })).page.total;
    expect((await billhook.clients.create(clientBody, { dryRun: true })).name).toBe(clientBody.name);
    expect((await billhook.clients.list({ includeTotal: true })).page.total).toBe(before);
  });

  it('replays a write with the same idempotency key', async () => {
    const options = { idempotencyKey: 'order-7781' };
    const first = await billhook.clients.create(clientBody, options).withResponse();
    const second = await billhook.clients.create(clientBody, options).withResponse();
    expect([second.data.id, first.replayed, second.replayed]).toEqual([first.data.id, false, true]);
  });

  it('creates a batch, and reads a PDF', async () => {
    const { results } = await billhook.clients.createBatch({ mode: 'atomic', items: [clientBody, clientBody] });
    expect(results.map(({ status }) => status)).toEqual([201, 201]);
    const client = await billhook.clients.create(clientBody);
    const invoice = await billhook.invoices.create(invoiceBody(client.id));
    const pdf = await billhook.invoices.pdf(invoice.id);
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it('calls any operation by its path', async () => {
    expect(await billhook.request('get', '/v1/me')).toMatchObject({ company: { id: key.companyId } });
  });
});

describe('lists', () => {
  it('iterate over all records and pages', async () => {
    const own = new Billhook({ baseUrl: api.url, apiKey: (await world.key()).secret });
    for (let n = 0; n < 7; n++) await own.clients.create({ ...clientBody, name: `Client ${n}` });
    const names: string[] = [];
    for await (const client of own.clients.list({ limit: 3, sort: 'name' }))
      names.push('name' in client ? String(client.name) : '');
    expect(names).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => `Client ${n}`));
    const sizes: number[] = [];
    for await (const { data } of own.clients.list({ limit: 3 }).pages()) sizes.push(data.length);
    expect(sizes).toEqual([3, 3, 1]);
    expect((await own.clients.list({ limit: 2 })).data).toHaveLength(2);
  });

  it('of events continue after a position', async () => {
    const caller = await world.key();
    const own = new Billhook({ baseUrl: api.url, apiKey: caller.secret });
    for (let n = 0; n < 5; n++) await own.clients.create(clientBody);
    await sequence();
    const seen: string[] = [];
    for await (const { type } of own.events.list({ after: 'beginning', limit: 2 })) seen.push(type);
    expect(seen).toEqual(Array.from({ length: 5 }, () => 'client.created'));
    const [newest] = (await own.events.list({ limit: 1 })).data;
    expect(await own.events.get(newest?.id ?? '')).toEqual(newest);
  });
});

describe('following events', () => {
  it('continues without a gap or a repeat when the API restarts', async () => {
    const caller = await world.key();
    let beside = await TestApi.beside(api);
    const port = new URL(beside.url).port;
    const own = new Billhook({ baseUrl: beside.url, apiKey: caller.secret });
    const writer = new Billhook({ baseUrl: api.url, apiKey: caller.secret });
    const stop = new AbortController();
    const seen: BillhookEvent[] = [];
    let opened = 0;
    const following = (async () => {
      const options = {
        types: ['client.created'] as const,
        after: 'beginning',
        signal: stop.signal,
        onOpen: () => void opened++,
      };
      for await (const event of own.events.follow(options)) {
        seen.push(event);
        if (seen.length === 4) stop.abort();
      }
    })();
    const create = async (name: string) => {
      await writer.clients.create({ ...clientBody, name });
      await sequence();
    };
    await create('One');
    await create('Two');
    while (seen.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    await beside.stop();
    await create('Three');
    beside = await TestApi.beside(api, { PORT: port });
    await create('Four');
    await following;
    await beside.stop();
    expect(seen.map(({ data }) => (data && 'name' in data ? data.name : null))).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
    ]);
    expect(opened).toBeGreaterThanOrEqual(2);
  });

  it('ends with a rejection that does not pass', async () => {
    const blind = await world.key({ scopes: ['client.read'] });
    const own = new Billhook({ baseUrl: api.url, apiKey: blind.secret });
    const first = own.events.follow()[Symbol.asyncIterator]().next();
    expect(await errorOf(first)).toMatchObject({ status: 403, code: 'insufficient_scope' });
  });
});
