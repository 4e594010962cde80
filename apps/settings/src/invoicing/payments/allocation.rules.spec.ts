import { describe, expect, it } from '@jest/globals';
import {
  allocated,
  allocationsOf,
  amountIn,
  errorsByInvoice,
  filled,
  filledAll,
  restOf,
  shareError,
} from './allocation.rules.js';

const payable = (id: number, limit: string) => ({ invoice: { id }, limit });
const first = payable(1, '100.00');
const all = [first, payable(2, '0.30'), payable(3, '900719925474.99')];

describe('the shares of a payment', () => {
  it('add up exactly, where binary fractions would not', () => {
    expect(allocated({ 1: '0.1', 2: '0.2' }, 'EUR')).toBe('0.30');
    expect(restOf('0.30', { 1: '0.1', 2: '0.2' }, 'EUR')).toBe('0.00');
    expect(allocated({ 1: '900719925474.99', 2: '0.01' }, 'EUR')).toBe('900719925475.00');
  });

  it('leave a rest, which is negative if they exceed the amount', () => {
    expect([restOf('10', { 1: '4.50' }, 'EUR'), restOf('10', { 1: '10.01' }, 'EUR')]).toEqual(['5.50', '-0.01']);
    expect(restOf('', { 1: '3' }, 'JPY')).toBe('-3');
  });

  it('ignore text that is not an amount', () => {
    expect(allocated({ 1: '1.234', 2: 'x', 3: '-5', 4: '' }, 'EUR')).toBe('0.00');
  });

  it('fill an invoice with the rest, up to its limit', () => {
    expect(filled({ 2: '0.30' }, first, '50.00', 'EUR')).toEqual({ 1: '49.70', 2: '0.30' });
    expect(filled({ 1: '3.00' }, first, '500.00', 'EUR')).toEqual({ 1: '100.00' });
    expect(filled({ 2: '60.00' }, first, '50.00', 'EUR')).toEqual({ 2: '60.00' });
  });

  it('fill all in their order', () => {
    expect(filledAll(all, '100.10', 'EUR')).toEqual({ 1: '100.00', 2: '0.10' });
    expect(filledAll(all, '', 'EUR')).toEqual({});
  });

  it('are checked against the limit of the invoice', () => {
    expect(['', '100.00', '100.01', '1.001', '-1'].map((text) => shareError(text, '100.00', 'EUR'))).toEqual([
      undefined,
      undefined,
      'over',
      'number',
      'number',
    ]);
  });

  it('are sent with exact digits, without empty ones', () => {
    expect(allocationsOf({ 1: '4.5', 2: '', 3: '0', 4: 'x' }, 'EUR')).toEqual([{ invoiceId: 1, amount: '4.50' }]);
  });

  it('map the errors of the API to their invoices', () => {
    const sent = [{ invoiceId: 11 }, { invoiceId: 12 }];
    expect(errorsByInvoice({ 'allocations.1.amount': 'too much', amount: 'x' }, sent)).toEqual({ 12: 'too much' });
  });
});

describe('an amount', () => {
  it('has at most the digits of its currency', () => {
    expect([amountIn('JPY', '1.5'), amountIn('EUR', '1.234'), amountIn('EUR', '-1')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(amountIn('KWD', '1.234')).toEqual({ units: 1234n, scale: 3 });
  });
});
