import type { CompanyTotals } from '@billhook/contract/invoicing/company-totals';
import type { PaymentView } from '@billhook/contract/invoicing/payment';
import type { ReceivableDocument, ReceivablesView } from '@billhook/contract/invoicing/receivables';
import type { ListOf } from '@billhook/contract/shared/page';
import type { Edge } from '@billhook/db/lists/sort';
import { SettlementEntries1700000000095 } from '@billhook/db/migrations/0095-settlement-entries';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { AGING_BUCKET_NAMES, UNALLOCATED_CREDIT } from '@billhook/domain/invoicing/aging';
import { updateTenants } from '@billhook/identity/companies/tenants.repository';
import { ReceivablesQueries } from '@billhook/invoicing/reports/receivables.queries';
import { addMissingEntries } from '@billhook/invoicing/settlements/add-missing-entries';
import { isFullRun } from '@billhook/testing/full-run';
import { withClient } from '@billhook/testing/test-server';
import { describe, expect, it } from '@jest/globals';
import { line } from '../support/bodies.js';
import { withCellRunner } from '../support/cell-runner.js';
import { readBooks, recompute, type WriteOffDates } from '../support/receivables-recomputed.js';
import { MONTH_ENDS, ReceivablesYear } from '../support/receivables-year.js';
import { Records } from '../support/records.js';
import { Sandboxes } from '../support/sandboxes.js';
import { startWithKey } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const PATH = '/v1/reports/receivables';
const { api, world, key } = await startWithKey('2026-11-21T09:00:00.000Z');

const on = (day: string) => api.clock.set(`${day}T09:00:00.000Z`);

/** The sums of a currency that are not zero, as text. */
async function sumsOn(by: KeyCaller, at: string, currency = 'EUR'): Promise<Record<string, string>> {
  const report = await new Records(by).get<ReceivablesView>(`${PATH}?at=${at}`);
  const found = report.currencies.find((each) => each.currency === currency);
  if (!found) return {};
  const { buckets, credit, outstanding, total } = found;
  const parts = [...buckets, { bucket: 'Credit', ...credit }].filter(({ documents }) => documents > 0);
  return { ...Object.fromEntries(parts.map(({ bucket, amount }) => [bucket, amount])), outstanding, total };
}

const documentsOf = async (by: KeyCaller, query: string) =>
  (await new Records(by).get<ListOf<ReceivableDocument>>(`${PATH}/documents?${query}`)).data;

describe.each([PATH, `${PATH}/documents`])('GET %s', (path) => {
  it('401 without a key, 403 without invoice.read or payment.read', async () => {
    expect((await api.call('GET', path)).status).toBe(401);
    for (const missing of ['invoice.read', 'payment.read'] as const) {
      const member = await world.member(key.companyId);
      const scopes = [missing === 'invoice.read' ? 'payment.read' : 'invoice.read'] as const;
      const refused = await (await world.key({ member, scopes })).call('GET', path);
      expect([refused.status, refused.body['missing']]).toEqual([403, [missing]]);
    }
  });

  it.each([
    ['at=2026-11-22', 'at', 'must not be after today, 2026-11-21'],
    ['at=2026-02-30', 'at', 'must be a date'],
    ['at=yesterday', 'at', 'must be a date'],
    ['by=client', 'by', ''],
  ])('400 for %s', async (query, parameter, message) => {
    on('2026-11-21');
    const refused = await key.call<{ errors: object[] }>('GET', `${path}?${query}`);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      expect.arrayContaining([expect.objectContaining({ parameter, message: expect.stringContaining(message) })]),
    ]);
  });
});

describe('GET /v1/reports/receivables/documents', () => {
  it('400 for other filters', async () => {
    for (const query of ['bucket=Overdue', 'currency=EURO', 'clientId=x', 'limit=101', 'cursor=x.y']) {
      expect((await key.call('GET', `${PATH}/documents?${query}`)).status).toBe(400);
    }
  });
});

