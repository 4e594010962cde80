import { describe, expect, it } from '@jest/globals';
import { compactCode, formatIban, isBic, isCreditorReference, isIban } from './iban.js';

/** The examples of the IBAN registry (SWIFT). */
const REGISTRY = [
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
  'CH9300762011623852957',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
];

describe('isIban', () => {
  it.each(REGISTRY)('takes %s', (iban) => expect(isIban(iban)).toBe(true));

  it.each([
    ['one digit changed', 'DE89370400440532013001'],
    ['two digits exchanged', 'DE89370400440532010300'],
    ['spaces', 'DE89 3704 0044 0532 0130 00'],
    ['small letters', 'de89370400440532013000'],
    ['no country', '89370400440532013000'],
    ['nothing', ''],
    ['too long', `DE89${'0'.repeat(31)}`],
  ])('errorOf %s', (_, text) => expect(isIban(text)).toBe(false));
});

describe('isBic', () => {
  it.each(['DEUTDEFF', 'NEDSZAJJXXX'])('takes %s', (bic) => expect(isBic(bic)).toBe(true));
  it.each(['DEUTDEF', 'DEUTDEFF5', 'deutdeff', 'DEUT1EFF'])('errorOf %s', (bic) => expect(isBic(bic)).toBe(false));
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
