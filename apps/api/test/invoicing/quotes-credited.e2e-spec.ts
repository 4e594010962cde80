import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { describe, expect, it } from '@jest/globals';
import { line } from '../support/bodies.js';
import { changesOf } from '../support/changes.js';
import type { Of } from '../support/records.js';
import { expectLastEvent } from '../support/route-cases.js';
import { startWithKey } from '../support/start.js';

const { api, key, records } = await startWithKey();

/** An item is exchanged for another without VAT: nothing is outstanding, but VAT is due. */
const EXCHANGE = {
  lines: [
    { ...line, quantity: '1', unitPrice: '100.00' },
    { ...line, name: 'Returned', quantity: '-1', unitPrice: '120.00', taxCategory: 'Z', taxRate: '0' },
  ],
};
const PENNIES = {
  roundingIncrement: '0.05',
  lines: [{ ...line, quantity: '1', unitPrice: '0.02', taxCategory: 'Z', taxRate: '0' }],
};

describe('a credit', () => {
  it('of a whole quote: the quote can be invoiced again, with an event', async () => {
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
    await expectLastEvent(api, key, 'quote', id, 'quote.updated');
    expect((await key.call('GET', '/v1/quotes?status=Accepted')).text).toContain(`"id":${id},`);
  });

  it('of the whole amount, but not of each VAT rate: the rest, which adds up to zero, is credited afterwards', async () => {
    const invoice = await records.sent({
      lines: [
        { ...line, quantity: '1', unitPrice: '100.00' },
        { ...line, name: 'Returned', quantity: '-1', unitPrice: '50.00', taxRate: '10' },
      ],
    });
    expect(invoice.totals.gross).toBe('65.00');
    const credit = (lines?: object[]) =>
      key.call<CreditNoteView>('POST', '/v1/credit-notes', {
        body: { invoiceId: invoice.id, reason: { code: 'Return' }, lines },
      });
    const notes = [await credit([{ ...line, quantity: '1', unitPrice: '54.17' }]), await credit()];
    expect(notes.map(({ body }) => body.totals.gross)).toEqual(['65.00', '0.00']);
    expect(notes[1]?.body.taxBreakdown).toMatchObject([
      { rate: '20', taxable: '45.83', tax: '9.17' },
      { rate: '10', taxable: '-50.00', tax: '-5.00' },
    ]);
    expect((await credit()).body).toMatchObject({ status: 409, detail: 'The invoice is fully credited.' });
  });

  it.each<[string, Of, object]>([
    ['though its groups cancel out', EXCHANGE, { net: '-20.00', tax: '20.00', gross: '0.00', due: '0.00' }],
    ['though rounding left nothing to pay', PENNIES, { gross: '0.02', rounding: '-0.02', due: '0.00' }],
    ['though it is free', { lines: [{ ...line, unitPrice: '0.00' }] }, { net: '0.00', gross: '0.00' }],
  ])('an invoice of 0.00 is credited in full, %s, and only once', async (_, body, totals) => {
    const invoice = await records.sent(body);
    expect(invoice).toMatchObject({ status: 'Paid', totals });
    expect(invoice.availableActions).toEqual(
      expect.arrayContaining([
        { action: 'credit', allowed: true, reason: null },
        { action: 'void', allowed: true, reason: null },
      ]),
    );
    const credit = { invoiceId: invoice.id, reason: { code: 'Error' } };
    const { result, events } = await changesOf(api, () =>
      key.call<CreditNoteView>('POST', '/v1/credit-notes', { body: credit }),
    );
    expect(result.body).toMatchObject({ totals: invoice.totals, taxBreakdown: invoice.taxBreakdown });
    expect(events.map(({ type }) => type)).toEqual(['invoice.updated']);
    expect(await records.invoice(invoice.id)).toMatchObject({ status: 'Paid', creditNoteIds: [result.body.id] });
    for (const path of ['/v1/credit-notes', `/v1/invoices/${invoice.id}/void`]) {
      const again = await key.call<ProblemView>('POST', path, { body: path.endsWith('void') ? {} : credit });
      expect(again.body).toMatchObject({
        status: 409,
        code: 'action_not_allowed',
        detail: 'The invoice is fully credited.',
      });
    }
  });

  it.each([
    ['cancels out', EXCHANGE],
    ['is rounded away', PENNIES],
  ])('an invoice that %s is voided', async (_, body) => {
    const invoice = await records.sent(body);
    const voided = await key.call<InvoiceView>('POST', `/v1/invoices/${invoice.id}/void`, { body: {} });
    expect(voided.body).toMatchObject({ status: 'Void', balance: '0.00', amountCredited: '0.00' });
    const [id] = voided.body.creditNoteIds;
    const note = await records.get<CreditNoteView>(`/v1/credit-notes/${id}`);
    expect(note).toMatchObject({ totals: invoice.totals, taxBreakdown: invoice.taxBreakdown });
  });

  it('of a quote of 0.00, in full: the quote can be invoiced again', async () => {
    const { id } = await records.accepted(EXCHANGE);
    const invoice = await records.send(await records.convert({ id }, { mode: 'Whole' }));
    expect((await records.get<QuoteView>(`/v1/quotes/${id}`)).status).toBe('Invoiced');
    await records.act('/v1/credit-notes', { invoiceId: invoice.id, reason: { code: 'Error' } });
    expect((await records.get<QuoteView>(`/v1/quotes/${id}`)).status).toBe('Accepted');
  });

  it('whole: there is nothing left to void', async () => {
    const invoice = await records.sent();
    await records.act(`/v1/invoices/${invoice.id}/reject`, { code: 'Other' });
    await records.act('/v1/credit-notes', { invoiceId: invoice.id, reason: { code: 'Error' } });
    const answer = await key.call<ProblemView>('POST', `/v1/invoices/${invoice.id}/void`);
    expect(answer.body).toMatchObject({
      status: 409,
      code: 'action_not_allowed',
      detail: 'The invoice is fully credited.',
    });
  });
});

describe('a change without an effect', () => {
  it('creates no version and no event', async () => {
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

describe('an externalId in parallel requests', () => {
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
