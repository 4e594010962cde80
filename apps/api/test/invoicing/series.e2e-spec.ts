import type { SeriesAuditView, SeriesView } from '@billhook/contract/invoicing/series';
import { MEMBER_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { withClient } from '@billhook/testing/test-server';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Records } from '../support/records.js';
import { itReturns404ForOthers, itRequires } from '../support/route-cases.js';
import { startWorld } from '../support/start.js';
import type { Caller, KeyCaller, SeededMember } from '../support/world.js';

const NOW = '2026-11-21T10:30:00.000Z';

const { api, world } = await startWorld();
let owner: SeededMember;
let key: KeyCaller;
let records: Records;
const suite = () => ({ api, world });

beforeEach(async () => {
  api.clock.set(NOW);
  owner = await world.member(await world.company());
  key = await world.key({ member: owner });
  records = new Records(key);
});

const listed = async (by: Caller = key, path = '/v1/series'): Promise<SeriesView[]> =>
  (await by.call<{ data: SeriesView[] }>('GET', path)).body.data;

/** The first series of a kind, which every company has. */
async function first(kind: SeriesView['kind'] = 'Invoice', by: Caller = key): Promise<SeriesView> {
  const found = (await listed(by)).find((series) => series.kind === kind);
  if (!found) throw new Error(`the company has no series of ${kind}`);
  return found;
}

const firstOf = async (own: Records): Promise<SeriesView> => {
  const [series] = (await own.get<{ data: SeriesView[] }>('/v1/series')).data;
  if (!series) throw new Error('the company has no series');
  return series;
};

describe('GET /v1/series', () => {
  itRequires('invoice.read', 'GET', '/v1/series', suite);

  it('200: one per kind from the start, by kind and code, and none of another company', async () => {
    await world.company();
    const series = await listed();
    expect(series).toEqual(
      [
        ['CreditNote', 'CN-{YYYY}-{#####}', 'CN-2026-00001'],
        ['Invoice', 'INV-{YYYY}-{#####}', 'INV-2026-00001'],
        ['Quote', 'QUO-{YYYY}-{#####}', 'QUO-2026-00001'],
      ].map(([kind, pattern, nextNumber]) => ({
        id: expect.any(Number),
        kind,
        code: 'default',
        pattern,
        reset: 'Yearly',
        start: 1,
        nextNumber,
        lastDate: null,
        version: 1,
        createdAt: NOW,
        updatedAt: NOW,
      })),
    );
  });
});

describe('GET /app/series', () => {
  it('401 without a session, also with a key', async () => {
    expect((await api.call('GET', '/app/series')).status).toBe(401);
    expect((await key.call('GET', '/app/series')).status).toBe(401);
  });

  it('403 without invoice.read', async () => {
    const permissions = MEMBER_PERMISSIONS.filter((permission) => permission !== 'invoice.read');
    const by = await world.session(await world.member(owner.companyId, { permissions }));
    expect(await by.call('GET', '/app/series')).toMatchObject({ status: 403, body: { missing: ['invoice.read'] } });
  });

  it('200: the same bytes as for a key under /v1', async () => {
    const session = await world.session(owner);
    const { id } = await first();
    for (const rest of ['', `/${id}`, `/${id}/audit`]) {
      const answer = await session.call('GET', `/app/series${rest}`);
      expect(answer.status).toBe(200);
      expect(answer.text).toBe((await key.call('GET', `/v1/series${rest}`)).text);
    }
  });
});

