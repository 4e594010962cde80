import { describe, expect, it } from '@jest/globals';
import {
  inheritedExpiry,
  inheritedLocale,
  inheritedPaymentTerms,
  inheritedTexts,
  newCompanyDefaults,
  NO_CLIENT,
  NO_COMPANY_DEFAULTS,
  type ClientDefaults,
  type CompanyDefaults,
} from './document-defaults.js';
import { requiredTerms } from './legal-texts.js';

const terms = (days: number, text?: string) => ({ days, endOfMonth: false, ...(text !== undefined && { text }) });
const company = (part: Partial<CompanyDefaults>): CompanyDefaults => ({ ...NO_COMPANY_DEFAULTS, ...part });
const client = (part: Partial<ClientDefaults>): ClientDefaults => ({ ...NO_CLIENT, ...part });
const BOTH = { en: 'Company', fr: 'Entreprise' };

describe('a new company', () => {
  it.each([
    ['FR', '20', requiredTerms('FR')],
    ['DE', '19', requiredTerms('DE')],
    ['BE', '21', null],
    ['CH', '8.1', null],
    ['US', null, null],
    [undefined, null, null],
  ])('in %s begins with 30 days, the rate %s and the required sentences', (country, defaultTaxRate, texts) => {
    expect(newCompanyDefaults(country, 'fr')).toEqual({
      paymentTerms: { days: 30, endOfMonth: false },
      ...{ quoteValidityDays: 30, defaultTaxRate, terms: texts, notes: null, locale: 'fr' },
    });
  });
});

describe('the payment terms of a new document', () => {
  it.each([
    ['none', null, null, null],
    ['company', terms(30), null, 30],
    ['client', null, terms(14), 14],
    ['client', terms(30), terms(14), 14],
    ['client', terms(30), terms(0), 0],
  ])('come from: %s', (from, ofCompany, ofClient, days) => {
    const found = inheritedPaymentTerms(company({ paymentTerms: ofCompany }), client({ paymentTerms: ofClient }));
    expect([found.from, found.terms?.days ?? null]).toEqual([from, days]);
  });
});

describe('the language of a new document', () => {
  it.each([
    [null, null, null],
    ['fr', null, 'fr'],
    ['en', null, 'en'],
    ['fr', 'en', null],
    [null, 'fr', null],
  ])('of a company in %s and a client in %s is stored as %s', (ofCompany, ofClient, stored) => {
    expect(inheritedLocale(company({ locale: ofCompany }), client({ locale: ofClient }))).toBe(stored);
  });
});

describe('the terms of a new document', () => {
  it.each<[string, Partial<CompanyDefaults>, Partial<ClientDefaults>, string | null, string | null]>([
    ['nothing', {}, {}, null, null],
    ['the company, in English without another language', { terms: BOTH }, {}, null, 'Company'],
    ['in the language of the company', { terms: BOTH, locale: 'fr' }, {}, null, 'Entreprise'],
    ['in the language of the client', { terms: BOTH, locale: 'fr' }, { locale: 'en' }, null, 'Company'],
    ['in the language of the document', { terms: BOTH, locale: 'fr' }, { locale: 'fr' }, 'en', 'Company'],
    ['none in a language without a text', { terms: { en: 'Company' } }, { locale: 'fr' }, null, null],
    ['the text of the payment terms of the company', { paymentTerms: terms(30, 'Net') }, {}, null, 'Net'],
    ['the text of the client', { paymentTerms: terms(30, 'Net') }, { paymentTerms: terms(14, 'Soon') }, null, 'Soon'],
    ['none of a client without a text', { paymentTerms: terms(30, 'Net') }, { paymentTerms: terms(14) }, null, null],
    ['both texts', { terms: BOTH }, { paymentTerms: terms(14, 'Soon') }, null, 'Soon\nCompany'],
  ])('are %s', (_, ofCompany, ofClient, locale, expected) => {
    expect(inheritedTexts(company(ofCompany), client(ofClient), locale).terms).toBe(expected);
  });
});

describe('the notes of a new document', () => {
  it.each([
    [null, 'en', []],
    [BOTH, 'en', ['Company']],
    [BOTH, 'fr', ['Entreprise']],
    [{ fr: 'Entreprise' }, 'en', []],
  ])('from %j in %s are %j', (notes, locale, expected) => {
    expect(inheritedTexts(company({ notes }), NO_CLIENT, locale).notes).toEqual(expected);
  });
});

it.each([
  [null, null],
  [1, '2026-11-02'],
  [30, '2026-12-01'],
])('a quote that is valid for %p days expires on %p', (quoteValidityDays, expiry) => {
  expect(inheritedExpiry({ quoteValidityDays }, '2026-11-01')).toBe(expiry);
});
