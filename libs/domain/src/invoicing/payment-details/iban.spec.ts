import { describe, expect, it } from '@jest/globals';
import { bicError, compactCode, formatIban, IBAN_PATTERN, ibanError, isCreditorReference } from './iban.js';

/** The examples of the IBAN registry (SWIFT). */
const REGISTRY = [
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
  'CH9300762011623852957',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
];

describe('an IBAN', () => {
  it.each([...REGISTRY, 'XK051212012345678906', 'BI4210000100010000332045181', 'HN88CABF00000000000250005469'])(
    'is accepted: %s',
    (iban) => {
      expect(ibanError(iban)).toBeUndefined();
      expect(iban).toMatch(IBAN_PATTERN);
    },
  );

  it.each([
    ['one digit changed', 'DE89370400440532013001', 'check digits'],
    ['two digits exchanged', 'DE89370400440532010300', 'check digits'],
    ['spaces', 'DE89 3704 0044 0532 0130 00', 'without spaces'],
    ['small letters', 'de89370400440532013000', 'without spaces'],
    ['no country', '89370400440532013000', 'without spaces'],
    ['nothing', '', 'without spaces'],
    ['24 characters in DE', 'DE6537040044053201300012', 'an IBAN of DE has 22 characters, this one has 24'],
    ['19 characters in AT', 'AT32010000000173363', 'an IBAN of AT has 20 characters, this one has 19'],
    ['20 characters in FR', 'FR293000600001123456', 'an IBAN of FR has 27 characters, this one has 20'],
    ['a country without IBANs', 'US64SVBKUS6S3300958879', 'US has none'],
    ['no country of the list', 'ZZ22370400440532013000', 'ZZ has none'],
    ['a French territory, whose banks use FR', 'GP1420041010050500013M02606', 'GP has none'],
    ['check digits 00', withCheckDigits('00'), 'check digits'],
    ['check digits 01', withCheckDigits('01'), 'check digits'],
    ['check digits 99', withCheckDigits('99'), 'check digits'],
  ])('is rejected with %s', (_, text, hint) => expect(ibanError(text)).toContain(hint));
});

/** An IBAN of DE whose remainder is 1 with these check digits, which equal 97, 98 and 02 modulo 97. */
function withCheckDigits(digits: string): string {
  for (let account = 0; ; account++) {
    const bban = `37040044${String(account).padStart(10, '0')}`;
    if (BigInt(`${bban}1314${digits}`) % 97n === 1n) return `DE${digits}${bban}`;
  }
}

describe('a BIC', () => {
  it.each(['DEUTDEFF', 'NEDSZAJJXXX', 'WG11US33', '1234DEFFXXX', 'NCBVXKPR'])('is accepted: %s', (bic) =>
    expect(bicError(bic)).toBeUndefined(),
  );
  it.each([
    ['DEUTDEF', '8 or 11'],
    ['DEUTDEFF5', '8 or 11'],
    ['deutdeff', '8 or 11'],
    ['DEUT1EFF', '8 or 11'],
    ['AGRIQQPP', 'QQ is not an ISO 3166-1 code'],
  ])('is rejected: %s', (bic, hint) => expect(bicError(bic)).toContain(hint));
});

describe('isCreditorReference', () => {
  it.each([
    ['RF18539007547034', true],
    ['RF19539007547034', false],
    ['RF18 5390 0754 7034', false],
    ['Urgency fund', false],
  ])('%s: %s', (text, expected) => expect(isCreditorReference(text)).toBe(expected));
});

describe('the notations of an IBAN', () => {
  it.each([
    ['fr1420041010050500013M02606', 'FR14 2004 1010 0505 0001 3M02 606'],
    ['IE29 AIBK 9311 5212 3456 78', 'IE29 AIBK 9311 5212 3456 78'],
  ])('%s in groups of four, and compact', (iban, fours) => {
    expect(formatIban(iban)).toBe(fours.replaceAll(' ', '\u00a0'));
    expect(compactCode(formatIban(iban))).toBe(fours.replaceAll(' ', ''));
  });
});
