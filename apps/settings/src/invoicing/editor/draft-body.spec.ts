import { exampleQuote } from '@billhook/contract/examples/example-quotes';
import { invoiceLife } from '@billhook/contract/examples/example-records';
import { CreateInvoice, UpdateInvoice } from '@billhook/contract/invoicing/invoice';
import { CreateQuote, UpdateQuote } from '@billhook/contract/invoicing/quote';
import { describe, expect, it } from '@jest/globals';
import { createBody, updateBody } from './draft-body.js';
import { draftLike, lineLike } from './draft.fixture.js';
import { companyTermsOf, draftOf, emptyLine } from './draft.js';

const BLANK = emptyLine({ taxCategory: 'S', taxRate: '20' });
/** The JSON that is sent, without undefined members. */
const wire = (body: object): unknown => JSON.parse(JSON.stringify(body));

describe('the body of a new document', () => {
  it('is accepted by the API, and contains no blank member', () => {
    const body = wire(createBody('invoice', draftLike({ purchaseOrder: ' PO-7 ' }), 7));
    expect(CreateInvoice.safeParse(body).success).toBe(true);
    expect(body).toEqual({
      clientId: 7,
      currency: 'EUR',
      pricesIncludeTax: false,
      issueDate: '2026-11-21',
      series: 'default',
      purchaseOrder: 'PO-7',
      allowances: [],
      charges: [],
      lines: [
        {
          name: 'Consulting',
          quantity: '2',
          unit: 'C62',
          unitPrice: '450.00',
          priceBaseQuantity: '1',
          allowances: [],
          charges: [],
          taxCategory: 'S',
          taxRate: '20',
        },
      ],
    });
    expect(CreateQuote.safeParse(wire(createBody('quote', draftLike({ title: 'Spring' }), 7))).success).toBe(true);
  });

  it('leaves out empty lines', () => {
    const body = createBody('invoice', draftLike({ lines: [BLANK, lineLike(), BLANK] }), 7);
    expect(body.lines).toHaveLength(1);
  });

  it('formats amounts with the digits of the currency, also after it was changed', () => {
    const line = lineLike({ discount: '5', discountIs: 'amount' });
    const draft = draftLike({ currency: 'KWD', lines: [line], roundingIncrement: '0.05' });
    const body = createBody('invoice', draft, 7);
    expect(body.lines[0]?.discount).toEqual({ amount: '5.000' });
    expect(body.roundingIncrement).toBe('0.050');
  });
});

describe('the terms of a new document', () => {
  const withText = { texts: { terms: 'Net' } };
  it.each([
    ['as entered', 'At sight', withText, 'At sight'],
    ['none, because the inherited text was removed', ' ', withText, null],
    ['left to the API if there is nothing to inherit', '', { texts: { terms: null } }, undefined],
    ['left to the API without access to clients', '', undefined, undefined],
  ])('are %s', (_, terms, inherited, sent) => {
    for (const kind of ['invoice', 'quote'] as const)
      expect(createBody(kind, draftLike({ terms }), 7, inherited).terms).toBe(sent);
  });
});

describe('the notes of a new document', () => {
  it.each([
    ['as entered', ['Thanks'], { texts: { terms: null } }, ['Thanks']],
    ['none, because the inherited note was removed', [], { texts: { terms: null } }, []],
    ['left to the API without access to clients', [], {}, undefined],
    ['as entered without access to clients', ['Thanks'], {}, ['Thanks']],
  ])('are %s', (_, notes, inherited, sent) => {
    const draft = draftLike({ notes: notes.map((text) => ({ key: text, text })) });
    expect(createBody('invoice', draft, 7, inherited).notes).toEqual(sent);
  });
});

describe('the expiry date of a new quote', () => {
  it.each([
    ['as entered', '2026-12-24', '2026-12-21', '2026-12-24'],
    ['none, because the inherited date was removed', '', '2026-12-21', null],
    ['left to the API if there is nothing to inherit', '', '', undefined],
  ])('is %s', (_, expiryDate, inherited, sent) => {
    expect(createBody('quote', draftLike({ expiryDate }), 7, { expiryDate: inherited })).toMatchObject({
      expiryDate: sent,
    });
  });
});

