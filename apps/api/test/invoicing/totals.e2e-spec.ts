import type { CompanyTotals } from '@billhook/contract/invoicing/company-totals';
import { COMPANY_TOTALS } from '@billhook/invoicing/totals/company-totals.queries';
import { withCellOf } from '@billhook/testing/test-server';
import { describe, expect, it } from '@jest/globals';
import { line } from '../support/bodies.js';
import { markOverdue } from '../support/document-states.js';
import { Records } from '../support/records.js';
import { startWithKey } from '../support/start.js';

const PATH = '/v1/totals';
const { api, world, key } = await startWithKey('2026-11-21T09:00:00.000Z');

describe('GET /v1/totals', () => {
  it('401 without a key, 403 without invoice.read', async () => {
    expect((await api.call('GET', PATH)).status).toBe(401);
    const member = await world.member(key.companyId);
    const reader = await world.key({ member, scopes: ['payment.read'] });
    const refused = await reader.call('GET', PATH);
    expect([refused.status, refused.body['missing']]).toEqual([403, ['invoice.read']]);
  });

  it.each([
    ['from=2026-11-02&to=2026-11-01', 'to', 'must not be before from'],
    ['from=2000-01-01&to=2026-11-01', 'to', 'must be at most 20 years after from'],
    ['from=2026-02-30', 'from', 'must be a date'],
    ['by=week', 'by', 'must be one of month, year'],
    ['month=2026-11', 'month', ''],
  ])('400 for %s', async (query, parameter, message) => {
    const refused = await key.call<{ errors: object[] }>('GET', `${PATH}?${query}`);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      expect.arrayContaining([expect.objectContaining({ parameter, message: expect.stringContaining(message) })]),
    ]);
  });

  it('adds up what is outstanding now and what happened in a period, for each currency', async () => {
    const owner = await world.key();
    const records = new Records(owner);
    const empty = await records.get<CompanyTotals>(PATH);
    expect(empty).toEqual({ from: '2026-11-01', to: '2026-11-30', currencies: [] });

    const daysOf = async (query: string) => {
      const { from, to } = await records.get<CompanyTotals>(`${PATH}?${query}`);
      return `${from} ${to}`;
    };
    expect([await daysOf('from=2026-03-02'), await daysOf('from=2027-01-15'), await daysOf('to=2026-10-20')]).toEqual([
      ...['2026-03-02 2026-11-30', '2027-01-15 2027-01-31', '2026-10-01 2026-10-20'],
    ]);

    const { id: clientId } = await records.client();
    const dated = (issueDate: string, dueDate: string, more: object = {}) =>
      records.sent({ clientId, issueDate, dueDate, ...more });
    const october = await dated('2026-10-05', '2026-10-20');
    await dated('2026-11-02', '2026-12-02');
    const paid = await dated('2026-11-03', '2026-12-03');
    await records.draft({ clientId });
    await dated('2026-11-04', '2026-12-04', { currency: 'JPY', lines: [{ ...line, quantity: '1', unitPrice: '450' }] });
    await markOverdue(api);
    await records.paid(paid, '1080.00');
    await records.payment({ clientId, currency: 'EUR' }, '20.00');
    const mistaken = await records.payment({ clientId, currency: 'EUR' }, '7.00');
    await owner.call('DELETE', `/v1/payments/${mistaken.id}?reason=Twice`);
    await records.credit(october, { lines: [{ ...line, quantity: '1' }] });
    // Of another company: no sum contains it.
    await new Records(await world.key()).sent();

    const totals = await records.get<CompanyTotals>(`${PATH}?from=2026-10-01&to=2026-11-30&by=month`);
    expect(totals.currencies).toEqual([
      {
        currency: 'EUR',
        // 1080.00 in October less a credit of 540.00, and 1080.00 in November.
        ...{ outstanding: '1620.00', outstandingInvoices: 2, overdue: '540.00', overdueInvoices: 1, credit: '20.00' },
        ...{ invoiced: '3240.00', credited: '540.00', paid: '1100.00' },
        periods: [
          { period: '2026-10', invoiced: '1080.00', credited: '0.00', paid: '0.00' },
          { period: '2026-11', invoiced: '2160.00', credited: '540.00', paid: '1100.00' },
        ],
      },
      {
        currency: 'JPY',
        ...{ outstanding: '540', outstandingInvoices: 1, overdue: '0', overdueInvoices: 0, credit: '0' },
        ...{ invoiced: '540', credited: '0', paid: '0' },
        periods: [{ period: '2026-11', invoiced: '540', credited: '0', paid: '0' }],
      },
    ]);
    const [ofOctober] = (await records.get<CompanyTotals>(`${PATH}?to=2026-10-31`)).currencies;
    expect(ofOctober).toMatchObject({ outstanding: '1620.00', invoiced: '1080.00', paid: '0.00', periods: [] });
    const [ofYear] = (await records.get<CompanyTotals>(`${PATH}?from=2026-01-01&to=2026-12-31&by=year`)).currencies;
    expect(ofYear?.periods).toEqual([{ period: '2026', invoiced: '3240.00', credited: '540.00', paid: '1100.00' }]);

    const member = await world.member(owner.companyId);
    const reader = await world.key({ member, scopes: ['invoice.read'] });
    const [seen] = (await new Records(reader).get<CompanyTotals>(PATH)).currencies;
    expect(seen).toMatchObject({ outstanding: '1620.00', invoiced: '2160.00', credit: null, paid: null });
  });

  it('reads by indexes only', async () => {
    const values = ['1', `'2026-11-01'`, `'2026-11-30'`, '7'];
    const statement = values.reduce((text, value, n) => text.replaceAll(`$${n + 1}`, value), COMPANY_TOTALS);
    const plan = await withCellOf(api.databaseUrl, key.companyId, async (client) => {
      await client.query('SET enable_seqscan = off');
      return (await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement}`)).rows;
    });
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).not.toContain('Seq Scan');
    expect(text).toContain('invoices_with_balance');
  });
});
