import type { CalculationView } from '@billhook/contract/invoicing/calculation';
import type { InvoicePreviewView, InvoiceView, ValidationView } from '@billhook/contract/invoicing/invoice';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { requiredTerms } from '@billhook/domain/invoicing/legal-texts';
import { addDays } from '@billhook/domain/shared/calendar';
import { describe, expect, it } from '@jest/globals';
import { rowCounts } from '../support/audit-rows.js';
import { invoiceBody, line } from '../support/bodies.js';
import { changesOf, expectOneStory } from '../support/changes.js';
import { Records } from '../support/records.js';
import { expectLastEvent, itReturns404ForOthers, itRequires } from '../support/route-cases.js';
import { startWithKey } from '../support/start.js';

const TODAY = '2026-11-21';

const { api, world, key, records } = await startWithKey(`${TODAY}T10:30:00.000Z`);
const suite = () => ({ api, world });

const preview = <T = InvoicePreviewView>(body: object) => key.call<T>('POST', '/v1/invoices/preview', { body });

/** With the sentences that the law of France requires. */
const TERMS = requiredTerms('FR')?.en;
/** The warning of a company without a bank account. */
const UNPAYABLE = expect.objectContaining({ pointer: '/paymentMeans', code: 'payment_account_missing' });

/** Every rounded value of a total. */
const rich = {
  lines: [
    { ...line, quantity: '3', unitPrice: '19.995', discount: { percent: '10' } },
    { ...line, quantity: '1', unitPrice: '0.33', taxRate: '5.5', charges: [{ amount: '0.10' }] },
    { ...line, quantity: '-1', unitPrice: '2.00' },
  ],
  allowances: [{ percent: '2.5', reason: 'Loyalty' }],
  charges: [{ amount: '4.90', taxCategory: 'S', taxRate: '20' }],
  roundingIncrement: '0.05',
};

describe('POST /v1/invoices/preview', () => {
  itRequires('invoice.read', 'POST', '/v1/invoices/preview', suite);

  it.each<[string, object, string, string]>([
    ['an unknown client', { clientId: 999_999_999 }, '/clientId', 'unknown_client'],
    ['a JSON number', { lines: [{ ...line, quantity: 2 }] }, '/lines/0/quantity', 'invalid_type'],
    ['no rate', { lines: [{ ...line, taxRate: undefined }] }, '/lines/0/taxRate', 'tax_rate_required'],
    ['a due date before its date', { issueDate: TODAY, dueDate: '2026-11-20' }, '/dueDate', 'due_before_issue'],
    ['another total', { expectedTotal: '1080.01' }, '/expectedTotal', 'total_mismatch'],
  ])('422 for %s, with the error of the create', async (_, change, pointer, code) => {
    const { id } = await records.client();
    const body = { ...invoiceBody(id), ...change };
    const answer = await preview<ProblemView>(body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
    const created = await key.call<ProblemView>('POST', '/v1/invoices', { body });
    expect(answer.body.errors).toEqual(created.body.errors);
  });

  it('409 for an archived client', async () => {
    const { clientId } = await records.draft();
    await key.call('DELETE', `/v1/clients/${clientId}`);
    const answer = await preview<ProblemView>(invoiceBody(clientId));
    expect(answer.body).toMatchObject({ status: 409, code: 'client_archived' });
  });

  it.each([
    ['prices without VAT', {}],
    ['prices with VAT', { pricesIncludeTax: true }],
  ])('200: the response of the create, and no row of any table: %s', async (_, change) => {
    const { id } = await records.client({ paymentTerms: { days: 30 } });
    const body = { ...invoiceBody(id), ...rich, ...change, terms: TERMS };
    const before = await rowCounts(api);
    const answer = await preview(body);
    expect(answer.status).toBe(200);
    expect(await rowCounts(api)).toEqual(before);
    const { sendable, faults, warnings, lines, ...computed } = answer.body;
    const draft = await records.draft(body);
    expect(draft).toMatchObject({ ...computed, lines });
    expect(draft.dueDate).toBe(addDays(TODAY, 30));
    expect({ sendable, faults, warnings }).toEqual({ sendable: true, faults: [], warnings: [UNPAYABLE] });
    expect((await records.send(draft)).totals).toEqual(answer.body.totals);
  });

  it('200 with every error that a send would report', async () => {
    const { id } = await records.client({ vatNumber: undefined });
    const negative = { ...line, quantity: '-1', taxCategory: 'AE', taxRate: '0', exemptionReason: 'Article 138' };
    const body = { ...invoiceBody(id), issueDate: '2026-11-22', lines: [negative] };
    const { body: view } = await preview(body);
    expect(view.sendable).toBe(false);
    expect(view.faults.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/lines/0/taxCategory', 'buyer_vat_number_required'],
      ['/issueDate', 'date_in_future'],
      ['/lines', 'total_negative'],
    ]);
    const draft = await records.draft(body);
    const refused = await key.call<ProblemView>('POST', `/v1/invoices/${draft.id}/send`);
    expect(refused.body.errors).toEqual(view.faults);
  });

  it('200 for a taken externalId, which only the create rejects', async () => {
    const { clientId } = await records.draft({ externalId: 'erp-1' });
    expect((await preview({ ...invoiceBody(clientId), externalId: 'erp-1' })).status).toBe(200);
  });
});