describe('GET /v1/series/{id}', () => {
  itRequires('invoice.read', 'GET', '/v1/series/999999', suite);
  itReturns404ForOthers({ method: 'GET', path: '/v1/series', make: firstOf }, suite);

  it('200 with the number that a document of today would get, and the last date of its period', async () => {
    const { id } = await first();
    await records.sent({ issueDate: '2025-12-31' });
    await records.sent({ issueDate: '2026-03-01' });
    await records.sent({ issueDate: '2026-11-20' });
    const answer = await key.call<SeriesView>('GET', `/v1/series/${id}`);
    expect(answer.body).toMatchObject({ nextNumber: 'INV-2026-00003', lastDate: '2026-11-20', version: 1 });
    expect(answer.headers.get('etag')).toMatch(/^"1-/);
    const sent = await records.sent();
    expect(sent.number).toBe(answer.body.nextNumber);
  });

  it('200 with the year that the calendar of the company shows', async () => {
    const away = await world.key({ member: await world.member(await world.company({ timeZone: 'America/New_York' })) });
    await new Records(away).sent();
    await records.sent();
    api.clock.set('2026-12-31T23:30:00.000Z');
    expect(await first('Invoice', key)).toMatchObject({ nextNumber: 'INV-2027-00001', lastDate: null });
    expect(await first('Invoice', away)).toMatchObject({ nextNumber: 'INV-2026-00002', lastDate: '2026-11-21' });
    expect([(await records.sent()).number, (await new Records(away).sent()).number]).toEqual([
      'INV-2027-00001',
      'INV-2026-00002',
    ]);
  });
});

describe('GET /v1/series/{id}/audit', () => {
  itRequires('invoice.read', 'GET', '/v1/series/999999/audit', suite);
  itReturns404ForOthers({ method: 'GET', path: '/v1/series', rest: '/audit', make: firstOf }, suite);

  const audited = async (kind: SeriesView['kind'] = 'Invoice'): Promise<SeriesAuditView> =>
    (await key.call<SeriesAuditView>('GET', `/v1/series/${(await first(kind)).id}/audit`)).body;

  const number = (n: number) => `INV-2026-${String(n).padStart(5, '0')}`;

  it('200 without numbers', async () => {
    const { id } = await first();
    expect(await audited()).toEqual({ seriesId: id, continuous: true, periods: [] });
  });

  it('200, period by period, after rejected sends and deletions', async () => {
    for (const issueDate of ['2025-06-01', '2026-01-01', '2026-01-01', '2026-11-21']) await records.sent({ issueDate });
    const late = await records.draft({ issueDate: '2026-01-01' });
    expect((await key.call('POST', `/v1/invoices/${late.id}/send`)).status).toBe(422);
    await key.call('DELETE', `/v1/invoices/${late.id}`);
    await new Records(await world.key()).sent();
    const period = { missing: [], outOfOrder: [], duplicated: [] };
    expect(await audited()).toMatchObject({
      continuous: true,
      periods: [
        {
          ...period,
          period: '2025',
          firstNumber: 'INV-2025-00001',
          lastNumber: 'INV-2025-00001',
          count: 1,
          expected: 1,
        },
        { ...period, period: '2026', firstNumber: number(1), lastNumber: number(3), count: 3, expected: 3 },
      ],
    });
  });

  it('200 for credit notes and for quotes, whose revisions share a number', async () => {
    const invoice = await records.sent();
    expect((await key.call('POST', `/v1/invoices/${invoice.id}/void`)).status).toBeLessThan(300);
    const quote = await records.quote();
    expect((await key.call('POST', `/v1/quotes/${quote.id}/send`)).status).toBe(200);
    const revision = await key.call<{ id: number }>('POST', `/v1/quotes/${quote.id}/revise`);
    expect((await key.call('POST', `/v1/quotes/${revision.body.id}/send`)).status).toBe(200);
    const one = { period: '2026', count: 1, expected: 1, missing: [], outOfOrder: [], duplicated: [] };
    const [note, offer] = ['CN-2026-00001', 'QUO-2026-00001'];
    expect(await audited('CreditNote')).toMatchObject({
      continuous: true,
      periods: [{ ...one, firstNumber: note, lastNumber: note }],
    });
    expect(await audited('Quote')).toMatchObject({
      continuous: true,
      periods: [{ ...one, firstNumber: offer, lastNumber: offer }],
    });
  });

  it('200: continuous for quotes with any dates, because their numbers follow none', async () => {
    for (const issueDate of ['2026-11-20', '2026-11-18']) await records.sentQuote({ issueDate });
    expect(await audited('Quote')).toMatchObject({
      continuous: true,
      periods: [{ count: 2, missing: [], outOfOrder: [] }],
    });
  });

  it('200 with missing and unordered numbers after a manipulation of the database', async () => {
    const { id } = await first();
    const { id: clientId } = await records.client();
    for (let n = 1; n <= 8; n++) await records.sent({ clientId, issueDate: `2026-10-0${n}` });
    await withClient(api.databaseUrl, async (client) => {
      const of = (n: number) => [owner.companyId, number(n)];
      await client.query(`UPDATE invoices SET number = 'X' WHERE company_id = $1 AND number = $2`, of(3));
      await client.query(`UPDATE invoices SET issue_date = '2026-09-30' WHERE company_id = $1 AND number = $2`, of(5));
      await client.query('DELETE FROM number_series_numbers WHERE series_id = $1 AND value IN (1, 7)', [id]);
      await client.query('UPDATE number_series_periods SET next = 200 WHERE series_id = $1', [id]);
    });
    const { continuous, periods } = await audited();
    expect(continuous).toBe(false);
    expect(periods).toEqual([
      {
        period: '2026',
        firstNumber: number(2),
        lastNumber: number(8),
        count: 5,
        expected: 199,
        missing: ['#1', number(3), '#7', ...Array.from({ length: 97 }, (_, n) => `#${n + 9}`)],
        outOfOrder: [number(5)],
        duplicated: [],
      },
    ]);
  });

  it('200 with a number that was assigned twice', async () => {
    const { id } = await first();
    await records.sent();
    await withClient(api.databaseUrl, async (client) => {
      await client.query('UPDATE number_series_periods SET next = 3 WHERE series_id = $1', [id]);
      await client.query(
        `INSERT INTO number_series_numbers SELECT series_id, period, 2, number, issue_date FROM number_series_numbers WHERE series_id = $1`,
        [id],
      );
    });
    expect(await audited()).toMatchObject({ continuous: false, periods: [{ count: 1, expected: 2 }] });
  });

  it('200 with numbers that both an invoice and a credit note have, for either series', async () => {
    const invoice = await records.sent();
    const note = await records.credit(invoice);
    expect(await audited()).toMatchObject({ continuous: true });
    await withClient(api.databaseUrl, async (client) => {
      // As before both kinds shared one number space.
      await client.query(`SET session_replication_role = 'replica'`);
      await client.query('UPDATE credit_notes SET number = $2 WHERE id = $1', [note.id, invoice.number]);
      await client.query('UPDATE number_series_numbers SET number = $2 WHERE number = $1 AND series_id = $3', [
        note.number,
        invoice.number,
        (await first('CreditNote')).id,
      ]);
    });
    for (const kind of ['Invoice', 'CreditNote'] as const) {
      expect(await audited(kind)).toMatchObject({
        continuous: false,
        periods: [{ count: 1, expected: 1, missing: [], duplicated: [invoice.number] }],
      });
    }
  });
});

describe('the number space of a company', () => {
  it('has each number once: no credit note gets the number of an invoice, with any patterns', async () => {
    const session = await world.session(owner);
    const { id } = await first('CreditNote');
    // As before patterns that produce the same numbers were rejected.
    await withClient(api.databaseUrl, (client) =>
      client.query(`UPDATE number_series SET pattern = 'INV-{YYYY}-{####}', start = 10001 WHERE id = $1`, [id]),
    );
    await session.call('PATCH', `/app/series/${(await first()).id}`, { body: { start: 10_001 } });
    const invoice = await records.sent();
    expect(invoice.number).toBe('INV-2026-10001');
    const refused = await key.call('POST', '/v1/credit-notes', {
      body: { invoiceId: invoice.id, reason: { code: 'Return' } },
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'number_taken' } });
    await session.call('PATCH', `/app/series/${id}`, { body: { pattern: 'CN-{YYYY}-{####}' } });
    expect((await records.credit(invoice)).number).toBe('CN-2026-10001');
  });

  it('is kept by the database: a document that changes its number frees the old one, and takes no other', async () => {
    const invoice = await records.sent();
    const note = await records.credit(invoice, { lines: undefined });
    await withClient(api.databaseUrl, async (client) => {
      const rename = (table: string, id: number, number: string | null) =>
        client.query(`UPDATE ${table} SET number = $2 WHERE id = $1`, [id, number]);
      await expect(rename('credit_notes', note.id, invoice.number)).rejects.toThrow('document_numbers_pkey');
      await expect(rename('invoices', invoice.id, note.number)).rejects.toThrow('document_numbers_pkey');
      await rename('invoices', invoice.id, 'OLD-1');
      await rename('credit_notes', note.id, invoice.number);
      await client.query('DELETE FROM credit_note_lines WHERE credit_note_id = $1', [note.id]);
      await client.query('DELETE FROM credit_notes WHERE id = $1', [note.id]);
      await rename('invoices', invoice.id, invoice.number);
    });
    expect((await records.invoice(invoice.id)).number).toBe(invoice.number);
  });
});
