import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { StatusCounts } from '@billhook/contract/invoicing/status-counts';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { markOverdueInvoices } from '@billhook/invoicing/invoices/mark-overdue-invoices';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { line } from '../support/bodies.js';
import { countedBy } from '../support/counted-invoices.js';
import { itFinds, itRefuses, List, sorted, WRONG_QUERIES } from '../support/lists.js';
import { Records } from '../support/records.js';
import { itRequires } from '../support/route-cases.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const { api, world } = await startWorld();
let list: List;
let key: KeyCaller;
const ids: Record<string, number> = {};

const LATE = '2998-12-31';
/** At least one invoice per status, each different from the others in its filterable members. */
async function makeAll(records: Records): Promise<void> {
  const { id: lumen } = await records.client({ name: 'Atelier Lumen SARL' });
  const { id: zenith } = await records.client({ name: 'Brasserie Zénith 100%' });
  Object.assign(ids, { lumen, zenith });
  const priced = (unitPrice: string) => [{ ...line, quantity: '1', unitPrice }];
  const add = async (name: string, made: Promise<{ readonly id: number }>) => {
    ids[name] = list.name(name, await made).id;
    // Created one second apart.
    api.clock.advance(1_000);
  };
  await add(
    'draft',
    records.draft({
      clientId: lumen,
      externalId: 'crm/1',
      purchaseOrder: 'PO-7781',
      issueDate: '2026-01-10',
      dueDate: '2026-02-09',
      lines: priced('100'),
      customFields: { costCentre: 'A7', level: 7, urgent: true, nothing: null },
    }),
  );
  await add(
    'sent',
    records.sent({
      clientId: lumen,
      externalId: 'crm/2',
      purchaseOrder: 'PO-77',
      currency: 'USD',
      issueDate: '2026-02-10',
      dueDate: LATE,
      lines: priced('200'),
      customFields: { costCentre: 'A8', level: '7' },
    }),
  );
  const partial = await records.sent({
    clientId: zenith,
    issueDate: '2026-03-10',
    dueDate: LATE,
    lines: priced('300'),
  });
  await add('partial', Promise.resolve(partial));
  await records.paid(partial, '60.00');
  await add(
    'overdue',
    records.sent({ clientId: zenith, issueDate: '2026-04-10', dueDate: '2026-05-10', lines: priced('400') }),
  );
  const paid = await records.sent({ clientId: lumen, issueDate: '2026-05-10', dueDate: LATE, lines: priced('500') });
  await add('paid', Promise.resolve(paid));
  await records.paid(paid);
  const rejected = await records.sent({
    clientId: lumen,
    issueDate: '2026-06-10',
    dueDate: LATE,
    lines: priced('600'),
  });
  await add('rejected', Promise.resolve(rejected));
  await records.act(`/v1/invoices/${rejected.id}/reject`, { code: 'Other' });
  const voided = await records.sent({ clientId: zenith, issueDate: '2026-07-10', dueDate: LATE, lines: priced('700') });
  await add('void', Promise.resolve(voided));
  await records.act(`/v1/invoices/${voided.id}/void`, {});
  const quote = await records.accepted({ clientId: lumen, lines: priced('90') });
  ids['quote'] = quote.id;
  await add('converted', records.convert(quote, { mode: 'Whole', issueDate: '2026-08-10' }));
  await markOverdueInvoices(api.app.get(UnitOfWork), api.app.get(InvoicesRepository), api.clock);
}

beforeAll(async () => {
  key = await world.key();
  list = new List(key, '/v1/invoices');
  const begun = api.clock.now();
  await makeAll(new Records(key));
  // The same in another company, whose records must never appear.
  const own = { names: new Map(list.names), ids: { ...ids } };
  await makeAll(new Records(await world.key()));
  list.names.clear();
  for (const [id, name] of own.names) list.names.set(id, name);
  Object.assign(ids, own.ids);
  api.clock.set(new Date(begun.getTime() + DAY_MS));
});

const suite = () => ({ api, world });
const ALL = ['converted', 'void', 'rejected', 'paid', 'overdue', 'partial', 'sent', 'draft'];
const but = (...names: string[]) => ALL.filter((name) => !names.includes(name));

