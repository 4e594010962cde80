import { describe, expect, it } from '@jest/globals';
import { exampleQuote } from '@billhook/contract/examples/example-quotes';
import { invoiceLife } from '@billhook/contract/examples/example-records';
import { CreateInvoice, UpdateInvoice } from '@billhook/contract/invoicing/invoice';
import { CreateQuote, UpdateQuote } from '@billhook/contract/invoicing/quote';
import { createBody, updateBody } from './draft-body.js';
import { draftLike, lineLike } from './draft.fixture.js';
import { draftOf, emptyLine } from './draft.js';

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
      notes: [],
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

describe('the body of an edit', () => {
  it('contains null for cleared members', () => {
    const body = wire(updateBody('invoice', draftLike(), 7));
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
    const body = wire(updateBody('invoice', draftOf(invoice), invoice.clientId));
    expect(UpdateInvoice.safeParse(body).success).toBe(true);
    const { clientId, currency, issueDate, dueDate, notes, terms, series } = invoice;
    expect(body).toMatchObject({ clientId, currency, issueDate, dueDate, notes, terms, series });
    expect(UpdateQuote.safeParse(wire(updateBody('quote', draftOf(exampleQuote), 1))).success).toBe(true);
  });

  it.each([
    ['invoice', UpdateInvoice, invoiceLife.draft],
    ['quote', UpdateQuote, exampleQuote],
  ] as const)(
    'of %s names every member that the API takes, but for what the editor does not show',
    (kind, patch, record) => {
      const names = Object.keys(updateBody(kind, draftOf(record), 1));
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
    const body = updateBody('invoice', draftOf({ ...invoiceLife.draft, lines: [rich] }), 1);
    expect(body.lines?.[0]).toMatchObject({
      allowances: [{ percent: '5', reason: 'Loyalty' }],
      servicePeriod: period,
      customFields: { costCentre: 'A7' },
      discount: { percent: '10', reason: 'Spring' },
    });
  });
});
