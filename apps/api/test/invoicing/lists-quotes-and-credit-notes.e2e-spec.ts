import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { StatusCounts } from '@billhook/contract/invoicing/status-counts';
import { QUOTE_STATUSES } from '@billhook/domain/invoicing/quote';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { line } from '../support/bodies.js';
import { quoteIn } from '../support/document-states.js';
import { gross, itFinds, itRefuses, itSorts, List, member, WRONG_QUERIES } from '../support/lists.js';
import { Records } from '../support/records.js';
import { startWithKey } from '../support/start.js';

const { api, world, key, records } = await startWithKey();

const LATE = '2998-12-31';
const priced = (unitPrice: string) => [{ ...line, quantity: '1', unitPrice }];

/** The same words in another company, whose records must never appear. */
async function makeStrangers(): Promise<void> {
  const strange = new Records(await world.key());
  const { id: clientId } = await strange.client();
  await strange.quote({ clientId, title: 'Spring campaign', externalId: 'q/1', purchaseOrder: 'PO-1' });
  await strange.credit(await strange.sent({ clientId }), { externalId: 'c/1' });
}

beforeAll(async () => {
  await makeStrangers();
});

describe('GET /v1/quotes', () => {
  let list: List;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    list = new List(key, '/v1/quotes');
    const { id: lumen } = await records.client();
    const { id: zenith } = await records.client({ name: 'Brasserie Zénith' });
    Object.assign(ids, { lumen, zenith });
    const base = { clientId: lumen, issueDate: '2026-01-10', lines: priced('100') };
    list.name(
      'draft',
      await records.quote({
        ...base,
        title: 'Spring campaign',
        externalId: 'q/1',
        purchaseOrder: 'PO-1',
        customFields: { lead: 'fair' },
      }),
    );
    api.clock.advance(1_000);
    list.name(
      'sent',
      await records.sentQuote({
        ...base,
        clientId: zenith,
        currency: 'USD',
        lines: priced('200'),
        issueDate: '2026-02-10',
        expiryDate: LATE,
      }),
    );
    list.name(
      'accepted',
      await records.accepted({ ...base, lines: priced('300'), issueDate: '2026-03-10', expiryDate: '2998-01-01' }),
    );
    const whole = list.name(
      'invoiced',
      await records.accepted({ ...base, title: 'Autumn', lines: priced('400'), issueDate: '2026-04-10' }),
    );
    await records.convert(whole, { mode: 'Whole' });
    const declined = list.name(
      'declined',
      await records.sentQuote({ ...base, lines: priced('500'), issueDate: '2026-05-10', expiryDate: LATE }),
    );
    await records.act(`/v1/quotes/${declined.id}/decline`, { code: 'Other' });
  });

  itFinds(() => list, ids, [
    ['', ['declined', 'invoiced', 'accepted', 'sent', 'draft']],
    ['status=Draft', ['draft']],
    ['status=Sent&status=Declined', ['declined', 'sent']],
    ['status=Sent&status=Draft', ['sent', 'draft']],
    ['status=Accepted', ['accepted']],
    ['status=Invoiced&status=Expired', ['invoiced']],
    ['clientId={zenith}', ['sent']],
    ['externalId=q/1', ['draft']],
    ['number=QUO-2026-00001', ['sent']],
    ['currency=USD', ['sent']],
    ['purchaseOrder=PO-1', ['draft']],
    ['customField=lead:fair', ['draft']],
    ['issueDateFrom=2026-02-10&issueDateTo=2026-03-10', ['accepted', 'sent']],
    ['expiryDateTo=2998-01-01', ['accepted']],
    [`expiryDateFrom=2998-01-02`, ['declined', 'sent']],
    ['grossFrom=360&grossTo=480', ['invoiced', 'accepted']],
    ['q=campaign', ['draft']],
    ['q=PO-', ['draft']],
    ['q=zénith', ['sent']],
    ['q=-0000', ['declined', 'invoiced', 'accepted', 'sent']],
    ['q=lumen&status=Declined', ['declined']],
  ]);
  itSorts(() => list, {
    id: () => null,
    issueDate: member('issueDate'),
    expiryDate: member('expiryDate'),
    number: member('number'),
    updatedAt: member('updatedAt'),
    createdAt: member('createdAt'),
    gross,
  });
  itRefuses(
    '/v1/quotes',
    [
      ...WRONG_QUERIES,
      ['status=Paid', 'status'],
      ['sort=dueDate', 'sort'],
      ['expiryDateFrom=2026-03-02&expiryDateTo=2026-03-01', 'expiryDateFrom'],
      ['overdue=true', 'overdue'],
    ],
    () => key,
  );
});