describe('GET /v1/invoices: filters', () => {
  itRequires('invoice.read', 'GET', '/v1/invoices', suite);

  itFinds(() => list, ids, [
    ['', ALL],
    ['status=Draft', ['converted', 'draft']],
    ['status=Sent', ['sent']],
    ['status=Void&status=Paid', ['void', 'paid']],
    ['status=Paid&status=Paid', ['paid']],
    ['overdue=true', ['overdue']],
    ['overdue=false', but('overdue')],
    ['overdue=true&status=Sent', []],
    ['overdue=false&status=Sent&status=Overdue', ['sent']],
    ['hasBalance=true', ['rejected', 'overdue', 'partial', 'sent']],
    ['hasBalance=false', ['converted', 'void', 'paid', 'draft']],
    ['hasBalance=true&status=Rejected', ['rejected']],
    ['clientId={lumen}', ['converted', 'rejected', 'paid', 'sent', 'draft']],
    ['clientId={zenith}&status=Partial', ['partial']],
    ['clientId=999999999', []],
    ['externalId=crm/1', ['draft']],
    ['externalId=crm', []],
    ['number=INV-2026-00001', ['sent']],
    ['number=INV-2026-0000', []],
    ['currency=USD', ['sent']],
    ['currency=EUR&status=Draft', ['converted', 'draft']],
    ['purchaseOrder=PO-77', ['sent']],
    ['purchaseOrder=PO-7781', ['draft']],
    ['quoteId={quote}', ['converted']],
    ['issueDateFrom=2026-04-10&issueDateTo=2026-06-10', ['rejected', 'paid', 'overdue']],
    ['issueDateFrom=2026-04-11&issueDateTo=2026-06-09', ['paid']],
    ['issueDateFrom=2026-08-10', ['converted']],
    ['issueDateTo=2026-01-10', ['draft']],
    ['dueDateTo=2026-05-10', ['overdue', 'draft']],
    ['dueDateFrom=2026-05-10&dueDateTo=2026-05-10', ['overdue']],
    ['grossFrom=600&grossTo=720.00', ['rejected', 'paid']],
    ['grossFrom=600.01', ['void', 'rejected']],
    ['grossTo=120', ['converted', 'draft']],
    ['customField=costCentre:A7', ['draft']],
    ['customField=level:7', ['sent', 'draft']],
    ['customField=level:7&customField=costCentre:A8', ['sent']],
    ['customField=urgent:true', ['draft']],
    ['customField=nothing:null', ['draft']],
    ['customField=costCentre:A', []],
    ['q=lumen', ['converted', 'rejected', 'paid', 'sent', 'draft']],
    ['q=ZÉNITH', ['void', 'overdue', 'partial']],
    ['q=100%25', ['void', 'overdue', 'partial']],
    ['q=0%25', []],
    ['q=00002', ['partial']],
    ['q=po-77', ['sent', 'draft']],
    ['q=781', ['draft']],
    ['q=77', []],
    ['q=PO', ['sent', 'draft']],
    ['q=br', ['void', 'overdue', 'partial']],
    ['q=lu', ['converted', 'rejected', 'paid', 'sent', 'draft']],
    ['q=lumen&status=Paid&currency=EUR&issueDateFrom=2026-05-01', ['paid']],
    ['q=nowhere', []],
    ['q=_____', []],
    [`q=${encodeURIComponent("'; DROP TABLE invoices")}`, []],
  ]);

  it('createdAfter and createdBefore exclude the exact instant', async () => {
    const { data } = await list.page(`status=Overdue`);
    const { createdAt } = data[0] as unknown as { createdAt: string };
    expect(await list.find(`createdAfter=${createdAt}`)).toEqual(['converted', 'void', 'rejected', 'paid']);
    expect(await list.find(`createdBefore=${createdAt}`)).toEqual(['partial', 'sent', 'draft']);
    expect(await list.find(`createdAfter=${createdAt}&createdBefore=2999-01-01T00:00:00Z&status=Paid`)).toEqual([
      'paid',
    ]);
  });

  it('data of a list equal the responses of the records', async () => {
    for (const record of (await list.page('')).data) {
      expect(record).toEqual((await list.by.call('GET', `/v1/invoices/${record.id}`)).body);
    }
  });

  itRefuses(
    '/v1/invoices',
    [
      ...WRONG_QUERIES,
      ['status=Lost', 'status'],
      ['status=Sent&status=Lost', 'status'],
      ['clientId=abc', 'clientId'],
      ['clientId=1&clientId=2', 'clientId'],
      ['currency=XXY', 'currency'],
      ['overdue=1', 'overdue'],
      ['hasBalance=', 'hasBalance'],
      ['issueDateFrom=2026-02-30', 'issueDateFrom'],
      ['issueDateFrom=2026-03-02&issueDateTo=2026-03-01', 'issueDateFrom'],
      ['dueDateFrom=2026-03-02&dueDateTo=2026-03-01', 'dueDateFrom'],
      ['grossFrom=10&grossTo=9.99', 'grossFrom'],
      ['grossFrom=1e3', 'grossFrom'],
      ['customField=costCentre', 'customField'],
      ['customField=:A7', 'customField'],
      ['customField=a:1&customField=a:2', 'customField'],
      ['customField=a:1&customField=b:2&customField=c:3&customField=d:4', 'customField'],
      ['customField=a:%00', 'customField'],
      ['q=%00%00', 'q'],
      ['sort=name', 'sort'],
    ],
    () => list.by,
  );
});

interface Shown {
  readonly id: number;
  readonly issueDate: string;
  readonly dueDate: string | null;
  readonly number: string | null;
  readonly updatedAt: string;
  readonly createdAt: string;
  readonly totals: { readonly gross: string };
}

