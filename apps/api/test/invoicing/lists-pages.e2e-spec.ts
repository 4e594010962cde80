import { PLAIN_NAMES, PLAIN_RECORDS } from '@billhook/contract/examples/plain-records';
import { CreateImport } from '@billhook/contract/installation/import';
import type { RecordListOf } from '@billhook/contract/shared/list-query';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { RECORD_NAMES, RESOURCES } from '@billhook/domain/shared/resources';
import { MailOutbox } from '@billhook/mail/mail-outbox';
import { composeMail } from '@billhook/mail/templates/compose-mail';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { signChains } from '../support/document-states.js';
import { List, type Listed } from '../support/lists.js';
import { Records } from '../support/records.js';
import { relayOf } from '../support/relay.js';
import { startWorld } from '../support/start.js';
import { ENDPOINTS, endpointBody } from '../support/webhooks.js';
import type { Caller } from '../support/world.js';

const PUBLIC_URL = 'https://bills.example';
const V1 = [
  ...RECORD_NAMES.map((name) => RESOURCES[name].plural),
  ...[
    'mails',
    'imports',
    'events',
    'webhook-endpoints',
    'chain-entries',
    'checkpoints',
    'reports/receivables/documents',
    'requests',
    'webhook-deliveries',
    'webhook-endpoints/{id}/deliveries',
    'webhook-endpoints/{id}/runs',
  ],
].map((name) => `/v1/${name}`);
const APP = ['/app/api-keys', '/app/company/api-keys', '/app/audit-log'];

const { api, world } = await startWorld({ PUBLIC_URL });
let key: Caller;
let session: Caller;
/** The paths of the subresources of an endpoint contain its id. */
let endpointId: number;

const placed = (path: string): string => path.replace('{id}', String(endpointId));

beforeAll(async () => {
  const owner = await world.member(await world.company());
  key = await world.key({ member: owner });
  session = await world.session(owner);
  for (let n = 0; n < 4; n++) await world.key({ member: owner });
  for (let n = 0; n < 5; n++) {
    endpointId = (await key.call<{ id: number }>('POST', ENDPOINTS, { body: endpointBody })).body.id;
  }
  for (let n = 0; n < 5; n++) await started(endpointId);
  const records = new Records(key);
  const { id: clientId } = await records.client();
  for (let n = 0; n < 5; n++) {
    for (const name of PLAIN_NAMES) await records.act(`/v1/${RESOURCES[name].plural}`, PLAIN_RECORDS[name].body);
    await records.quote({ clientId });
    const invoice = await records.sent({ clientId });
    await records.paid(invoice, '60.00');
    await records.credit(invoice);
    await mailed(owner.companyId, invoice.id);
    await records.act('/v1/imports', CreateImport.meta()?.['example'] as object);
  }
  await signChains(api);
  await api.database.query({
    name: 'test_older_checkpoints',
    text: `INSERT INTO checkpoints (company_id, sequence, hash, signed_at, public_key, signature)
      SELECT company_id, sequence - n, hash, signed_at, public_key, signature FROM checkpoints, generate_series(1, 4) n`,
    values: [],
  });
  await relayOf(api, { fanOut: true, firstWaitMs: 60_000 }).run();
});

/** A run of an endpoint without missed messages completes immediately. */
async function started(id: number): Promise<void> {
  const body = { since: api.clock.now().toISOString() };
  const answer = await key.call('POST', `${ENDPOINTS}/${id}/recover`, { body });
  if (answer.status !== 202) throw new Error(answer.text);
}

/** Puts an email into the outbox, as the send of an invoice does. */
function mailed(companyId: number, recordId: number) {
  const composed = composeMail({
    ...{ kind: 'invoice', locale: 'fr', number: 'INV-1', sellerName: 'Nordlicht', clientName: 'Atelier Lumen' },
    ...{ gross: '1080.00', currency: 'EUR', publicUrl: 'https://bills.example/d/x', replyTo: null, attached: false },
  });
  const whose = { companyId, resource: 'invoice', recordId, recipients: ['a@example.com'], replyTo: null } as const;
  const how = { fromName: 'Nordlicht', locale: 'fr', attachmentName: null, createdBy: 'spec' } as const;
  const outbox = new MailOutbox(false, api.clock);
  return api.within(companyId, () =>
    api.app.get(UnitOfWork).run((tx) => outbox.enqueue(tx, { ...composed, ...whose, ...how })),
  );
}

const callerOf = (path: string) => (path.startsWith('/v1') ? key : session);

describe('every list', () => {
  it('of the API is tested here', async () => {
    const { body } = await api.call<{ paths: Record<string, { get?: { parameters?: { name: string }[] } }> }>(
      'GET',
      '/v1/openapi.json',
    );
    const paged = Object.entries(body.paths).filter(([, { get }]) =>
      get?.parameters?.some(({ name }) => name === 'cursor'),
    );
    expect(paged.map(([path]) => path).sort()).toEqual([...V1].sort());
  });

  it.each([...V1, ...APP])('%s leads forward over all pages, and back over the same pages', async (path) => {
    const list = new List(callerOf(path), placed(path));
    // The requests for pages are requests as well.
    const query = path === '/v1/requests' ? `method=POST&route=${ENDPOINTS}` : '';
    const whole = (await list.page(`limit=100&${query}`)).data;
    expect(whole.length).toBeGreaterThanOrEqual(5);
    for (const limit of [1, 2, 5, 100]) expect(await list.walk(query, limit)).toEqual(whole);
  });
});

