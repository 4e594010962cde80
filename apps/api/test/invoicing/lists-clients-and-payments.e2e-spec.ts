import type { PaymentView } from '@billhook/contract/invoicing/payment';
import type { StatusCounts } from '@billhook/contract/invoicing/status-counts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { itFinds, itRefuses, itSorts, List, member, WRONG_QUERIES } from '../support/lists.js';
import { Records } from '../support/records.js';
import { itRequires } from '../support/route-cases.js';
import { startWithKey } from '../support/start.js';

const { api, world, key, records } = await startWithKey();

const suite = () => ({ api, world });
const paymentBody = (clientId: number, more: object = {}) => ({
  clientId,
  currency: 'EUR',
  amount: '100.00',
  date: '2026-03-01',
  ...more,
});

/** The same words in another company, whose records must never appear. */
async function makeStrangers(): Promise<void> {
  const strange = new Records(await world.key());
  const { id } = await strange.client({ externalId: 'crm/1', email: 'one@lumen.example' });
  await strange.act('/v1/payments', paymentBody(id, { reference: 'Transfer 4711', externalId: 'p/1' }));
}

beforeAll(async () => {
  await makeStrangers();
});

describe('GET /v1/clients', () => {
  let list: List;

  beforeAll(async () => {
    const own = await world.key();
    const make = new Records(own);
    list = new List(own, '/v1/clients');
    list.name(
      'lumen',
      await make.client({
        externalId: 'crm/1',
        email: 'One@lumen.example',
        tradingName: 'Lumen Lights',
        currency: 'EUR',
        customFields: { tier: 'gold' },
      }),
    );
    api.clock.advance(1_000);
    list.name(
      'zenith',
      await make.client({
        name: 'brasserie Zénith',
        kind: 'Individual',
        vatNumber: 'FR83404833048',
        externalId: 'lumen_2',
      }),
    );
    api.clock.advance(1_000);
    list.name(
      'alpha',
      await make.client({ name: 'Alpha & Co', kind: 'Public', currency: 'USD', email: 'ten@alpha.example' }),
    );
    const archived = list.name('archived', await make.client({ name: 'Älter Handel' }));
    await own.call('PATCH', `/v1/clients/${archived.id}`, { body: { status: 'Archived' } });
  });

  itRequires('client.read', 'GET', '/v1/clients', suite);

  itFinds(() => list, {}, [
    ['', ['archived', 'alpha', 'zenith', 'lumen']],
    ['status=Archived', ['archived']],
    ['status=Active&kind=Public', ['alpha']],
    ['kind=Individual', ['zenith']],
    ['externalId=crm/1', ['lumen']],
    ['email=one@LUMEN.example', ['lumen']],
    ['email=one@lumen.exampl', []],
    ['vatNumber=FR83404833048', ['zenith']],
    ['currency=USD', ['alpha']],
    ['customField=tier:gold', ['lumen']],
    ['q=lumen', ['zenith', 'lumen']],
    ['q=lights', ['lumen']],
    ['q=n@alpha', ['alpha']],
    ['q=ÄLT', ['archived']],
    ['q=lumen_', ['zenith']],
    ['q=lumen&kind=Individual', ['zenith']],
    ['q=al', ['archived', 'alpha']],
    ['q=ze', ['zenith']],
    ['q=zé', ['zenith']],
  ]);
  itSorts(() => list, {
    id: () => null,
    name: (client) => String(client['name']).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
    updatedAt: member('updatedAt'),
    createdAt: member('createdAt'),
  });
  itRefuses(
    '/v1/clients',
    [
      ...WRONG_QUERIES,
      ['status=Lost', 'status'],
      ['kind=Robot', 'kind'],
      ['email=nobody', 'email'],
      ['sort=email', 'sort'],
      ['clientId=1', 'clientId'],
    ],
    () => list.by,
  );
});