describe('receivables as of a day', () => {
  it('counts each document from its date, by age, with the documents behind each sum', async () => {
    const by = await world.key();
    const records = new Records(by);
    on('2026-01-10');
    expect(await records.get<ReceivablesView>(PATH)).toEqual({ at: '2026-01-10', currencies: [] });
    const { id: clientId } = await records.client({ name: 'Lumen' });
    const issue = (issueDate: string, dueDate: string | undefined, more: object = {}) =>
      records.sent({ clientId, issueDate, dueDate, ...more });

    const first = await issue('2026-01-05', '2026-01-31');
    on('2026-02-10');
    const second = await issue('2026-02-01', '2026-02-10');
    await records.draft({ clientId, issueDate: '2026-02-01' });
    on('2026-03-05');
    // Recorded in March with its own date in February: the report as of February contains it.
    const pay = (amount: string, date: string, allocations: object[] = []) =>
      records.act<PaymentView>('/v1/payments', { clientId, currency: 'EUR', amount, date, allocations });
    const paid = await pay('700.00', '2026-02-20', [{ invoiceId: first.id, amount: '500.00' }]);
    on('2026-05-02');
    await records.act(`/v1/payments/${paid.id}/allocate`, { allocations: [{ invoiceId: second.id, amount: '80.00' }] });
    await records.credit(second, { issueDate: '2026-04-30', lines: [{ ...line, quantity: '1' }] });
    on('2026-06-15');
    await by.call('DELETE', `/v1/payments/${paid.id}?reason=Twice`);
    await records.act(`/v1/invoices/${second.id}/write-off`, { reason: 'Insolvent', date: '2026-06-10' });
    on('2026-06-20');
    await records.act(`/v1/invoices/${second.id}/reopen`, { reason: 'Paid after all' });
    await records.act(`/v1/invoices/${first.id}/postpone`, { dueDate: '2026-12-31', reason: 'Agreed' });
    on('2026-07-01');
    await records.act(`/v1/invoices/${first.id}/void`, { code: 'Other', text: 'Wrong client' });

    const expected: Readonly<Record<string, Record<string, string>>> = {
      '2026-01-04': {},
      '2026-01-31': { NotDue: '1080.00', outstanding: '1080.00', total: '1080.00' },
      '2026-02-10': { NotDue: '1080.00', Days1To30: '1080.00', outstanding: '2160.00', total: '2160.00' },
      '2026-02-20': { Days1To30: '1660.00', Credit: '200.00', outstanding: '1660.00', total: '1460.00' },
      '2026-03-13': { Days31To60: '1660.00', Credit: '200.00', outstanding: '1660.00', total: '1460.00' },
      '2026-05-02': {
        Days61To90: '460.00',
        Over90: '580.00',
        Credit: '120.00',
        outstanding: '1040.00',
        total: '920.00',
      },
      // The payment counts until its deletion, and the write-off until it is reopened.
      '2026-06-14': { Over90: '580.00', Credit: '200.00', outstanding: '580.00', total: '380.00' },
      '2026-06-15': { Over90: '1080.00', outstanding: '1080.00', total: '1080.00' },
      '2026-06-19': { Over90: '1080.00', outstanding: '1080.00', total: '1080.00' },
      '2026-06-20': { NotDue: '1080.00', Over90: '540.00', outstanding: '1620.00', total: '1620.00' },
      '2026-06-30': { NotDue: '1080.00', Over90: '540.00', outstanding: '1620.00', total: '1620.00' },
      '2026-07-01': { Over90: '540.00', outstanding: '540.00', total: '540.00' },
    };
    const found: Record<string, Record<string, string>> = {};
    for (const day of Object.keys(expected)) found[day] = await sumsOn(by, day);
    expect(found).toEqual(expected);

    const ofClient = { clientId, clientName: 'Lumen', currency: 'EUR' };
    const credit = { ...ofClient, resource: 'payment', id: paid.id, number: null, date: '2026-02-20', dueDate: null };
    const ofFirst = { ...ofClient, resource: 'invoice', id: first.id, number: first.number, date: '2026-01-05' };
    const ofSecond = { ...ofClient, resource: 'invoice', id: second.id, number: second.number, date: '2026-02-01' };
    const inMay = [
      { ...ofFirst, dueDate: '2026-01-31', daysOverdue: 91, amount: '580.00', bucket: 'Over90' },
      { ...ofSecond, dueDate: '2026-02-10', daysOverdue: 81, amount: '460.00', bucket: 'Days61To90' },
      { ...credit, daysOverdue: 0, amount: '120.00', bucket: 'Credit' },
    ];
    expect(await documentsOf(by, 'at=2026-05-02')).toEqual(inMay);
    expect(await documentsOf(by, 'at=2026-05-02&bucket=Days61To90')).toEqual([inMay[1]]);
    expect(await documentsOf(by, `at=2026-05-02&currency=EUR&clientId=${clientId}`)).toEqual(inMay);
    expect(await documentsOf(by, `at=2026-05-02&currency=JPY`)).toEqual([]);
    expect(await documentsOf(by, `at=2026-05-02&clientId=${(await records.client()).id}`)).toEqual([]);
    // Written off and paid on the same days: what exceeds the invoice is credit.
    expect(await documentsOf(by, 'at=2026-06-14&bucket=Credit')).toEqual([
      { ...ofSecond, dueDate: '2026-02-10', daysOverdue: 0, amount: '80.00', bucket: 'Credit' },
      { ...credit, daysOverdue: 0, amount: '120.00', bucket: 'Credit' },
    ]);

    // Forwards and back, one at a time.
    const page = (query: string) =>
      records.get<ListOf<ReceivableDocument>>(`${PATH}/documents?at=2026-05-02&limit=1${query}`);
    const pages = [await page('')];
    for (let last = pages[0]; last?.page.nextCursor; last = pages.at(-1))
      pages.push(await page(`&cursor=${last.page.nextCursor}`));
    expect(pages.flatMap(({ data }) => data)).toEqual(inMay);
    const back = await page(`&cursor=${pages[2]?.page.prevCursor ?? ''}`);
    expect(back.data).toEqual([inMay[1]]);
    expect((await page(`&cursor=${back.page.prevCursor ?? ''}`)).data).toEqual([inMay[0]]);
    const elsewhere = await by.call(
      'GET',
      `${PATH}/documents?at=2026-05-03&limit=1&cursor=${pages[0]?.page.nextCursor ?? ''}`,
    );
    expect([elsewhere.status, elsewhere.body['code']]).toEqual([400, 'cursor_mismatch']);
  });
});