describe('POST /v1/invoices/{id}/validate', () => {
  itRequires('invoice.read', 'POST', '/v1/invoices/999999/validate', suite);
  itReturns404ForOthers({ method: 'POST', path: '/v1/invoices', rest: '/validate', make: (own) => own.draft() }, suite);

  const validate = <T = ValidationView>(id: number) => key.call<T>('POST', `/v1/invoices/${id}/validate`);

  it('409 for a sent document, and for an archived client', async () => {
    const sent = await records.sent();
    const answer = await validate<ProblemView>(sent.id);
    expect(answer.body).toMatchObject({ status: 409, code: 'action_not_allowed', currentStatus: 'Sent' });
    const draft = await records.draft();
    await key.call('DELETE', `/v1/clients/${draft.clientId}`);
    expect((await validate<ProblemView>(draft.id)).body).toMatchObject({ status: 409, code: 'client_archived' });
  });

  it('200 with the errors of its number series: an unknown code, a date before its last one', async () => {
    const own = new Records(await world.key());
    const sent = await own.sent({ issueDate: '2026-11-20' });
    const errorsOf = async (body: object) => {
      const draft = await own.draft({ clientId: sent.clientId, ...body });
      const { faults } = await own.act<{ faults: { pointer: string; code: string }[] }>(
        `/v1/invoices/${draft.id}/validate`,
      );
      return faults.map(({ pointer, code }) => [pointer, code]);
    };
    expect(await errorsOf({ series: 'nope' })).toEqual([['/series', 'unknown_series']]);
    expect(await errorsOf({ issueDate: '2026-11-19' })).toEqual([['/issueDate', 'date_before_series']]);
    expect(await errorsOf({ issueDate: '2026-11-20' })).toEqual([]);
    expect(await errorsOf({ issueDate: '2025-12-31' })).toEqual([]);
  });

  it('200 with the errors of a send, and nothing written', async () => {
    const [good, bad] = [await records.draft({ terms: TERMS }), await records.draft({ lines: [] })];
    expect((await validate(good.id)).body).toEqual({ sendable: true, faults: [], warnings: [UNPAYABLE] });
    const { result, events, lines } = await changesOf(api, () => validate(bad.id));
    expect(result.body).toMatchObject({ sendable: false, faults: [{ pointer: '/lines', code: 'lines_missing' }] });
    expect([events, lines]).toEqual([[], []]);
    const refused = await key.call<ProblemView>('POST', `/v1/invoices/${bad.id}/send`);
    expect(refused.body.errors).toEqual(result.body.faults);
  });
});

describe('GET /v1/invoices/{id}/calculation', () => {
  itRequires('invoice.read', 'GET', '/v1/invoices/999999/calculation', suite);
  itReturns404ForOthers(
    { method: 'GET', path: '/v1/invoices', rest: '/calculation', make: (own) => own.draft() },
    suite,
  );

  it.each([
    ['prices without VAT', {}],
    ['prices with VAT', { pricesIncludeTax: true }],
    ['yen', { currency: 'JPY', roundingIncrement: '5', charges: [], lines: [{ ...line, unitPrice: '333.3' }] }],
  ])('200: rounded values equal those of the invoice: %s', async (_, change) => {
    const invoice = await records.draft({ ...rich, ...change });
    const { steps, totals, taxBreakdown, currency } = await records.get<CalculationView>(
      `/v1/invoices/${invoice.id}/calculation`,
    );
    expect({ totals, taxBreakdown, currency }).toEqual({
      totals: invoice.totals,
      taxBreakdown: invoice.taxBreakdown,
      currency: invoice.currency,
    });
    const at = (step: string, pointer: string) => steps.find((each) => each.step === step && each.pointer === pointer);
    for (const name of ['lineNet', 'net', 'tax', 'gross', 'due'] as const) {
      expect([name, at('Sum', `/totals/${name}`)?.rounded]).toEqual([name, totals[name]]);
    }
    expect(at('CashRounding', '/totals/rounding')?.rounded).toBe(totals.due);
    for (const [n, { tax }] of taxBreakdown.entries()) {
      expect(at('Tax', `/taxBreakdown/${n}`)?.rounded).toBe(tax);
    }
    const net = invoice.pricesIncludeTax ? 'Spread' : 'LineNet';
    for (const [n, each] of invoice.lines.entries()) {
      expect(at(net, `/lines/${n}`)?.rounded).toBe(each.net);
      expect(at('LineTax', `/lines/${n}`)?.rounded).toBe(each.tax);
    }
  });
});

