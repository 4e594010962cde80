import { describe, expect, it } from '@jest/globals';
import { legalTexts } from './legal-texts.js';
import { paymentReference, structuredReference } from './payment-reference.js';

it.each([
  // Public examples.
  [909_337_554, '+++090/9337/55493+++'],
  [108_068_171, '+++010/8068/17183+++'],
  // A remainder of 0 is 97.
  [97, '+++000/0000/09797+++'],
  [1, '+++000/0000/00101+++'],
  [9_999_999_999, '+++999/9999/99948+++'],
  // In the second cell.
  [2 ** 40 + 97, '+++000/0000/09797+++'],
])('the structured reference of %s is %s', (id, reference) => {
  expect(structuredReference(id)).toBe(reference);
});

it('an id of more than ten digits has none, and no two others have the same', () => {
  expect(structuredReference(10_000_000_000)).toBeUndefined();
  const ids = Array.from({ length: 5000 }, (_, at) => at * 1_999_993 + 1);
  expect(new Set(ids.map(structuredReference)).size).toBe(ids.length);
});

describe('the payment reference of an invoice', () => {
  const [sentence] = legalTexts('BE');
  const invoice = { id: 108_068_171, number: 'INV-2026-00001', paymentMeans: null, terms: null, notes: [] };
  const seller = (country: string, legalNotice: string | null = null) => ({ address: { country }, legalNotice });
  const asking = sentence?.text.fr ?? '';

  it.each([
    ['its number', invoice, seller('BE'), 'INV-2026-00001'],
    ['structured by its terms', { ...invoice, terms: asking }, seller('BE'), '+++010/8068/17183+++'],
    ['structured by a note', { ...invoice, notes: [sentence?.text.en ?? ''] }, seller('BE'), '+++010/8068/17183+++'],
    ['structured by the company', invoice, seller('BE', asking), '+++010/8068/17183+++'],
    ['its number outside Belgium', { ...invoice, terms: asking }, seller('FR'), 'INV-2026-00001'],
    [
      'its own one above all',
      { ...invoice, terms: asking, paymentMeans: { remittance: 'RF18539007547034' } },
      seller('BE'),
      'RF18539007547034',
    ],
    ['null without a number', { ...invoice, number: null, terms: asking }, seller('BE'), null],
    ['null without a number and a seller', { ...invoice, number: null }, null, null],
    ['its number with an id that is too long', { ...invoice, id: 1e10, terms: asking }, seller('BE'), 'INV-2026-00001'],
    [
      'its number without an address',
      { ...invoice, terms: asking },
      { address: null, legalNotice: null },
      'INV-2026-00001',
    ],
  ])('is %s', (_, of, by, reference) => {
    expect(paymentReference(of, by)).toBe(reference);
  });
});