describe('GET /v1/invoices: sorting', () => {
  let whole: Shown[];

  beforeAll(async () => {
    whole = (await list.page('limit=100')).data as unknown as Shown[];
    // Some with equal and some with empty values.
    await api.database.query({
      name: 'test_alike',
      text: `UPDATE invoices SET due_date = NULL WHERE id = ANY ($1)`,
      values: [[ids['paid'], ids['draft'], ids['void']]],
    });
    await api.database.query({
      name: 'test_same_day',
      text: `UPDATE invoices SET issue_date = '2026-04-10', updated_at = $2 WHERE id = ANY ($1)`,
      values: [[ids['partial'], ids['overdue'], ids['paid'], ids['void']], api.clock.now()],
    });
    whole = (await list.page('limit=100')).data as unknown as Shown[];
  });

  const MEMBERS: Readonly<Record<string, (invoice: Shown) => string | number | null>> = {
    id: () => null,
    issueDate: ({ issueDate }) => issueDate,
    dueDate: ({ dueDate }) => dueDate,
    number: ({ number }) => number,
    updatedAt: ({ updatedAt }) => updatedAt,
    createdAt: ({ createdAt }) => createdAt,
    gross: ({ totals }) => Number(totals.gross),
  };

  it.each(
    Object.keys(MEMBERS).flatMap((member) =>
      [`${member}`, `-${member}`, ...(member === 'id' ? [] : [`${member},-id`, `-${member},id`, `-${member},-id`])].map(
        (sort): [string, string] => [sort, member],
      ),
    ),
  )('sort=%s, page by page, is the whole in that order', async (sort, member) => {
    const descending = sort.startsWith('-');
    const idDescending = sort.includes(',') ? sort.endsWith('-id') : descending;
    const expected = sorted(whole, MEMBERS[member] ?? (() => null), descending, idDescending);
    for (const limit of [1, 2, 3, 100]) {
      expect((await list.walk(`sort=${sort}`, limit)).map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    }
  });

  it.each(['status=Paid&status=Draft', 'currency=EUR', 'q=lumen', 'hasBalance=false', 'dueDateFrom=2026-01-01'])(
    'a walk through ?%s by due date returns everything',
    async (query) => {
      for (const sort of ['dueDate', '-dueDate', '-dueDate,id']) {
        const all = await list.page(`limit=100&sort=${sort}&${query}`);
        expect(await list.walk(`sort=${sort}&${query}`, 2)).toEqual(all.data);
      }
    },
  );

  it('cursor_mismatch with another order, other filters, another list or another company', async () => {
    const { nextCursor } = (await list.page('limit=1&sort=-issueDate&status=Sent&status=Overdue')).page;
    const good = `limit=2&includeTotal=true&status=Sent&status=Overdue&sort=-issueDate&cursor=${nextCursor}`;
    expect((await list.by.call('GET', `/v1/invoices?${good}`)).status).toBe(200);
    const stranger = await world.key();
    for (const [by, path] of [
      [list.by, `/v1/invoices?${good.replace('-issueDate', 'issueDate')}`],
      [list.by, `/v1/invoices?${good.replace('-issueDate', '-issueDate,id')}`],
      [list.by, `/v1/invoices?${good.replace('status=Overdue', 'status=Paid')}`],
      [list.by, `/v1/invoices?${good}&currency=EUR`],
      [list.by, `/v1/quotes?sort=-issueDate&cursor=${nextCursor}`],
      [stranger, `/v1/invoices?${good}`],
    ] as const) {
      const answer = await by.call('GET', path);
      expect([path, answer.status, answer.body['code']]).toEqual([path, 400, 'cursor_mismatch']);
    }
  });
});

describe('GET /app/invoices/status-counts', () => {
  const path = '/app/invoices/status-counts';
  const read = async (query = '') => {
    const member = await world.member(key.companyId);
    const session = await world.session(member);
    return session.call<StatusCounts>('GET', `${path}?${query}`);
  };

  it('401 without a session, 403 without invoice.read, 400 for a filter that the list does not have', async () => {
    expect((await api.call('GET', path)).status).toBe(401);
    const stranger = await world.member(key.companyId, { permissions: ['client.read'] });
    const refused = await (await world.session(stranger)).call('GET', path);
    expect([refused.status, refused.body['code']]).toEqual([403, 'permission_missing']);
    expect((await read('colour=red')).status).toBe(400);
  });

  it.each(['', 'status=Draft', 'currency=USD', 'q=lumen', 'hasBalance=true', 'issueDateFrom=2026-03-01'])(
    'are those of the list with ?%s, whatever its status',
    async (query) => {
      const filters = query.replace('status=Draft', '');
      const invoices = (await list.page(`limit=100&${filters}`)).data as unknown as InvoiceView[];
      const { body } = await read(query);
      expect(body).toEqual({ capped: false, statuses: countedBy(invoices) });
    },
  );
});