describe('the payment terms of the company that a draft follows', () => {
  const net = (days: number) => ({ paymentTerms: { days, endOfMonth: false } });
  const stored = (dueDateByTerms: boolean, dueDate: string | null) => ({
    ...invoiceLife.draft,
    ...{ issueDate: '2026-11-01', dueDate, dueDateByTerms },
  });
  it.each([
    ['of a new one, as they are now', undefined, net(30), net(30).paymentTerms],
    ['of a new one, none', undefined, { paymentTerms: null }, null],
    ['of a stored one, the same', stored(true, '2026-12-01'), net(30), net(30).paymentTerms],
    ['of a stored one, changed since', stored(true, '2026-12-01'), net(60), undefined],
    ['of a stored one from before the company had some', stored(true, null), net(30), null],
    ['of one with a given date', stored(false, '2026-12-01'), net(30), undefined],
    ['of a quote', exampleQuote, net(30), undefined],
  ])('%s', (_, document, company, expected) => {
    expect(companyTermsOf(document, company)).toEqual(expected);
  });
});

describe('the body of an edit', () => {
  it('contains null for cleared members', () => {
    const body = wire(updateBody('invoice', draftLike(), 7, draftLike({ dueDate: '2026-12-21' })));
    expect(UpdateInvoice.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({
      dueDate: null,
      purchaseOrder: null,
      paymentMeans: null,
      servicePeriod: null,
      locale: null,
    });
  });

  it('equals the stored draft without a change', () => {
    const invoice = invoiceLife.draft;
    const draft = draftOf(invoice);
    const body = wire(updateBody('invoice', draft, invoice.clientId, draft));
    expect(UpdateInvoice.safeParse(body).success).toBe(true);
    const { clientId, currency, issueDate, notes, terms, series } = invoice;
    expect(body).toMatchObject({ clientId, currency, issueDate, notes, terms, series });
    const quote = draftOf(exampleQuote);
    expect(UpdateQuote.safeParse(wire(updateBody('quote', quote, 1, quote))).success).toBe(true);
  });

  it.each([
    ['a date by the terms, which was not edited', true, {}, undefined],
    ['a given date, which was not edited', false, {}, undefined],
    ['an entered date', true, { dueDate: '2026-12-24' }, '2026-12-24'],
    ['an emptied date', false, { dueDate: '' }, null],
  ] as const)('has the due date only if it was edited: %s', (_, dueDateByTerms, edit, dueDate) => {
    const before = draftOf({ ...invoiceLife.draft, dueDateByTerms });
    expect(before.dueDate === '').toBe(dueDateByTerms);
    expect(updateBody('invoice', { ...before, ...edit }, 1, before)).toMatchObject({ dueDate });
  });

  it.each([
    ['invoice', UpdateInvoice, invoiceLife.draft],
    ['quote', UpdateQuote, exampleQuote],
  ] as const)(
    'of %s names every member that the API takes, but for what the editor does not show',
    (kind, patch, record) => {
      const names = Object.keys(updateBody(kind, draftOf(record), 1, draftOf(record)));
      const notShown = ['customFields', 'privateNotes', 'expectedTotal'];
      expect([...names, ...notShown].toSorted()).toEqual(Object.keys(patch.shape).toSorted());
    },
  );

  it('keeps what the editor does not show', () => {
    const period = { start: '2026-11-01', end: '2026-11-30' };
    const [line] = invoiceLife.draft.lines;
    if (!line) throw new Error('the example has a line');
    const rich = {
      ...line,
      allowances: [{ percent: '5', reason: 'Loyalty' }],
      servicePeriod: period,
      customFields: { costCentre: 'A7' },
      discount: { percent: '10', reason: 'Spring' },
    };
    const draft = draftOf({ ...invoiceLife.draft, lines: [rich] });
    const body = updateBody('invoice', draft, 1, draft);
    expect(body.lines?.[0]).toMatchObject({
      allowances: [{ percent: '5', reason: 'Loyalty' }],
      servicePeriod: period,
      customFields: { costCentre: 'A7' },
      discount: { percent: '10', reason: 'Spring' },
    });
  });
});
