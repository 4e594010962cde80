import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProblemView } from '@billhook/contract/problem';
import type { QuoteView } from '@billhook/contract/quote';
import { TestApi } from './support/api.js';
import { line } from './support/bodies.js';
import { expectTold } from './support/guards.js';
import { Records } from './support/records.js';
import { type KeyCaller, World } from './support/world.js';

let api: TestApi;
let key: KeyCaller;
let records: Records;

beforeAll(async () => {
  api = await TestApi.start();
  key = await new World(api).key();
  records = new Records(key);
});
afterAll(() => api.stop());

describe('what is credited', () => {
  it('of a quote, whole: the quote can be invoiced again, and is told so', async () => {
    const { id } = await records.accepted();
    const invoice = await records.send(await records.convert({ id }, { mode: 'Whole' }));
    const reason = { code: 'Error' };
    await records.act('/v1/credit-notes', { invoiceId: invoice.id, reason, lines: [{ ...line, quantity: '1' }] });
    expect((await records.get<QuoteView>(`/v1/quotes/${id}`)).status).toBe('Invoiced');
    await records.act('/v1/credit-notes', { invoiceId: invoice.id, reason });
    expect(await records.get<QuoteView>(`/v1/quotes/${id}`)).toMatchObject({
      status: 'Accepted',
      remaining: '1080.00',
    });
    await expectTold(api, key, 'quote', id, 'quote.updated');
    expect((await key.call('GET', '/v1/quotes?status=Accepted')).text).toContain(`"id":${id},`);
  });

  it('all of the money, but not of each VAT rate: refused, for nobody could credit the rest', async () => {
    const invoice = await records.sent({
      lines: [
        { ...line, quantity: '1', unitPrice: '100.00' },
        { ...line, name: 'Returned', quantity: '-1', unitPrice: '50.00', taxRate: '10' },
      ],
    });
    expect(invoice.totals.gross).toBe('65.00');
    const lines = [{ ...line, quantity: '1', unitPrice: '54.17' }];
    const body = { invoiceId: invoice.id, reason: { code: 'Return' }, lines };
    const answer = await key.call<ProblemView>('POST', '/v1/credit-notes', { body });
    expect(answer.body).toMatchObject({ status: 409, code: 'over_credited' });
    const whole = await key.call('POST', '/v1/credit-notes', { body: { ...body, lines: undefined } });
    expect(whole.status).toBe(201);
  });

  it('whole: there is nothing left to void', async () => {
    const invoice = await records.sent();
    await records.act(`/v1/invoices/${invoice.id}/reject`, { code: 'Other' });
    await records.act('/v1/credit-notes', { invoiceId: invoice.id, reason: { code: 'Error' } });
    const answer = await key.call<ProblemView>('POST', `/v1/invoices/${invoice.id}/void`);
    expect(answer.body).toMatchObject({ status: 409, code: 'action_not_allowed', detail: 'All of it is credited.' });
  });
});

describe('a change that changes nothing', () => {
  it('makes no version and no event', async () => {
    const draft = await records.draft({ purchaseOrder: 'PO-1' });
    const client = await records.client({ phone: '1' });
    const quote = await records.quote({ title: 'Spring' });
    const before = (await api.events()).length;
    const same: [string, object][] = [
      [`/v1/invoices/${draft.id}`, { purchaseOrder: 'PO-1', issueDate: draft.issueDate }],
      [`/v1/clients/${client.id}`, { phone: '1', name: client.name }],
      [`/v1/quotes/${quote.id}`, { title: 'Spring' }],
    ];
    for (const [path, body] of same) {
      expect((await key.call('PATCH', path, { body })).body).toMatchObject({ version: 1 });
    }
    expect((await api.events()).length).toBe(before);
  });
});

describe('an externalId that is asked for at once', () => {
  it('by edits of a draft and by conversions: no request ends in a deadlock', async () => {
    const { id } = await records.accepted();
    const draft = await records.convert({ id }, { mode: 'Percent', percent: '10', externalId: 'twice' });
    const calls = Array.from({ length: 24 }, (_, n) =>
      n % 2 === 0
        ? key.call('PATCH', `/v1/invoices/${draft.id}`, {
            body: { externalId: n % 4 === 0 ? 'twice' : 'other', lines: [{ ...line, quantity: `0.${n + 1}` }] },
          })
        : key.call('POST', `/v1/quotes/${id}/convert`, {
            body: { mode: 'Percent', percent: '1', externalId: n % 3 === 0 ? 'twice' : 'other' },
          }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });
});
