import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { describe, expect, it } from '@jest/globals';
import { line } from '../support/bodies.js';
import { changesOf } from '../support/changes.js';
import { expectLastEvent } from '../support/route-cases.js';
import { startWithKey } from '../support/start.js';

const { api, key, records } = await startWithKey();

/** A completely invoiced quote, and its draft. */
async function invoiced(): Promise<{ quote: QuoteView; draft: InvoiceView }> {
  const { id } = await records.accepted();
  const draft = await records.convert({ id }, { mode: 'Whole' });
  return { quote: await records.get<QuoteView>(`/v1/quotes/${id}`), draft };
}

describe('the rest of a quote follows its invoices, with events', () => {
  it.each<[string, string, string, (draft: InvoiceView) => Promise<unknown>]>([
    ['deleted', 'Accepted', '1080.00', ({ id }) => key.call('DELETE', `/v1/invoices/${id}`)],
    [
      'edited to less',
      'Accepted',
      '540.00',
      ({ id }) => key.call('PATCH', `/v1/invoices/${id}`, { body: { lines: [{ ...line, quantity: '1' }] } }),
    ],
  ])('a draft that is %s: %s, %s left', async (_, status, remaining, change) => {
    const { quote, draft } = await invoiced();
    expect([quote.status, quote.remaining]).toEqual(['Invoiced', '0.00']);
    const { events, lines } = await changesOf(api, () => change(draft));
    const after = await records.get<QuoteView>(`/v1/quotes/${quote.id}`);
    expect([after.status, after.remaining, after.version]).toEqual([status, remaining, quote.version + 1]);
    const types = events.filter(({ record }) => record === `quote/${quote.id}`).map(({ type }) => type);
    expect(types).toEqual(['quote.updated']);
    expect(lines.filter(({ record }) => record === `quote/${quote.id}`).map(({ action }) => action)).toEqual([
      'reckon',
    ]);
    await expectLastEvent(api, key, 'quote', quote.id, 'quote.updated');
  });

  it('a sent invoice that is voided returns its part', async () => {
    const { quote, draft } = await invoiced();
    await records.send(draft);
    await records.act(`/v1/invoices/${draft.id}/void`);
    const after = await records.get<QuoteView>(`/v1/quotes/${quote.id}`);
    expect([after.status, after.remaining, after.invoiceIds]).toEqual(['Accepted', '1080.00', [draft.id]]);
    await expectLastEvent(api, key, 'quote', quote.id, 'quote.updated');
  });

  it('an edit without a new amount emits no event of the quote', async () => {
    const { quote, draft } = await invoiced();
    await key.call('PATCH', `/v1/invoices/${draft.id}`, { body: { terms: 'Net 10' } });
    expect((await records.get<QuoteView>(`/v1/quotes/${quote.id}`)).version).toBe(quote.version);
  });

  it.each([
    ['another currency', { currency: 'USD' }, '/currency', 'currency_mismatch'],
    ['another client', {}, '/clientId', 'client_mismatch'],
  ])('422 for %s in the draft', async (_, body, pointer, code) => {
    const { draft } = await invoiced();
    const change = pointer === '/clientId' ? { clientId: (await records.client()).id } : body;
    const answer = await key.call<ProblemView>('PATCH', `/v1/invoices/${draft.id}`, { body: change });
    expect(answer.body).toMatchObject({ status: 422, code });
    expect(answer.body.errors?.[0]?.pointer).toBe(pointer);
  });
});
