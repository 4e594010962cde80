import type { LineView } from '@billhook/contract/invoicing/document-line';
import { computeTotals, type TotalsInput } from '@billhook/domain/invoicing/totals/totals';
import { describe, expect, it } from '@jest/globals';
import { chosenBodies, partOf, previewCredit, type Creditable, type PreviewedCredit } from './credit-preview.js';

const line = (
  id: number,
  name: string,
  quantity: string,
  unitPrice: string,
  more: Partial<LineView> = {},
): LineView => ({
  id,
  name,
  description: null,
  quantity,
  unit: 'C62',
  unitPrice,
  priceBaseQuantity: '1',
  discount: null,
  allowances: [],
  charges: [],
  taxCategory: 'S',
  taxRate: '20',
  exemptionReason: null,
  servicePeriod: null,
  sellerItemId: null,
  buyerItemId: null,
  customFields: {},
  net: '',
  tax: '',
  gross: '',
  ...more,
});

/** The members of an invoice that its credit notes need, with the totals of its lines. */
function invoiceOf(lines: LineView[], balance: string, more: Partial<TotalsInput> = {}): Creditable {
  const input = lines.map(({ quantity, unitPrice, taxCategory, taxRate, discount }) => ({
    quantity,
    unitPrice,
    taxCategory,
    ...(taxRate !== null && { taxRate }),
    ...(discount !== null && { discount }),
  }));
  const { totals, taxBreakdown } = computeTotals({ currency: 'EUR', lines: input, ...more });
  return { currency: 'EUR', pricesIncludeTax: false, lines, totals, taxBreakdown, balance };
}

const consulting = line(1, 'Consulting', '2', '450.00');
const travel = line(2, 'Travel', '1', '60.00', { taxRate: '10' });

describe('a credit note for all that remains', () => {
  it('equals the invoice if nothing was credited', () => {
    const invoice = invoiceOf([consulting, travel], '646.00');
    expect(previewCredit(invoice, [], undefined)).toMatchObject({
      totals: { gross: '1146.00', due: '1146.00' },
      allocation: { invoice: '646.00', released: '500.00' },
    });
  });

  it('contains what the others left', () => {
    const invoice = invoiceOf([consulting, travel], '1080.00');
    const before: PreviewedCredit = {
      totals: { ...invoice.totals, due: '66.00' },
      taxBreakdown: [{ category: 'S', rate: '10', taxable: '60.00', tax: '6.00', exemptionReason: null }],
    };
    expect(previewCredit(invoice, [before], undefined)).toMatchObject({
      totals: { net: '900.00', tax: '180.00', gross: '1080.00', due: '1080.00' },
      allocation: { invoice: '1080.00', released: '0.00' },
    });
  });

  it('includes the cash rounding', () => {
    const invoice = invoiceOf([line(1, 'Item', '1', '10.02')], '12.00', { roundingIncrement: '0.05' });
    expect(previewCredit(invoice, [], undefined)).toMatchObject({
      totals: { gross: '12.02', rounding: '-0.02', due: '12.00' },
    });
  });
});

describe('a credit note for selected lines', () => {
  const invoice = invoiceOf([consulting, travel], '1146.00');

  it('credits a part of a line, with VAT', () => {
    expect(previewCredit(invoice, [], { 1: '0.5' })).toMatchObject({
      totals: { net: '225.00', tax: '45.00', gross: '270.00', due: '270.00' },
      allocation: { invoice: '270.00', released: '0.00' },
    });
  });

  it('reduces a discount in proportion', () => {
    const discounted = line(1, 'Item', '3', '10.00', { discount: { amount: '1.00' } });
    const hours = line(2, 'Hours', '2', '10', { unit: 'HR' });
    expect(chosenBodies(invoiceOf([hours], '24.00'), { 2: '1' })?.[0]?.unit).toBe('HUR');
    expect(chosenBodies(invoiceOf([discounted], '34.80'), { 1: '1' })?.[0]?.discount).toEqual({ amount: '0.33' });
  });

  it.each([
    ['no line', {}, 'empty'],
    ['more than was invoiced', { 1: '3' }, 'quantity'],
    ['no number', { 1: 'x' }, 'quantity'],
    ['nothing of a line', { 1: '0' }, 'quantity'],
  ])('returns the error for %s', (_, chosen, error) => {
    expect(previewCredit(invoice, [], chosen)).toBe(error);
  });

  it('is rejected if it exceeds what the others left', () => {
    const before: PreviewedCredit = {
      totals: { ...invoice.totals, due: '540.00' },
      taxBreakdown: [{ category: 'S', rate: '20', taxable: '450.00', tax: '90.00', exemptionReason: null }],
    };
    expect(previewCredit(invoice, [before], { 1: '2' })).toBe('over');
  });

  it('reads the part of a negative line', () => {
    const negative = { quantity: '-2' };
    expect([partOf('-1', negative), partOf('1', negative), partOf('-3', negative)]).toEqual([
      { units: -1n, scale: 0 },
      undefined,
      undefined,
    ]);
  });
});