describe('expectedTotal', () => {
  const create = (body: object) => key.call<ProblemView>('POST', '/v1/invoices', { body });
  const thirds = [line, line, line].map((each) => ({ ...each, quantity: '1', unitPrice: '0.33' }));

  it.each<[string, object, string, string, object[]]>([
    [
      'VAT was rounded on each line',
      { lines: thirds },
      '1.20',
      'LineTaxRounded',
      [{ pointer: '/lines/2', figure: 'tax', net: '0.33', tax: '0.06', theirs: '0.07' }],
    ],
    ['VAT was left out', {}, '900.00', 'TaxIncludedOrNot', [{ pointer: '/lines/0', figure: 'net', theirs: '750.00' }]],
    ['the allowance was forgotten', { allowances: [{ percent: '10' }] }, '1080.00', 'AllowanceIgnored', []],
    ['nobody knows why', {}, '17.00', 'Unknown', []],
  ])('rejected and explained: %s', async (_, change, expectedTotal, cause, lines) => {
    const { id } = await records.client();
    const { body } = await create({ ...invoiceBody(id), ...change, expectedTotal });
    expect(body).toMatchObject({ status: 422, code: 'total_mismatch', cause, expectedTotal, lines });
    expect(body.errors).toEqual([expect.objectContaining({ pointer: '/expectedTotal', code: 'total_mismatch' })]);
    for (const total of [expectedTotal, String(body['computedTotal'])]) expect(body.detail).toContain(total);
    expect(body['taxBreakdown']).toHaveLength(1);
    const right = await create({ ...invoiceBody(id), ...change, expectedTotal: body['computedTotal'] });
    expect(right.status).toBe(201);
  });

  it('is checked in the same way by an edit and by a quote', async () => {
    const { id, clientId } = await records.draft();
    const wrong = { expectedTotal: '900.00' };
    const edited = await key.call<ProblemView>('PATCH', `/v1/invoices/${id}`, { body: wrong });
    const quoted = await key.call<ProblemView>('POST', '/v1/quotes', { body: { ...invoiceBody(clientId), ...wrong } });
    for (const { body } of [edited, quoted]) {
      expect(body).toMatchObject({ status: 422, code: 'total_mismatch', cause: 'TaxIncludedOrNot' });
    }
  });
});

describe('POST /v1/invoices/{id}/duplicate', () => {
  itRequires('invoice.write', 'POST', '/v1/invoices/999999/duplicate', suite);
  itReturns404ForOthers({ method: 'POST', path: '/v1/invoices', rest: '/duplicate', make: (own) => own.sent() }, suite);

  it('409 for an archived client', async () => {
    const { id, clientId } = await records.sent({ issueDate: TODAY });
    await key.call('DELETE', `/v1/clients/${clientId}`);
    const answer = await key.call<ProblemView>('POST', `/v1/invoices/${id}/duplicate`);
    expect(answer.body).toMatchObject({ status: 409, code: 'client_archived' });
  });

  it('201: a draft with the same content, dated today, due by the terms, without unique members', async () => {
    const caller = await world.key();
    const own = new Records(caller);
    const { id: clientId } = await own.client({ paymentTerms: { days: 14 } });
    const custom = { customFields: { z: 1, a: 'x' }, purchaseOrder: 'PO-1', terms: 'Net', notes: ['Thanks'] };
    const dates = { issueDate: '2026-11-01', dueDate: '2026-11-02', supplyDate: '2026-10-31' };
    const invoice = await own.sent({ clientId, ...rich, ...custom, ...dates, externalId: 'erp-7' });
    const { result, ...changes } = await changesOf(api, () =>
      own.act<InvoiceView>(`/v1/invoices/${invoice.id}/duplicate`),
    );
    const { totals, taxBreakdown, allowances, charges, roundingIncrement } = invoice;
    expect(result).toMatchObject({
      ...{ totals, taxBreakdown, allowances, charges, roundingIncrement, ...custom },
      ...{ status: 'Draft', number: null, externalId: null, version: 1, issuedAt: null, seller: null, client: null },
      ...{ issueDate: TODAY, dueDate: addDays(TODAY, 14), supplyDate: null, creditNoteIds: [], publicUrl: null },
      lines: invoice.lines.map(({ id: _, ...copied }) => copied),
    });
    await expectOneStory({ result, ...changes }, caller, caller.secret.slice(0, 12));
    await expectLastEvent(api, caller, 'invoice', result.id, 'invoice.created');
    expect(changes.lines.map(({ action }) => action)).toEqual(['duplicate']);
    expect(changes.events.map(({ type }) => type)).toEqual(['invoice.created']);
  });
});
