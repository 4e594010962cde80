import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { describe, expect, it } from '@jest/globals';
import { line } from '../support/bodies.js';
import { changesOf, expectOneStory } from '../support/changes.js';
import { expectLastEvent, itReturns404ForOthers, itRequires } from '../support/route-cases.js';
import { startWithKey } from '../support/start.js';

const { api, world, key, records } = await startWithKey();
const suite = () => ({ api, world });

const convert = <T = ProblemView>({ id }: { id: number }, body: object, by = key) =>
  by.call<T>('POST', `/v1/quotes/${id}/convert`, { body });
const quote = ({ id }: { id: number }) => records.get<QuoteView>(`/v1/quotes/${id}`);
const WHOLE = { mode: 'Whole' };
const days = { lines: [line, { ...line, name: 'Books', quantity: '1', unitPrice: '100.00', taxRate: '5.5' }] };

describe('POST /v1/quotes/{id}/convert', () => {
  itRequires('quote.write', 'POST', '/v1/quotes/999999/convert', suite);
  itReturns404ForOthers(
    { method: 'POST', path: '/v1/quotes', rest: '/convert', body: WHOLE, make: (own) => own.accepted() },
    suite,
  );

  it.each<[string, object | undefined, string, string]>([
    ['no body', undefined, '/mode', 'required'],
    ['an unknown mode', { mode: 'Half' }, '/mode', 'invalid_value'],
    ['a percentage of nothing', { mode: 'Percent', percent: '0' }, '/percent', 'too_small'],
    ['a percentage that rounds to nothing', { mode: 'Percent', percent: '0.0001' }, '/percent', 'too_small'],
    ['an amount of nothing', { mode: 'Amount', amount: '0.00' }, '/amount', 'invalid_decimal'],
    ['digits that the currency has not', { mode: 'Amount', amount: '1.555' }, '/amount', 'wrong_decimals'],
    ['no lines', { mode: 'Lines', lineIds: [] }, '/lineIds', 'too_small'],
    ['a line that is not of the quote', { mode: 'Lines', lineIds: [999_999_999] }, '/lineIds/0', 'unknown_line'],
    ['a member of another mode', { ...WHOLE, percent: '10' }, '/percent', 'unknown_property'],
    [
      'a due date before its date',
      { ...WHOLE, issueDate: '2026-11-02', dueDate: '2026-11-01' },
      '/dueDate',
      'due_before_issue',
    ],
  ])('422 for %s, and nothing is written', async (_, body, pointer, code) => {
    const accepted = await records.accepted();
    const { result, events, lines } = await changesOf(api, () =>
      key.call<ProblemView>('POST', `/v1/quotes/${accepted.id}/convert`, { body }),
    );
    expect(result.status).toBe(422);
    expect(result.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
    expect([events, lines]).toEqual([[], []]);
    expect(await quote(accepted)).toEqual(accepted);
  });

  it("422 for another quote's line, and for a line that is named twice", async () => {
    const [accepted, other] = [await records.accepted(), await records.accepted()];
    const [mine, theirs] = [accepted, other].map(({ lines }) => lines[0]?.id);
    const foreign = await convert(accepted, { mode: 'Lines', lineIds: [mine, theirs] });
    expect(foreign.body.errors).toEqual([expect.objectContaining({ pointer: '/lineIds/1', code: 'unknown_line' })]);
    const twice = await convert(accepted, { mode: 'Lines', lineIds: [mine, mine] });
    expect(twice.body).toMatchObject({ status: 422, code: 'line_invoiced', errors: [{ pointer: '/lineIds/1' }] });
  });

  it('409 for more than the rest, naming it', async () => {
    const accepted = await records.accepted();
    await records.convert(accepted, { mode: 'Percent', percent: '60' });
    const lineIds = accepted.lines.map(({ id }) => id);
    for (const body of [
      WHOLE,
      { mode: 'Percent', percent: '40.01' },
      { mode: 'Amount', amount: '432.01' },
      { mode: 'Lines', lineIds },
    ]) {
      const answer = await convert(accepted, body);
      expect(answer.body).toMatchObject({ status: 409, code: 'over_invoiced', remaining: '432.00', currency: 'EUR' });
    }
    expect((await records.convert(accepted, { mode: 'Amount', amount: '432.00' })).totals.gross).toBe('432.00');
    expect((await quote(accepted)).status).toBe('Invoiced');
  });

  it('409 for an archived client, and for an externalId of another invoice', async () => {
    const accepted = await records.accepted();
    const taken = await records.draft({ externalId: 'erp-1', clientId: accepted.clientId });
    const answer = await convert(accepted, { ...WHOLE, externalId: 'erp-1' });
    expect(answer.body).toMatchObject({ status: 409, code: 'external_id_taken', existingId: taken.id });
    await key.call('DELETE', `/v1/clients/${accepted.clientId}`);
    expect((await convert(accepted, WHOLE)).body).toMatchObject({ status: 409, code: 'client_archived' });
    expect((await quote(accepted)).invoiceIds).toEqual([]);
  });

  it('201 for the whole quote: a draft with every line and adjustment, with events for both', async () => {
    const accepted = await records.accepted({
      ...days,
      ...{
        allowances: [{ percent: '3', reason: 'Loyalty' }],
        roundingIncrement: '0.05',
        terms: 'Net',
        contract: 'C-1',
      },
      ...{ project: 'P-1', notes: ['Thanks'], customFields: { a: 1 }, locale: 'fr', externalId: 'crm-1' },
    });
    const body = { ...WHOLE, externalId: 'erp-2', issueDate: '2026-11-01', dueDate: '2026-12-01' };
    const { result, ...changes } = await changesOf(api, () => convert<InvoiceView>(accepted, body));
    expect(result.status).toBe(201);
    const { totals, taxBreakdown, allowances, terms, contract, project, notes, customFields, locale } = accepted;
    expect(result.body).toMatchObject({
      ...{ totals, taxBreakdown, allowances, terms, contract, project, notes, customFields, locale },
      ...{ status: 'Draft', quoteId: accepted.id, externalId: 'erp-2', issueDate: '2026-11-01', dueDate: '2026-12-01' },
      lines: accepted.lines.map(({ id: _, ...copied }) => copied),
    });
    await expectOneStory({ result, ...changes }, key, key.secret.slice(0, 12));
    expect(changes.events.map(({ type }) => type)).toEqual(['invoice.created', 'quote.updated']);
    expect(changes.lines.map(({ action }) => action)).toEqual(['convert', 'convert']);
    const { gross } = totals;
    expect(await quote(accepted)).toMatchObject({
      ...{ status: 'Invoiced', invoiceIds: [result.body.id], invoicedTotal: gross, remaining: '0.00', version: 4 },
    });
  });

  it.each<[string, object, string, string, string[][]]>([
    [
      'a percentage',
      { mode: 'Percent', percent: '30' },
      '355.65',
      '30 % of quote',
      [
        ['20', '324.00'],
        ['5.5', '31.65'],
      ],
    ],
    [
      'an amount',
      { mode: 'Amount', amount: '100.00' },
      '100.00',
      'Part of quote',
      [
        ['20', '91.10'],
        ['5.5', '8.90'],
      ],
    ],
  ])('201 of %s: a line for each rate, in proportion, with VAT in its price', async (_, body, gross, name, parts) => {
    const accepted = await records.accepted(days);
    expect(accepted.totals.gross).toBe('1185.50');
    const invoice = await records.convert(accepted, body);
    expect(invoice).toMatchObject({ pricesIncludeTax: true, totals: { gross }, allowances: [], charges: [] });
    expect(invoice.lines.map(({ name: label }) => label)).toEqual(parts.map(() => `${name} ${accepted.number}`));
    expect(invoice.lines.map(({ taxRate, gross: part }) => [taxRate, part])).toEqual(parts);
  });

  it('201 in the language of the client', async () => {
    const { id: clientId } = await records.client({ locale: 'fr' });
    const accepted = await records.accepted({ clientId });
    const names = [];
    for (const body of [
      { mode: 'Percent', percent: '30' },
      { mode: 'Amount', amount: '80.00' },
      { mode: 'Remaining' },
    ]) {
      names.push((await records.convert(accepted, body)).lines[0]?.name);
    }
    const { number } = accepted;
    expect(names).toEqual([`30 % du devis ${number}`, `Acompte sur devis ${number}`, `Solde du devis ${number}`]);
  });

  it('201 of selected lines, none of which a second invoice can contain; then the rest', async () => {
    const accepted = await records.accepted(days);
    const [first, last] = accepted.lines.map(({ id }) => id);
    const invoice = await records.convert(accepted, { mode: 'Lines', lineIds: [last] });
    expect(invoice).toMatchObject({ totals: { gross: '105.50' }, lines: [{ name: 'Books', net: '100.00' }] });
    const again = await convert(accepted, { mode: 'Lines', lineIds: [first, last] });
    expect(again.body).toMatchObject({ status: 422, code: 'line_invoiced', errors: [{ pointer: '/lineIds/1' }] });
    expect(await quote(accepted)).toMatchObject({ status: 'Accepted', invoicedTotal: '105.50', remaining: '1080.00' });
    expect((await records.convert(accepted, { mode: 'Remaining' })).totals.gross).toBe('1080.00');
    expect(await quote(accepted)).toMatchObject({ status: 'Invoiced', remaining: '0.00' });
  });

  it('the part of a deleted draft or a void invoice can be invoiced again', async () => {
    const accepted = await records.accepted();
    const lineIds = accepted.lines.map(({ id }) => id);
    const { id } = await records.convert(accepted, { mode: 'Lines', lineIds });
    expect((await quote(accepted)).status).toBe('Invoiced');
    expect((await key.call('DELETE', `/v1/invoices/${id}`)).status).toBe(204);
    expect(await quote(accepted)).toMatchObject({ status: 'Accepted', invoiceIds: [], remaining: '1080.00' });

    const second = await records.convert(accepted, { mode: 'Lines', lineIds });
    await records.send(second);
    await records.act(`/v1/invoices/${second.id}/void`);
    expect(await quote(accepted)).toMatchObject({
      ...{ status: 'Accepted', invoiceIds: [second.id], invoicedTotal: '0.00', remaining: '1080.00' },
    });
    const third = await records.convert(accepted, WHOLE);
    expect(await quote(accepted)).toMatchObject({ status: 'Invoiced', invoiceIds: [second.id, third.id] });
    await expectLastEvent(api, key, 'quote', accepted.id, 'quote.updated');
  });

  it('20 in parallel never invoice more than the quote, and respond only 201 and 409', async () => {
    const accepted = await records.accepted();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => convert<InvoiceView>(accepted, { mode: 'Percent', percent: '15' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(6).fill(201), ...Array(14).fill(409)]);
    expect(await quote(accepted)).toMatchObject({ invoicedTotal: '972.00', remaining: '108.00', status: 'Accepted' });
    const last = await Promise.all([
      convert(accepted, { mode: 'Remaining' }),
      convert(accepted, { mode: 'Remaining' }),
    ]);
    expect(last.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});