it('has the same pages, whether the next invoices by due date are enough, or everything is read', async () => {
  const by = await world.key();
  const records = new Records(by);
  on('2026-03-31');
  const { id: clientId } = await records.client();
  const sent = async (dueDate?: string, more: object = {}) =>
    records.sent({ clientId, issueDate: '2026-01-02', dueDate, ...more });
  const paid = await sent('2026-01-05');
  await records.act('/v1/payments', {
    ...{ clientId, currency: 'EUR', amount: '2000.00', date: '2026-02-01' },
    allocations: [{ invoiceId: paid.id, amount: '1080.00' }],
  });
  for (const dueDate of ['2026-01-10', '2026-01-20', '2026-03-20', '2026-04-20']) await sent(dueDate);
  await sent('2026-01-30', { clientId: (await records.client()).id, currency: 'USD' });
  await sent();
  const later = [await sent('2026-01-25'), await sent('2026-01-26')];
  on('2026-04-15');
  for (const { id } of later)
    await records.act(`/v1/invoices/${id}/postpone`, { dueDate: '2026-12-31', reason: 'Agreed' });
  for (const at of ['2026-03-31', '2026-04-15']) await expectSamePages(by.companyId, at);
  expect(await documentsOf(by, 'at=2026-03-31')).toHaveLength(9);
});

it('has the day of the clock of a sandbox, and only its documents', async () => {
  on('2026-11-21');
  const owner = await world.member(await world.company());
  const { key: inside } = await new Sandboxes(api, world).ready(await world.session(owner));
  await new Records(await world.key({ member: owner })).sent();
  await rewrite(`UPDATE companies SET clock_offset = 864000000 WHERE kind = 'Sandbox'`);
  await api.cells.each(() => updateTenants(api.database));
  const report = await new Records(inside).get<ReceivablesView>(PATH);
  expect(report).toEqual({ at: '2026-12-01', currencies: [] });
  expect((await inside.call('GET', `${PATH}?at=2026-12-02`)).status).toBe(400);
});

