import { describe, expect, it } from '@jest/globals';
import { countryError, COUNTRY_PATTERN, isCountry } from './codes/countries.js';
import { currentPaymentMeans, PAYMENT_MEANS_PATTERN, paymentMeansError } from './codes/payment-means-codes.js';
import { currentUnit, isUnit, UNIT_PATTERN, UNIT_SUGGESTIONS, unitError } from './codes/unit-codes.js';
import { NAMED_UNITS } from './codes/unit-names.js';
import { acceptsSepaTransfers } from './payment-details/sepa.js';
import {
  identifierError,
  normalIdentifier,
  REGISTERS_WITHOUT_CODE,
  SCHEME_PATTERNS,
  type IdentifierList,
} from './taxes/party-identifiers.js';

const namesIn = (pattern: RegExp) => pattern.source.slice('^(?:'.length, -')$'.length).split('|');

describe('the code of a country', () => {
  it.each(['FR', 'GB', 'GR', 'XK', 'AQ'])('%s is accepted', (code) => expect(countryError(code)).toBeUndefined());

  it.each([
    ['EL', 'did you mean GR?'],
    ['UK', 'did you mean GB?'],
    ['XI', 'did you mean GB?'],
    ['AN', 'did you mean BQ, CW or SX?'],
    ['fr', 'did you mean FR?'],
    ['1A', 'did you mean XK?'],
    ['ZZ', 'like FR'],
    ['EU', 'like FR'],
    ['France', 'like FR'],
    ['', 'like FR'],
  ])('%s is rejected: %s', (code, hint) => expect(countryError(code)).toContain(hint));

  it('is one of the 249 of ISO 3166-1, or XK', () => expect(namesIn(COUNTRY_PATTERN)).toHaveLength(250));
});

describe('the code of a unit', () => {
  it.each(['C62', 'HUR', 'KMT', 'XPP', '2P', 'ZZ'])('%s is accepted', (code) =>
    expect(unitError(code)).toBeUndefined(),
  );

  it.each([
    ['HR', 'did you mean HUR?'],
    ['STD', 'did you mean HUR?'],
    ['KTM', 'did you mean KMT?'],
    ['hur', 'did you mean HUR?'],
    ['999', 'like C62 or HUR'],
    ['', 'like C62 or HUR'],
  ])('%s is rejected: %s', (code, hint) => expect(unitError(code)).toContain(hint));

  it.each([
    ['HUR', 'HUR'],
    ['HR', 'HUR'],
    ['HAR', 'H18'],
    ['999', 'C62'],
  ])('%s of a stored line is credited as %s', (stored, sent) => expect(currentUnit(stored)).toBe(sent));

  it('is one of the 2162 of BR-CL-23', () => expect(namesIn(UNIT_PATTERN)).toHaveLength(2162));

  it('is suggested only for texts that are none', () => {
    const wrong = UNIT_SUGGESTIONS.filter(([given, meant]) => isUnit(given) || !isUnit(meant));
    expect(wrong).toEqual([]);
  });

  it('has a name only if it is in the list, or was', () => {
    expect(NAMED_UNITS.filter((code) => !isUnit(code))).toEqual(['HAR']);
  });
});

describe('the code of a payment means', () => {
  it.each(['1', '30', '58', '59', 'ZZZ'])('%s is accepted', (code) => expect(paymentMeansError(code)).toBeUndefined());
  it.each(['0', '71', '99', '999', 'abcd', '030', ''])('%s is rejected', (code) =>
    expect(paymentMeansError(code)).toContain('UNTDID 4461'),
  );
  it('of a stored document is edited as itself, or as a credit transfer', () => {
    expect(['48', 'abcd'].map(currentPaymentMeans)).toEqual(['48', '30']);
  });

  it('is one of the 84 of BR-CL-16', () => expect(namesIn(PAYMENT_MEANS_PATTERN)).toHaveLength(84));
});

