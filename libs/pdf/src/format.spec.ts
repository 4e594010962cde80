import type { DocumentLocale } from '@billhook/domain/shared/format-amount';
import { describe, expect, it } from '@jest/globals';
import { formatDate, formatLegalId, formatPeriod } from './format.js';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('dates', () => {
  it.each<[string, DocumentLocale, string]>([
    ['2026-11-21', 'en', '21 November 2026'],
    ['2026-11-21', 'fr', '21 novembre 2026'],
    ['2026-12-01', 'fr', '1er décembre 2026'],
    ['2026-02-01', 'en', '1 February 2026'],
  ])('%s in %s', (date, locale, expected) => {
    expect(plain(formatDate(date, locale))).toBe(expected);
  });

  it.each<[string, string, string]>([
    ['2026-10-01', '2026-10-31', '1 – 31 October 2026'],
    ['2026-10-15', '2026-11-14', '15 October – 14 November 2026'],
    ['2026-12-15', '2027-01-14', '15 December 2026 – 14 January 2027'],
    ['2026-10-01', '2026-10-01', '1 October 2026'],
  ])('from %s to %s', (start, end, expected) => {
    expect(plain(formatPeriod({ start, end }, 'en'))).toBe(expected);
  });
});

describe('register numbers', () => {
  it.each<[string | undefined, string, string]>([
    ['0002', '303265045', 'SIREN 303 265 045'],
    ['0009', '30326504500017', 'SIRET 303 265 045 00017'],
    ['0106', '12345678', 'KvK 12345678'],
    ['9999', 'HRB 1', 'Company no. HRB 1'],
    [undefined, 'HRB 1, Amtsgericht München', 'Company no. HRB 1, Amtsgericht München'],
  ])('%s %s', (scheme, value, expected) => {
    expect(plain(formatLegalId({ scheme, value }, 'en'))).toBe(expected);
  });
});
