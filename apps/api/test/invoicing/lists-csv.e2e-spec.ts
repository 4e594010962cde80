import { RECORD_VIEWS } from '@billhook/contract/webhooks/event';
import { RESOURCES, resourcesWith } from '@billhook/domain/shared/resources';
import { isFullRun } from '@billhook/testing/full-run';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { FastifyRequest } from 'fastify';
import { CallerRecheckService } from '../../src/access/caller-recheck.service.js';
import { KeyLookup, SessionLookup } from '../../src/access/lookups.js';
import { csvColumnsOf } from '../../src/invoicing/records/csv-columns.rules.js';
import type { Principal } from '../../src/request/principal.js';
import { Records } from '../support/records.js';
import { itRequires } from '../support/route-cases.js';
import { startWithKey } from '../support/start.js';

/*
 * Every list with pages can be exported as CSV: the rows of the list, in its order.
 */

const { api, world, key, records } = await startWithKey();
const suite = () => ({ api, world });

/** More rows than a batch of the export. */
const MANY = isFullRun ? 10_000 : 600;

/** From where a caller sent its request. */
const ORIGIN = { ip: '127.0.0.1', userAgent: null, requestId: 'req_test' };

const NAME = '=HYPERLINK("https://evil.example", "Lumen")';

const rowsOf = (text: string): Record<string, string>[] => parse(text, { columns: true, bom: true });

async function exported(path: string): Promise<Record<string, string>[]> {
  const answer = await key.call('GET', path);
  if (answer.status !== 200) throw new Error(answer.text);
  return rowsOf(answer.text);
}

beforeAll(async () => {
  const strange = new Records(await world.key());
  await strange.sent();
  const client = await records.client({ name: NAME });
  const invoice = await records.sent({ clientId: client.id, customFields: { costCentre: 'A7' } });
  await records.sent({
    clientId: client.id,
    lines: [{ name: 'Discount', quantity: '1', unitPrice: '200', taxCategory: 'S', taxRate: '20' }],
  });
  await records.draft({ clientId: client.id, privateNotes: 'Two lines,\nand a "quote"' });
  await records.sentQuote({ clientId: client.id });
  await records.paid(invoice, '60.00');
  await records.credit(await records.sent({ clientId: client.id }));
});

describe.each(resourcesWith('hasPages').map((name) => RESOURCES[name]))(
  'GET /v1/$plural/export',
  ({ plural, read }) => {
    const path = `/v1/${plural}/export`;

    itRequires(read, 'GET', path, suite);

    it.each(['colour=red', 'limit=10', 'cursor=x', 'includeTotal=true'])('400 for ?%s', async (query) => {
      const answer = await key.call('GET', `${path}?${query}`);
      expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_query']);
    });

    it('returns the rows of the list in its order, also to the screens', async () => {
      const answer = await key.call('GET', path);
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
      expect(answer.headers.get('content-disposition')).toMatch(
        new RegExp(`^attachment; filename="${plural}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
      );
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const { body } = await key.call<{ data: { id: number }[] }>('GET', `/v1/${plural}?limit=100`);
      expect(rowsOf(answer.text).map(({ id }) => Number(id))).toEqual(body.data.map(({ id }) => id));
      const session = await world.session(await world.member(key.companyId));
      expect((await session.call('GET', `/app/${plural}/export`)).text).toBe(answer.text);
    });

    it('has only a header, the same one, if nothing matches', async () => {
      const stranger = await world.key();
      const [header = ''] = (await key.call('GET', path)).text.split('\r\n');
      expect((await stranger.call('GET', path)).text).toBe(`${header}\r\n`);
    });
  },
);

describe('the lines of an export', () => {
  it('have the members of the record, of its objects, and its lists of values', () => {
    const names = csvColumnsOf(RECORD_VIEWS.invoice).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['id', 'number', 'totals.gross', 'balance', 'customFields', 'notes']));
    expect(names.filter((name) => /^(lines|taxBreakdown|expanded)/.test(name))).toEqual([]);
  });

  it('quote, and defuse a formula', async () => {
    const { text } = await key.call('GET', '/v1/clients/export');
    expect(text).toContain(`"'${NAME.replaceAll('"', '""')}"`);
    const [row] = rowsOf(text);
    expect(row?.['name']).toBe(`'${NAME}`);
    expect(row?.['billingAddress.country']).toBe('FR');
  });

  it('are those of the filters and the order of the list', async () => {
    const drafts = await exported('/v1/invoices/export?status=Draft');
    expect(drafts.map(({ status, number, privateNotes }) => [status, number, privateNotes])).toEqual([
      ['Draft', '', 'Two lines,\nand a "quote"'],
    ]);
    const sorted = await exported('/v1/invoices/export?sort=gross,id');
    const { body } = await key.call<{ data: { id: number }[] }>('GET', '/v1/invoices?limit=100&sort=gross,id');
    expect(sorted.map(({ id }) => Number(id))).toEqual(body.data.map(({ id }) => id));
    const [paid] = await exported('/v1/payments/export');
    expect(paid).toMatchObject({ amount: '60.00', currency: 'EUR' });
  });

  it('of emails leave out those about quotes without quote.read', async () => {
    const reader = await world.key({ member: await world.member(key.companyId), scopes: ['invoice.read'] });
    const mails = rowsOf((await reader.call('GET', '/v1/mails/export')).text);
    expect(mails.filter(({ resource }) => resource === 'quote')).toEqual([]);
  });
});

describe('a long export', () => {
  beforeAll(async () => {
    await api.database.query({
      name: 'test_many_clients',
      text: `INSERT INTO clients SELECT new.* FROM clients c, generate_series(1, $2::int) n,
        jsonb_populate_record(c, jsonb_build_object('id', 1000000 + n, 'name', 'Client ' || n, 'external_id', null)) new
        WHERE c.id = (SELECT min(id) FROM clients WHERE company_id = $1)`,
      values: [key.companyId, MANY],
    });
  });

  it(`has each of ${MANY} rows once`, async () => {
    const ids = (await exported('/v1/clients/export')).map(({ id }) => Number(id));
    expect([ids.length, new Set(ids).size]).toEqual([MANY + 1, MANY + 1]);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });

  it.each(['key', 'session'] as const)('checks the permission of a %s again after each part', async (kind) => {
    const member = await world.member(key.companyId);
    const { secret } = await world.key({ member });
    const id = (await world.session(member)).cookie.split('=')[1] ?? '';
    const authorization = [`Bearer ${secret}`];
    const request = { sessionId: id, raw: { headersDistinct: { authorization } } } as unknown as FastifyRequest;
    const found =
      kind === 'session'
        ? await api.app.get(SessionLookup).find(id)
        : await api.app.get(KeyLookup).find(secret, ORIGIN);
    if (!found) throw new Error('no caller');
    const caller = { ...found, origin: ORIGIN } as Principal;
    const again = () => api.app.get(CallerRecheckService).again(caller, request, 'client.read');
    expect(await again()).toMatchObject({ memberId: member.id });
    await api.database.query({
      name: 'test_fewer',
      text: `UPDATE members SET permissions = '{invoice.read}' WHERE id = $1`,
      values: [member.id],
    });
    await expect(again()).rejects.toThrow();
  });
});
