import { describe, expect, it } from '@jest/globals';
import { DOCUMENT_LOCALES } from '../shared/format-amount.js';
import { legalTexts, missingTexts, requiredTerms } from './legal-texts.js';

const ALL = ['FR', 'DE', 'BE'].flatMap((country) => legalTexts(country).map((text) => ({ country, ...text })));
const FRENCH = ['LatePaymentPenalty', 'RecoveryCosts', 'EarlyPaymentDiscount'];

describe('the sentences of a country', () => {
  it.each(ALL)('$country $name: its pattern matches its texts, and those of no other sentence', (each) => {
    for (const locale of DOCUMENT_LOCALES) {
      expect(each.text[locale]).toMatch(each.pattern);
      const others = ALL.filter(({ name }) => name !== each.name);
      expect(others.filter(({ pattern }) => pattern.test(each.text[locale])).map(({ name }) => name)).toEqual([]);
    }
    expect(each.source).not.toBe('');
  });

  it.each([
    ['FR', 'Business', FRENCH],
    ['FR', 'Individual', []],
    ['FR', 'Public', []],
    ['DE', 'Business', ['SupplyDate']],
    ['DE', 'Individual', ['SupplyDate']],
    ['BE', 'Business', []],
    ['US', 'Business', []],
    ['constructor', 'Business', []],
    [undefined, 'Business', []],
  ] as const)('%s, for %s, are required', (country, buyer, names) => {
    expect(missingTexts(country, buyer, [null]).map(({ name }) => name)).toEqual(names);
    const terms = requiredTerms(country);
    for (const locale of DOCUMENT_LOCALES) if (terms) expect(missingTexts(country, buyer, [terms[locale]])).toEqual([]);
  });

  it('are terms in both languages, one sentence a line, without those that are only offered', () => {
    expect(requiredTerms('FR')?.fr.split('\n')).toHaveLength(3);
    expect(requiredTerms('DE')?.en).toBe('Unless another date is stated, the date of supply is the invoice date.');
    for (const country of ['BE', 'ES', undefined]) expect(requiredTerms(country)).toBeNull();
  });
});

describe('a sentence in other words', () => {
  it.each([
    ['FR', 'Pénalités de retard : 12 % par an', ['RecoveryCosts', 'EarlyPaymentDiscount']],
    ['FR', 'PENALITES : 3 fois le taux légal', ['RecoveryCosts', 'EarlyPaymentDiscount']],
    ['FR', 'Intérêts moratoires au taux légal', ['RecoveryCosts', 'EarlyPaymentDiscount']],
    ['FR', 'Frais de recouvrement : 40,00 €', ['LatePaymentPenalty', 'EarlyPaymentDiscount']],
    ['FR', 'Indemnité : 40 euros', ['LatePaymentPenalty', 'EarlyPaymentDiscount']],
    ['FR', 'Recovery costs: EUR 40.00', ['LatePaymentPenalty', 'EarlyPaymentDiscount']],
    ['FR', 'Escompte de 2 % à 10 jours', ['LatePaymentPenalty', 'RecoveryCosts']],
    ['FR', '2 % discount within 10 days', ['LatePaymentPenalty', 'RecoveryCosts']],
    // Other amounts, and words that only look alike.
    ['FR', 'Acompte de 140 €, 40,50 € de frais, €40.50, 40 jours. Thank you for your interest.', FRENCH],
    ['DE', 'Leistungsdatum entspricht Rechnungsdatum', []],
    ['DE', 'Lieferzeitraum: Oktober', []],
    ['DE', 'Vielen Dank', ['SupplyDate']],
  ])('%s: %s', (country, text, missing) => {
    expect(missingTexts(country, 'Business', [text]).map(({ name }) => name)).toEqual(missing);
  });
});