describe('an identifier', () => {
  it.each<[IdentifierList, string, string]>([
    ['icd', '0002', '732829320'],
    ['icd', '0009', '73282932000074'],
    ['icd', '0009', '35600000000048'],
    ['icd', '0009', '35600000049837'],
    ['icd', '0088', '4012345500004'],
    ['icd', '0208', '0403019261'],
    ['icd', '0106', 'any text'],
    ['eas', '9930', 'DE136695976'],
    ['eas', 'EM', 'invoices@müller.example'],
  ])('of %s %s is accepted: %s', (list, scheme, value) => {
    expect(identifierError({ scheme, value }, list)).toBeUndefined();
  });

  it.each<[IdentifierList, string, string, string, string]>([
    ['icd', '0002', '12', 'value', 'the 9 digits of a SIREN'],
    ['icd', '0002', '732829321', 'value', 'check digit'],
    ['icd', '0009', '73282932000075', 'value', 'check digit'],
    ['icd', '0009', '732829320', 'value', 'the 14 digits of a SIRET'],
    ['icd', '0088', '4012345500005', 'value', 'check digit'],
    ['icd', '0208', '0403019262', 'value', 'check digit'],
    ['icd', 'SIREN', '732829320', 'scheme', 'did you mean 0002?'],
    ['icd', 'HRB', '12345', 'scheme', 'omit it'],
    ['icd', 'Companies House', '12345', 'scheme', 'omit it'],
    ['icd', 'banana', 'x', 'scheme', 'ISO 6523'],
    ['icd', '9930', 'DE136695976', 'scheme', 'ISO 6523'],
    ['icd', '0092', 'x', 'scheme', 'ISO 6523'],
    ['eas', 'banana', 'x', 'scheme', 'EAS'],
    ['eas', 'SIREN', '732829320', 'scheme', 'did you mean 0002?'],
    ['eas', 'EM', 'nobody', 'value', 'email address'],
    ['eas', '0088', '123', 'value', 'the 13 digits of a GLN'],
  ])('of %s %s is rejected: %s, at its %s: %s', (list, scheme, value, member, hint) => {
    expect(identifierError({ scheme, value }, list)).toEqual({ member, message: expect.stringContaining(hint) });
  });

  it('of a register without a code has no scheme, and an electronic address always has one', () => {
    expect(identifierError({ value: 'HRB 12345' }, 'icd')).toBeUndefined();
    expect(normalIdentifier({ value: 'FN 123456 a' })).toEqual({ value: 'FN 123456 a' });
    expect(identifierError({ value: 'HRB 12345' }, 'eas')).toMatchObject({ member: 'scheme' });
    expect(identifierError({ scheme: '', value: 'HRB 12345' }, 'icd')?.message).not.toContain('omit it');
    expect(Object.keys(REGISTERS_WITHOUT_CODE).filter((country) => !isCountry(country))).toEqual([]);
  });

  it.each([
    ['0002', '732 829 320', '732829320'],
    ['0208', '0403.019.261', '0403019261'],
    ['0106', '12 34', '12 34'],
  ])('of %s is stored without separators only where they mean nothing: %s', (scheme, given, stored) => {
    expect(normalIdentifier({ scheme, value: given })).toEqual({ scheme, value: stored });
  });

  it('has a scheme of ISO 6523 (235), or of the EAS (99)', () => {
    expect(namesIn(SCHEME_PATTERNS.icd)).toHaveLength(235);
    expect(namesIn(SCHEME_PATTERNS.eas)).toHaveLength(99);
  });
});

describe('a transfer in euro through SEPA', () => {
  it.each([
    ['DE89370400440532013000', false, true],
    ['NO9386011117947', false, true],
    ['CH9300762011623852957', false, false],
    ['CH9300762011623852957', true, true],
    ['GB29NWBK60161331926819', true, true],
    ['TR330006100519786457841326', true, false],
    ['FO6264600001631634', true, false],
  ])('to %s, with a BIC: %s, is possible: %s', (iban, hasBic, expected) => {
    expect(acceptsSepaTransfers(iban, hasBic)).toBe(expected);
  });
});
