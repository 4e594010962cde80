import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { describe, expect, it } from '@jest/globals';
import { invoiceBody, line } from '../support/bodies.js';
import { eventTypes, Records } from '../support/records.js';
import { expectLastEvent, itRequires } from '../support/route-cases.js';
import { startWithKey } from '../support/start.js';

const NOW = '2026-11-21T10:30:00.000Z';

const { api, world, key, records } = await startWithKey(NOW);
const suite = () => ({ api, world });

const exempt = { taxCategory: 'E', taxRate: '0', exemptionReason: 'Exempt' };
const outside = { ...line, taxCategory: 'O', taxRate: undefined, exemptionReason: 'Not subject to VAT' };

describe('POST /v1/invoices', () => {
  itRequires('invoice.write', 'POST', '/v1/invoices', suite);

  it.each<[string, object, string, string]>([
    ['no client', { clientId: undefined }, '/clientId', 'required'],
    ['an unknown client', { clientId: 999_999_999 }, '/clientId', 'unknown_client'],
    ['no lines', { lines: undefined }, '/lines', 'required'],
    ['an unknown currency', { currency: 'EURO' }, '/currency', 'unknown_currency'],
    ['a status', { status: 'Paid' }, '/status', 'unknown_property'],
    ['a number', { number: 'INV-1' }, '/number', 'unknown_property'],
    ['totals', { totals: { gross: '1.00' } }, '/totals', 'unknown_property'],
    ['a quantity that is a JSON number', { lines: [{ ...line, quantity: 2 }] }, '/lines/0/quantity', 'invalid_type'],
    [
      'a price that is a JSON number',
      { lines: [line, { ...line, unitPrice: 450 }] },
      '/lines/1/unitPrice',
      'invalid_type',
    ],
    ['a rate that is a JSON number', { lines: [{ ...line, taxRate: 20 }] }, '/lines/0/taxRate', 'invalid_type'],
    ['an amount that is a JSON number', { allowances: [{ amount: 10 }] }, '/allowances/0/amount', 'invalid_type'],
    ['a total that is a JSON number', { expectedTotal: 1080 }, '/expectedTotal', 'invalid_type'],
    [
      'five decimals of a quantity',
      { lines: [{ ...line, quantity: '1.00001' }] },
      '/lines/0/quantity',
      'invalid_decimal',
    ],
    [
      'thirteen decimals of a price',
      { lines: [{ ...line, unitPrice: '1.0000000000001' }] },
      '/lines/0/unitPrice',
      'invalid_decimal',
    ],
    ['an exponent', { lines: [{ ...line, quantity: '1e3' }] }, '/lines/0/quantity', 'invalid_decimal'],
    ['a price below zero', { lines: [{ ...line, unitPrice: '-1.00' }] }, '/lines/0/unitPrice', 'unit_price_negative'],
    ['tenths of a cent', { charges: [{ amount: '1.000' }] }, '/charges/0/amount', 'wrong_decimals'],
    ['an increment below a cent', { roundingIncrement: '0.005' }, '/roundingIncrement', 'wrong_decimals'],
    ['cents of yen', { currency: 'JPY', allowances: [{ amount: '10.50' }] }, '/allowances/0/amount', 'wrong_decimals'],
    [
      'amount and percent',
      { lines: [{ ...line, discount: { amount: '1.00', percent: '1' } }] },
      '/lines/0/discount',
      'invalid_value',
    ],
    ['no rate', { lines: [{ ...line, taxRate: undefined }] }, '/lines/0/taxRate', 'tax_rate_required'],
    ['a standard rate of 0', { lines: [{ ...line, taxRate: '0' }] }, '/lines/0/taxRate', 'tax_rate_not_positive'],
    [
      'an exempt rate of 20',
      { lines: [{ ...line, ...exempt, taxRate: '20' }] },
      '/lines/0/taxRate',
      'tax_rate_not_zero',
    ],
    [
      'no reason for an exemption',
      { lines: [line, { ...line, ...exempt, exemptionReason: undefined }] },
      '/lines/1/exemptionReason',
      'exemption_reason_required',
    ],
    ['a rate outside the scope', { lines: [{ ...outside, taxRate: '0' }] }, '/lines/0/taxRate', 'tax_rate_not_allowed'],
    ['outside beside taxed', { lines: [line, outside] }, '/lines/1/taxCategory', 'tax_category_not_mixable'],
    [
      'an allowance of unclear VAT',
      { lines: [line, { ...line, ...exempt }], allowances: [{ amount: '1.00' }] },
      '/allowances/0/taxCategory',
      'tax_category_required',
    ],
    [
      'too large an amount',
      { lines: [{ ...line, quantity: '999999999999999', unitPrice: '999999999999999' }] },
      '/lines/0',
      'number_too_large',
    ],
    ['a unit that is none', { lines: [{ ...line, unit: 'HR' }] }, '/lines/0/unit', 'unknown_unit'],
    ['a payment means that is none', { paymentMeans: { code: 'abcd' } }, '/paymentMeans/code', 'unknown_payment_means'],
    [
      'an IBAN of the wrong length',
      { paymentMeans: { code: '30', iban: 'DE6537040044053201300012' } },
      '/paymentMeans/iban',
      'invalid_iban',
    ],
    [
      'a BIC of no country',
      { paymentMeans: { code: '30', iban: 'FR7630006000011234567890189', bic: 'AGRIQQPP' } },
      '/paymentMeans/bic',
      'invalid_bic',
    ],
    ['a day that no month has', { issueDate: '2026-02-30' }, '/issueDate', 'invalid_format'],
    ['a due date before its date', { issueDate: '2026-11-21', dueDate: '2026-11-20' }, '/dueDate', 'due_before_issue'],
    ['a due date before the default date', { dueDate: '2026-11-20' }, '/dueDate', 'due_before_issue'],
    [
      'a service period backwards',
      { lines: [{ ...line, servicePeriod: { start: '2026-02-01', end: '2026-01-31' } }] },
      '/lines/0/servicePeriod',
      'invalid_value',
    ],
  ])('422 for %s, with its pointer', async (_, change, pointer, code) => {
    const own = await world.key();
    const client = await new Records(own).client();
    const answer = await own.call<ProblemView>('POST', '/v1/invoices', {
      body: { ...invoiceBody(client.id), ...change },
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
    expect((await api.events()).filter((event) => event.companyId === own.companyId)).toHaveLength(1);
  });

  it("422 for another company's client and for an unknown one alike", async () => {
    const foreign = await new Records(await world.key()).client();
    const answer = await key.call<ProblemView>('POST', '/v1/invoices', { body: invoiceBody(foreign.id) });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer: '/clientId', code: 'unknown_client' })]);
  });

  it.each(['1080.01', '1079.99', '108000', '-1080.00', '1080.004'])(
    '422 for an expected total of %s, with both',
    async (expectedTotal) => {
      const { id } = await records.client();
      const answer = await key.call<ProblemView>('POST', '/v1/invoices', {
        body: { ...invoiceBody(id), expectedTotal },
      });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        code: 'total_mismatch',
        expectedTotal,
        computedTotal: '1080.00',
        cause: 'Unknown',
        lines: [],
        errors: [{ pointer: '/expectedTotal', code: 'total_mismatch' }],
      });
      expect(answer.body.detail).toContain(expectedTotal);
      expect(answer.body.detail).toContain('1080.00');
    },
  );

  it('409 for a taken externalId, naming its record', async () => {
    const { id } = await records.draft({ externalId: 'erp-1' });
    const { id: clientId } = await records.client();
    const answer = await key.call<ProblemView>('POST', '/v1/invoices', {
      body: { ...invoiceBody(clientId), externalId: 'erp-1' },
    });
    expect(answer.body).toMatchObject({ status: 409, code: 'external_id_taken', existingId: id });
  });

  it("201 with the text of the client's payment terms, unless the document has terms or none", async () => {
    const text = '2 % within 10 days';
    const { id: clientId } = await records.client({ paymentTerms: { days: 30, text } });
    const given = [
      [{}, text],
      [{ terms: 'At sight' }, 'At sight'],
      [{ terms: null }, null],
    ] as const;
    for (const [body, terms] of given) {
      const draft = await records.draft({ clientId, ...body });
      expect(draft.terms).toBe(terms);
      expect((await records.quote({ clientId, ...body })).terms).toBe(terms);
      // A copy takes its values from the original, not from the client.
      expect(await records.act(`/v1/invoices/${draft.id}/duplicate`)).toMatchObject({ terms });
      const revised = await records.sentQuote({ clientId, ...body });
      expect(await records.act(`/v1/quotes/${revised.id}/revise`)).toMatchObject({ terms });
      const items = [{ ...invoiceBody(clientId), ...body }];
      const batch = await key.call('POST', '/v1/invoices/batch', {
        body: { mode: 'atomic', items },
      });
      expect(JSON.stringify(batch.body)).toContain(`"terms":${JSON.stringify(terms)}`);
    }
    const quote = await records.accepted({ clientId, terms: null });
    expect((await records.convert(quote, { mode: 'Whole' })).terms).toBe(text);
    const none = await records.draft({ clientId });
    const patched = await key.call<InvoiceView>('PATCH', `/v1/invoices/${none.id}`, { body: { terms: null } });
    expect(patched.body.terms).toBeNull();
  });

  it('201: a draft without a number, and its event: the same bytes as in the GET response', async () => {
    const { id: clientId } = await records.client();
    const body = {
      ...invoiceBody(clientId),
      expectedTotal: '1071.36',
      allowances: [{ reason: 'Loyalty', percent: '1' }],
      charges: [{ taxRate: '20', taxCategory: 'S', amount: '1.80', reason: 'Postage' }],
      paymentMeans: { remittance: 'Thank you', bic: 'BNPAFRPP', iban: 'FR7630006000011234567890189', code: '30' },
      notes: ['Second', 'First'],
      customFields: { zeta: 1, alpha: 'x', 10: true },
      lines: [
        { ...line, customFields: { b: null, a: 1.5 }, servicePeriod: { end: '2026-10-31', start: '2026-10-01' } },
      ],
    };
    const answer = await key.call<InvoiceView>('POST', '/v1/invoices', { body });
    expect(answer.status).toBe(201);
    const { expectedTotal, lines, ...kept } = body;
    expect(answer.body).toMatchObject({ ...kept, lines: [{ ...lines[0], unit: 'C62', priceBaseQuantity: '1' }] });
    expect(answer.body).toMatchObject({
      status: 'Draft',
      number: null,
      version: 1,
      seller: null,
      client: null,
      balance: expectedTotal,
    });
    const got = await key.call('GET', `/v1/invoices/${answer.body.id}`);
    expect(got.text).toBe(answer.text);
    expect(await eventTypes(api, 'invoice', answer.body.id)).toEqual(['invoice.created']);
    await expectLastEvent(api, key, 'invoice', answer.body.id, 'invoice.created');
  });

  it('201 for a negative zero, which is stored as zero', async () => {
    const { id: clientId } = await records.client();
    const body = { ...invoiceBody(clientId), lines: [{ ...line, quantity: '-0', unitPrice: '-0.00' }] };
    const answer = await key.call<InvoiceView>('POST', '/v1/invoices', { body });
    expect(answer).toMatchObject({ status: 201, body: { lines: [{ quantity: '0', unitPrice: '0.00' }] } });
    expect(answer.text).not.toContain('"-0');
  });

  it.each([
    ['Pacific/Kiritimati', '2026-11-22'],
    ['Europe/Paris', '2026-11-21'],
    ['Pacific/Pago_Pago', '2026-11-20'],
  ])('201 of today in %s, which is %s', async (timeZone, today) => {
    const companyId = await world.company({ timeZone });
    const own = new Records(await world.key({ member: await world.member(companyId) }));
    expect((await own.draft()).issueDate).toBe(today);
  });

  it.each([
    [undefined, null],
    [{ days: 0 }, '2026-11-21'],
    [{ days: 30 }, '2026-12-21'],
    [{ days: 45, endOfMonth: true }, '2027-01-31'],
  ])('201 with the due date by the terms %j', async (paymentTerms, dueDate) => {
    const { id } = await records.client({ paymentTerms });
    expect(await records.draft({ clientId: id, issueDate: '2026-11-21' })).toMatchObject({ dueDate });
    expect(await records.draft({ clientId: id, issueDate: '2026-11-21', dueDate: '2026-11-25' })).toMatchObject({
      dueDate: '2026-11-25',
    });
  });
});