describe('GET /v1/payments', () => {
  let list: List;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    list = new List(key, '/v1/payments');
    const invoice = await records.sent({ dueDate: '2998-12-31' });
    const { id: zenith } = await records.client({ name: 'Brasserie Zénith' });
    Object.assign(ids, { zenith, invoice: invoice.id });
    list.name(
      'whole',
      await records.act(
        '/v1/payments',
        paymentBody(invoice.clientId, {
          amount: '80.00',
          externalId: 'p/1',
          method: 'Card',
          allocations: [{ invoiceId: invoice.id, amount: '80.00' }],
        }),
      ),
    );
    api.clock.advance(1_000);
    list.name(
      'credit',
      await records.act('/v1/payments', paymentBody(zenith, { reference: 'Transfer 4711', date: '2026-04-01' })),
    );
    list.name(
      'refund',
      await records.act('/v1/payments', paymentBody(zenith, { kind: 'Refund', amount: '30.00', date: '2026-05-01' })),
    );
    list.name(
      'dollars',
      await records.act('/v1/payments', paymentBody(zenith, { currency: 'USD', amount: '9.50', date: '2026-06-01' })),
    );
    const gone = list.name(
      'deleted',
      await records.act<{ id: number }>('/v1/payments', paymentBody(zenith, { amount: '100.01', date: '2026-04-01' })),
    );
    api.clock.advance(1_000);
    await key.call('DELETE', `/v1/payments/${gone.id}?reason=mistake`);
  });

  it('are counted and added up by status, without the refunds, whatever status the list has', async () => {
    const session = await world.session(await world.member(key.companyId));
    const counts = async (query: string) =>
      (await session.call<StatusCounts>('GET', `/app/payments/status-counts?${query}`)).body.statuses;
    const { data } = await list.page('limit=100');
    const payments = data as unknown as PaymentView[];
    const sums = (status: string, currency: string) =>
      payments
        .filter((payment) => payment.status === status && payment.currency === currency)
        .reduce((sum, { kind, amount }) => sum + Number(kind === 'Refund' ? `-${amount}` : amount), 0)
        .toFixed(2);
    const expected = [
      { status: 'Deleted', amounts: [{ currency: 'EUR', amount: sums('Deleted', 'EUR') }] },
      {
        status: 'Recorded',
        amounts: ['EUR', 'USD'].map((currency) => ({ currency, amount: sums('Recorded', currency) })),
      },
    ];
    for (const query of ['', 'status=Deleted']) expect(await counts(query)).toMatchObject(expected);
    expect(await counts('currency=USD')).toMatchObject([{ status: 'Recorded', count: 1 }]);
  });

  itFinds(() => list, ids, [
    ['', ['deleted', 'dollars', 'refund', 'credit', 'whole']],
    ['status=Deleted', ['deleted']],
    ['kind=Refund', ['refund']],
    ['clientId={zenith}&status=Recorded', ['dollars', 'refund', 'credit']],
    ['invoiceId={invoice}', ['whole']],
    ['externalId=p/1', ['whole']],
    ['currency=USD', ['dollars']],
    ['method=Card', ['whole']],
    ['reference=Transfer 4711', ['credit']],
    ['reference=Transfer', []],
    ['dateFrom=2026-04-01&dateTo=2026-05-01', ['deleted', 'refund', 'credit']],
    ['amountFrom=100&amountTo=100', ['credit']],
    ['amountTo=30', ['dollars', 'refund']],
    ['unallocated=true', ['dollars', 'credit']],
    ['unallocated=false', ['deleted', 'refund', 'whole']],
    ['q=4711', ['credit']],
    ['q=zéni&kind=Payment', ['deleted', 'dollars', 'credit']],
    ['q=lumen', ['whole']],
  ]);
  itSorts(() => list, {
    id: () => null,
    date: member('date'),
    amount: (payment) => Number(payment['amount']),
    updatedAt: member('updatedAt'),
    createdAt: member('createdAt'),
  });
  itRefuses(
    '/v1/payments',
    [
      ...WRONG_QUERIES,
      ['kind=Gift', 'kind'],
      ['invoiceId=x', 'invoiceId'],
      ['amountFrom=2&amountTo=1', 'amountFrom'],
      ['dateFrom=2026-03-02&dateTo=2026-03-01', 'dateFrom'],
      ['unallocated=some', 'unallocated'],
      ['customField=a:b', 'customField'],
      ['sort=gross', 'sort'],
    ],
    () => key,
  );
});