describe('GET /v1/quotes?status=', () => {
  it('finds each quote by the status that it shows', async () => {
    const caller = await world.key();
    for (const status of QUOTE_STATUSES) await quoteIn(status, { api, records: new Records(caller) });
    const list = async (query: string) =>
      (await caller.call<{ data: QuoteView[] }>('GET', `/v1/quotes?limit=100${query}`)).body.data;
    const all = await list('');
    for (const status of QUOTE_STATUSES) {
      const shown = all.filter((quote) => quote.status === status).map(({ id }) => id);
      expect(shown).not.toEqual([]);
      expect([status, (await list(`&status=${status}`)).map(({ id }) => id)]).toEqual([status, shown]);
    }
  });
});

describe('GET /app/quotes/status-counts', () => {
  it.each(['', 'status=Draft', 'currency=USD', 'q=Spring'])('are those of the list with ?%s', async (query) => {
    const filters = query.replace('status=Draft', '');
    const { data } = await new List(key, '/v1/quotes').page(`limit=100&${filters}`);
    const quotes = data as unknown as QuoteView[];
    const session = await world.session(await world.member(key.companyId));
    const { body } = await session.call<StatusCounts>('GET', `/app/quotes/status-counts?${query}`);
    const counted = [...new Set(quotes.map(({ status }) => status))].toSorted();
    expect(body.statuses.map(({ status, count }) => [status, count])).toEqual(
      counted.map((status) => [status, quotes.filter((quote) => quote.status === status).length]),
    );
    const euros = (amounts: readonly string[]) => amounts.reduce((sum, amount) => sum + Number(amount), 0).toFixed(2);
    expect(euros(body.statuses.flatMap(({ amounts }) => amounts.map(({ amount }) => amount)))).toBe(
      euros(quotes.map(({ totals }) => totals.due)),
    );
  });
});

describe('GET /v1/credit-notes', () => {
  let list: List;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    list = new List(key, '/v1/credit-notes');
    const { id: zenith } = await records.client({ name: 'Brasserie Zénith' });
    const first = await records.sent({ dueDate: LATE, lines: priced('100') });
    const second = await records.sent({ clientId: zenith, currency: 'USD', dueDate: LATE, lines: priced('200') });
    Object.assign(ids, { zenith, first: first.id, second: second.id });
    list.name(
      'part',
      await records.credit(first, { lines: priced('40'), externalId: 'c/1', issueDate: first.issueDate }),
    );
    api.clock.advance(1_000);
    list.name('rest', await records.credit(first));
    list.name('dollars', await records.credit(second));
  });

  itFinds(() => list, ids, [
    ['', ['dollars', 'rest', 'part']],
    ['clientId={zenith}', ['dollars']],
    ['invoiceId={first}', ['rest', 'part']],
    ['externalId=c/1', ['part']],
    ['number=CN-2026-00002', ['rest']],
    ['currency=USD', ['dollars']],
    ['grossFrom=48.00&grossTo=48', ['part']],
    ['issueDateTo=1999-12-31', []],
    ['q=zénith', ['dollars']],
    ['q=00001', ['part']],
  ]);
  itSorts(() => list, {
    id: () => null,
    issueDate: member('issueDate'),
    number: member('number'),
    updatedAt: member('updatedAt'),
    gross,
  });
  itRefuses(
    '/v1/credit-notes',
    [...WRONG_QUERIES, ['invoiceId=0', 'invoiceId'], ['sort=createdAt', 'sort'], ['status=Issued', 'status']],
    () => key,
  );

  it.each([
    ['', 3, ['120.00', '240.00']],
    ['currency=USD', 1, ['240.00']],
    ['q=nothing', 0, []],
  ])('are counted and added up by GET /app/credit-notes/status-counts?%s', async (query, count, sums) => {
    const session = await world.session(await world.member(key.companyId));
    const { body } = await session.call<StatusCounts>('GET', `/app/credit-notes/status-counts?${query}`);
    expect(body.statuses.map(({ status, count: counted }) => [status, counted])).toEqual(
      count ? [['Issued', count]] : [],
    );
    expect(body.statuses.flatMap(({ amounts }) => amounts.map(({ amount }) => amount))).toEqual(sums);
  });
});