/** The sums in cents by currency and bucket, and the same of the documents behind them. */
async function reportedOn(by: KeyCaller, at: string): Promise<[sums: object, documents: object]> {
  const records = new Records(by);
  const cents = (amount: string) => Math.round(Number(amount) * 100);
  const { currencies } = await records.get<ReceivablesView>(`${PATH}?at=${at}`);
  const sums = currencies.flatMap(({ currency, buckets, credit }) =>
    [...buckets, { bucket: 'Credit', ...credit }].map(
      ({ bucket, amount }) => [`${currency} ${bucket}`, cents(amount)] as const,
    ),
  );
  const documents: Record<string, number> = {};
  for (let cursor = ''; ;) {
    const { data, page } = await records.get<ListOf<ReceivableDocument>>(
      `${PATH}/documents?at=${at}&limit=100${cursor}`,
    );
    for (const { currency, bucket, amount } of data)
      documents[`${currency} ${bucket}`] = (documents[`${currency} ${bucket}`] ?? 0) + cents(amount);
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  const present = (entries: readonly (readonly [string, number])[]) =>
    Object.fromEntries(entries.filter(([, amount]) => amount !== 0));
  return [present(sums), present(Object.entries(documents))];
}

/** The pages, forwards and back, are parts of what is read as a whole, however few invoices by due date are read first. */
const expectSamePages = (companyId: number, at: string): Promise<void> =>
  api.within(companyId, () => expectPages(companyId, at));

async function expectPages(companyId: number, at: string): Promise<void> {
  const reports = api.app.get(ReceivablesQueries, { strict: false });
  const day = { companyId, at, timeZone: 'Europe/Paris' };
  const all = await reports.documents(day, {}, { limit: 1_000, from: undefined }, 0);
  const buckets = [...AGING_BUCKET_NAMES, UNALLOCATED_CREDIT] as const;
  const filtered: Parameters<ReceivablesQueries['documents']>[1][] = [
    ...[{}, { currency: 'EUR' as const }, { clientId: all.entries[0]?.row.clientId }],
    ...buckets.map((bucket) => ({ bucket })),
  ];
  for (const filters of filtered) {
    const expected = all.entries.filter(({ row }) =>
      Object.entries(filters).every(([name, value]) => row[name as 'bucket'] === value),
    );
    for (const near of [1, undefined]) {
      const limit = 2;
      const read = (from: Edge | undefined) => reports.documents(day, filters, { limit, from }, near);
      const forwards = [];
      for (let page = await read(undefined); ;) {
        forwards.push(...page.entries);
        const last = page.entries.at(-1);
        if (!page.hasMore || !last) break;
        page = await read({ ...last.position, back: false, including: false });
      }
      expect([at, filters, near, forwards]).toEqual([at, filters, near, expected]);
      for (const [n, { position }] of expected.entries()) {
        const back = await read({ ...position, back: true, including: false });
        expect([at, filters, near, back.entries]).toEqual([
          at,
          filters,
          near,
          expected.slice(Math.max(0, n - limit), n),
        ]);
        expect(back.hasPrevious).toBe(n > limit);
      }
    }
  }
}

describe.each(isFullRun ? [1, 2, 3, 4] : [2])('a generated year, seed %i', (seed) => {
  it('has the receivables of each month end that records and timelines give, before and after an upgrade', async () => {
    const by = await world.key();
    const records = new Records(by);
    const year = new ReceivablesYear(api, by, seed);
    await year.play(isFullRun ? 240 : 96, async (day) => {
      // On its last day, each month agrees with the balances that the records have then.
      const report = await records.get<ReceivablesView>(PATH);
      const totals = await records.get<CompanyTotals>('/v1/totals');
      const owed = (currencies: readonly { outstanding: string }[]) =>
        currencies.map(({ outstanding }) => Number(outstanding)).filter((amount) => amount > 0);
      expect([report.at, owed(report.currencies)]).toEqual([day, owed(totals.currencies)]);
    });
    expect(year.done).toBeGreaterThan(isFullRun ? 100 : 40);
    const books = await readBooks(by);
    const expectAll = async (writeOffDates: WriteOffDates) => {
      for (const day of MONTH_ENDS) {
        const expected = recompute(books, day, writeOffDates);
        expect([day, ...(await reportedOn(by, day))]).toEqual([day, expected, expected]);
      }
    };
    await expectAll(year.writeOffs);
    for (const at of isFullRun ? MONTH_ENDS : []) await expectSamePages(by.companyId, at);

    // As in a database of an earlier release: the days follow from the timelines, but for the date of a write-off that was reopened.
    await rewrite('DELETE FROM settlement_entries');
    await rewrite('DELETE FROM postponements');
    await withCellRunner(api, by.companyId, (runner) => new SettlementEntries1700000000095().up(runner));
    const standing = books.invoices.flatMap(({ id, writeOff, lived }): [number, (string | undefined)[]][] => {
      const count = lived.filter(({ action }) => action === 'writeOff').length;
      return writeOff ? [[id, [...Array.from({ length: count - 1 }, () => undefined), writeOff.date]]] : [];
    });
    await expectAll(new Map(standing));

    // As after programs of an earlier release: what they did not write is added once, and today's figures are right.
    const [before] = await reportedOn(by, '2026-12-31');
    for (const isUpgrading of [false, true]) {
      await rewrite('DELETE FROM settlement_entries WHERE id % 2 = 0');
      // During the upgrade, however long ago they wrote it.
      await rewrite(`UPDATE invoices SET updated_at = '${isUpgrading ? '2026-01-01' : '2026-12-31'}'`);
      const counts = [];
      for (let round = 0; round < 2; round++) {
        await api.within(by.companyId, () => addMissingEntries(api.app.get(UnitOfWork), api.clock, { isUpgrading }));
        counts.push(await rewrite('SELECT count(*)::int AS count FROM settlement_entries'));
      }
      expect(counts[1]).toEqual(counts[0]);
      expect((await reportedOn(by, '2026-12-31'))[0]).toEqual(before);
    }
  });
});

const rewrite = (text: string): Promise<object[]> =>
  withClient(api.databaseUrl, async (client) => (await client.query<object>(text)).rows);
