import { describe, expect, it } from '@jest/globals';
import { documentHeadline, type HeadlineFacts } from './headline.js';

const invoice: HeadlineFacts = { kind: 'Invoice', amount: '1199.88', currency: 'EUR', until: '2026-12-24' };
const plain = (text: string | null) => text?.replaceAll(/[\u00a0\u202f]/g, ' ') ?? null;

describe('the headline of a document', () => {
  it.each([
    ['an invoice', {}, '€1,199.88 due 24 December 2026', '1 199,88 € à régler au plus tard le 24 décembre 2026'],
    ['without a due date', { until: null }, '€1,199.88 due', '1 199,88 € à régler'],
    ['with nothing due', { amount: '0.00' }, null, null],
    ['with a negative amount', { amount: '-5.00' }, null, null],
    [
      'a quote',
      { kind: 'Quote' },
      '€1,199.88, valid until 24 December 2026',
      '1 199,88 €, valable jusqu’au 24 décembre 2026',
    ],
    ['a quote without end', { kind: 'Quote', until: null }, '€1,199.88', '1 199,88 €'],
    ['a quote of zero', { kind: 'Quote', amount: '0.00', until: null }, '€0.00', '0,00 €'],
    ['a credit note', { kind: 'CreditNote', until: null }, '€1,199.88 credited', 'Avoir de 1 199,88 €'],
    [
      'another currency',
      { currency: 'CHF' },
      'CHF 1,199.88 due 24 December 2026',
      '1 199,88 CHF à régler au plus tard le 24 décembre 2026',
    ],
  ] as [string, Partial<HeadlineFacts>, string | null, string | null][])('of %s', (_, change, en, fr) => {
    expect(plain(documentHeadline({ ...invoice, ...change }, 'en'))).toBe(en);
    expect(plain(documentHeadline({ ...invoice, ...change }, 'fr'))).toBe(fr);
  });
});
