import type { ClientView } from '@billhook/contract/invoicing/client';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { List } from '../support/lists.js';
import { Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const { api, world } = await startWorld();
let key: KeyCaller;
let records: Records;

beforeEach(async () => {
  key = await world.key();
  records = new Records(key);
});

/** The current time, followed by a pause of one second. */
function tick(): string {
  const now = api.clock.now().toISOString();
  api.clock.advance(1_000);
  return now;
}

const remove = (path: string) => key.call('DELETE', path);

describe('?updatedSince', () => {
  it('returns records created, changed and deleted since then, the oldest change first', async () => {
    const list = new List(key, '/v1/clients');
    const [old, changed, gone] = [await records.client(), await records.client(), await records.client()];
    tick();
    const since = api.clock.now().toISOString();
    const fresh = await records.client();
    tick();
    const deletedAt = tick();
    api.clock.advance(-1_000);
    await remove(`/v1/clients/${gone.id}`);
    tick();
    await key.call('PATCH', `/v1/clients/${changed.id}`, { body: { phone: '1' } });
    const { data, page } = await list.page(`updatedSince=${since}&includeTotal=true`);
    const now = (await key.call('GET', `/v1/clients/${changed.id}`)).body;
    expect(data).toEqual([fresh, { id: gone.id, version: gone.version + 1, deletedAt }, now]);
    expect(data.map(({ id }) => id)).not.toContain(old.id);
    expect(page).toMatchObject({ total: 3, totalCapped: false, hasMore: false });
    expect((await list.page('')).data.map(({ id }) => id)).toEqual([fresh.id, changed.id, old.id]);
  });

  it('includes the exact instant, and any order', async () => {
    const list = new List(key, '/v1/clients');
    const { id, updatedAt } = await records.client();
    for (const sort of ['', '&sort=updatedAt', '&sort=updatedAt,id']) {
      expect((await list.page(`updatedSince=${updatedAt}${sort}`)).data.map((client) => client.id)).toEqual([id]);
    }
    const later = new Date(Date.parse(updatedAt) + 1).toISOString();
    expect((await list.page(`updatedSince=${later}`)).data).toEqual([]);
  });

  it('page by page is the whole, with tombstones in their places, also those of one instant', async () => {
    const list = new List(key, '/v1/clients');
    const since = api.clock.now().toISOString();
    const made: ClientView[] = [];
    for (let n = 0; n < 9; n++) {
      made.push(await records.client());
      if (n % 3 === 2) tick();
    }
    for (const n of [0, 4, 5, 8]) await remove(`/v1/clients/${made[n]?.id}`);
    tick();
    await remove(`/v1/clients/${made[1]?.id}`);
    const whole = (await list.page(`updatedSince=${since}`)).data;
    expect(whole.map(({ id }) => made.findIndex((client) => client.id === id))).toEqual([2, 3, 6, 7, 0, 4, 5, 8, 1]);
    for (const limit of [1, 2, 4]) expect(await list.walk(`updatedSince=${since}`, limit)).toEqual(whole);
  });

  it('shows a deleted payment as a record', async () => {
    const invoice = await records.sent();
    const payment = await records.paid(invoice);
    const since = tick();
    await remove(`/v1/payments/${payment.id}?reason=mistake`);
    const { data } = await new List(key, '/v1/payments').page(`updatedSince=${since}`);
    expect(data).toEqual([expect.objectContaining({ id: payment.id, status: 'Deleted', amount: payment.amount })]);
  });

  it.each([
    ['invoices', (made: Records) => made.draft()],
    ['quotes', (made: Records) => made.quote()],
  ] as const)('returns deleted drafts of %s with any filter, and to no other company', async (resource, make) => {
    const since = tick();
    const { id } = await make(records);
    await remove(`/v1/${resource}/${id}`);
    const tombstone = { id, version: 2, deletedAt: api.clock.now().toISOString() };
    const path = `/v1/${resource}`;
    expect((await new List(key, path).page(`updatedSince=${since}&status=Sent`)).data).toEqual([tombstone]);
    expect((await new List(await world.key(), path).page(`updatedSince=${since}`)).data).toEqual([]);
    expect((await new List(key, path).page('')).data).toEqual([]);
  });
});

describe('a walk during writes', () => {
  it.each(['', 'sort=createdAt', 'sort=-name', 'q=client'])(
    '?%s returns none twice and misses none of the old',
    async (query) => {
      const list = new List(key, '/v1/clients');
      const old: ClientView[] = [];
      for (let n = 0; n < 12; n++) old.push(await records.client({ name: `Client ${n % 4}` }));
      const doomed = [old[3], old[7]].map((client) => client?.id ?? 0);
      let page = 0;
      const seen = await list.walk(query, 3, async () => {
        await Promise.all([records.client({ name: 'Client 0' }), records.client({ name: 'Client 9' })]);
        const id = doomed[page++];
        if (id !== undefined) await remove(`/v1/clients/${id}`);
        // A walk in insertion order has no such problem.
        return page > 20 ? Promise.reject(new Error('the walk does not end')) : undefined;
      });
      const ids = seen.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const kept = old.map(({ id }) => id).filter((id) => !doomed.includes(id));
      expect(kept.filter((id) => !ids.includes(id))).toEqual([]);
    },
  );
});

describe('a company with thousands of invoices', () => {
  const ROWS = 3_000;
  let list: List;

  beforeAll(async () => {
    const own = await world.key();
    list = new List(own, '/v1/invoices');
    const { id } = await new Records(own).draft({ lines: [], issueDate: '2020-01-01' });
    // Copies of one draft: every hundredth is rare.
    await api.database.query({
      name: 'test_thousands',
      text: `INSERT INTO invoices SELECT (jsonb_populate_record(i, jsonb_build_object('id', i.id + n,
          'issue_date', date '2020-01-01' + n, 'due_date', CASE WHEN n % 7 = 0 THEN NULL ELSE date '2020-01-01' + n % 400 END,
          'purchase_order', CASE WHEN n % 100 = 0 AND n < 1500 THEN 'RARE-' || n ELSE 'PO' END,
          'custom_fields', CASE WHEN n % 500 = 0 THEN '{"rare": true}'::jsonb ELSE '{}' END))).*
        FROM invoices i, generate_series(1, $2::int) n WHERE i.id = $1`,
      values: [id, ROWS],
    });
  });

  // Rare ones are beyond the rows that are read first, so only the indexes of the filters find them.
  it.each([
    ['q=rare-', 14],
    ['q=RARE-1400', 1],
    ['customField=rare:true', 6],
    ['purchaseOrder=RARE-200', 1],
    ['issueDateTo=2020-02-01', 32],
    ['q=rare-&issueDateTo=2022-01-01&sort=dueDate', 7],
    ['q=rare-&sort=-dueDate', 14],
    ['q=rare-&sort=-dueDate,id', 14],
    ['status=Draft&purchaseOrder=PO&sort=dueDate&issueDateTo=2021-01-01', 363],
  ])('?%s finds them all, page by page', async (query, count) => {
    const all = await list.walk(query, 100);
    expect(new Set(all.map(({ id }) => id)).size).toBe(count);
    expect(all).toHaveLength(count);
    expect((await list.page(`${query}&includeTotal=true`)).page).toMatchObject({ total: count, totalCapped: false });
    if (count < 20) expect(await list.walk(query, 2)).toEqual(all);
  });

  it('counts up to ten thousand', async () => {
    const counted = async () => (await list.page('includeTotal=true&limit=1')).page;
    expect(await counted()).toMatchObject({ total: ROWS + 1, totalCapped: false });
    await api.database.query({
      name: 'test_more',
      text: `INSERT INTO invoices SELECT (jsonb_populate_record(i, jsonb_build_object('id', i.id + n))).*
        FROM invoices i, generate_series(10001, 17001) n WHERE i.id = (SELECT min(id) FROM invoices WHERE purchase_order = 'PO')`,
    });
    expect(await counted()).toMatchObject({ total: 10_000, totalCapped: true });
    expect((await list.page('includeTotal=true&limit=1&q=RARE-')).page).toMatchObject({
      total: 14,
      totalCapped: false,
    });
  });
});