describe('an empty page', () => {
  const LIMIT = 2;

  /** Five drafts in pages of two: the pages, and the list. */
  async function drafts(query = '') {
    const own = await world.key();
    const records = new Records(own);
    const { id: clientId } = await records.client();
    const dates = ['2026-01-01', '2026-02-01', '2026-02-01', '2026-04-01', '2026-05-01'];
    for (const issueDate of dates) await records.draft({ clientId, issueDate });
    const list = new List(own, '/v1/invoices');
    const first = await list.at(query, LIMIT, '');
    const second = await list.at(query, LIMIT, first.page.nextCursor ?? '');
    const remove = async ({ data }: RecordListOf<Listed>) => {
      for (const { id } of data) expect((await own.call('DELETE', `/v1/invoices/${id}`)).status).toBe(204);
    };
    return { list, first, second, remove };
  }

  const SORTS = ['', 'sort=issueDate', 'sort=-issueDate,id', 'sort=dueDate', 'sort=-number', 'q=lumen'];

  it.each(SORTS)('?%s still leads back, and forward again', async (query) => {
    const { list, first, second, remove } = await drafts(query);
    await remove(await list.at(query, LIMIT, second.page.nextCursor ?? ''));
    await remove(second);
    const empty = await list.at(query, LIMIT, first.page.nextCursor ?? '');
    expect(empty).toEqual({
      data: [],
      page: { nextCursor: null, prevCursor: expect.any(String), limit: LIMIT, hasMore: false },
    });
    expect(await list.at(query, LIMIT, empty.page.prevCursor ?? '')).toEqual(first);
  });

  it.each(SORTS)('?%s before the others still leads forward', async (query) => {
    const { list, first, second, remove } = await drafts(query);
    await remove(first);
    const empty = await list.at(query, LIMIT, second.page.prevCursor ?? '');
    expect(empty).toEqual({
      data: [],
      page: { nextCursor: expect.any(String), prevCursor: null, limit: LIMIT, hasMore: true },
    });
    expect(await list.at(query, LIMIT, empty.page.nextCursor ?? '')).toEqual(second);
  });

  it('is not the end of records added before it', async () => {
    const { list, second } = await drafts();
    const records = new Records(list.by);
    const fresh = [await records.draft(), await records.draft()].map(({ id }) => id).reverse();
    const back = await list.at('', LIMIT, second.page.prevCursor ?? '');
    const top = await list.at('', LIMIT, back.page.prevCursor ?? '');
    expect(top.data.map(({ id }) => id)).toEqual(fresh);
    expect(top.page.prevCursor).toBeNull();
  });
});

describe('the Link header', () => {
  const linksOf = (header: string | null) =>
    Object.fromEntries([...(header ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, url, rel]) => [rel, url]));

  it('leads to the end and back, with the query of the request', async () => {
    const query = 'limit=2&sort=-issueDate,id&status=Partial&status=Draft&status=Paid&status=Void&q=lumen%20sarl';
    const first = await key.call('GET', `/v1/invoices?${query}`);
    const answers = [first];
    for (let at = first; linksOf(at.headers.get('link'))['next'] !== undefined; answers.push(at)) {
      const { next = '' } = linksOf(at.headers.get('link'));
      expect(next.startsWith(`${PUBLIC_URL}/v1/invoices?${query}&cursor=`)).toBe(true);
      at = await key.call('GET', next.slice(PUBLIC_URL.length));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const [place, { headers }] of answers.entries()) {
      const { prev, first: top = '' } = linksOf(headers.get('link'));
      expect(top).toBe(`${PUBLIC_URL}/v1/invoices?${query}`);
      expect((await key.call('GET', top.slice(PUBLIC_URL.length))).text).toBe(first.text);
      const before = prev && (await key.call('GET', prev.slice(PUBLIC_URL.length))).text;
      expect(before).toBe(answers[place - 1]?.text);
    }
  });

  it.each(V1)('%s has one', async (path) => {
    const at = placed(path);
    const links = linksOf((await key.call('GET', `${at}?limit=1`)).headers.get('link'));
    expect(links).toEqual({
      next: expect.stringContaining(`${PUBLIC_URL}${at}?limit=1&cursor=`),
      first: `${PUBLIC_URL}${at}?limit=1`,
    });
  });

  it('is missing if the response is not a page', async () => {
    for (const path of ['/v1/me/permissions', '/v1/invoices?limit=0', '/v1/invoices?cursor=rubbish']) {
      expect((await key.call('GET', path)).headers.get('link')).toBeNull();
    }
  });
});

describe('400 cursor_mismatch', () => {
  it.each([
    ['nothing', ''],
    ['a dot', '.'],
    ['a word', 'rubbish'],
    ['a shape like ours', 'W10.AAAAAAAAAAAAAAAAAAAAAA'],
    ['a byte of nothing', '%00'],
    ['an emoji', '%F0%9F%98%80'],
    ['half a character', '%ED%A0%80'],
    ['what cannot be unescaped', '%zz'],
    ['five thousand letters', 'x'.repeat(5_000)],
  ])('for a cursor of %s', async (_, cursor) => {
    for (const path of V1) {
      const answer = await key.call('GET', `${placed(path)}?cursor=${cursor}`);
      expect([answer.status, answer.body['code']]).toEqual([400, 'cursor_mismatch']);
    }
  });
});
