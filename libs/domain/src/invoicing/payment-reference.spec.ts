import { describe, expect, it } from '@jest/globals';
import { legalTexts } from './legal-texts.js';
import { paymentReference, structuredReference } from './payment-reference.js';

it.each([
  // Public examples.
  ['0909337554', '+++090/9337/55493+++'],
  ['0108068171', '+++010/8068/17183+++'],
  // A remainder of 0 is 97.
  ['97', '+++000/0000/09797+++'],
  ['1', '+++000/0000/00101+++'],
  ['INV-2026-00001', '+++020/2600/00178+++'],
  ['2026/11/0000123', '+++611/0000/12396+++'],
])('the structured reference of %s is %s', (number, reference) => {
  expect(structuredReference(number)).toBe(reference);
});

it('a number without digits has none', () => {
  expect(structuredReference('DRAFT')).toBeUndefined();
});

describe('the payment reference of an invoice', () => {
  const [sentence] = legalTexts('BE');
  const invoice = { number: 'INV-2026-00001', paymentMeans: null, terms: null, notes: [] };
  const seller = (country: string, legalNotice: string | null = null) => ({ address: { country }, legalNotice });
  const asking = sentence?.text.fr ?? '';

  it.each([
    ['its number', invoice, seller('BE'), 'INV-2026-00001'],
    ['structured by its terms', { ...invoice, terms: asking }, seller('BE'), '+++020/2600/00178+++'],
    ['structured by a note', { ...invoice, notes: [sentence?.text.en ?? ''] }, seller('BE'), '+++020/2600/00178+++'],
    ['structured by the company', invoice, seller('BE', asking), '+++020/2600/00178+++'],
    ['its number outside Belgium', { ...invoice, terms: asking }, seller('FR'), 'INV-2026-00001'],
    [
      'its own one above all',
      { ...invoice, terms: asking, paymentMeans: { remittance: 'RF18539007547034' } },
      seller('BE'),
      'RF18539007547034',
    ],
    ['empty without a number', { ...invoice, number: null, terms: asking }, seller('BE'), ''],
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
