import { describe, expect, it } from '@jest/globals';
import type { DocumentLocale } from '../../shared/format-amount.js';
import { unitName } from './unit-names.js';

describe('unitName', () => {
  it.each<[string, string, DocumentLocale, string]>([
    ['1', 'DAY', 'en', 'day'],
    ['2', 'DAY', 'en', 'days'],
    ['1.0000', 'DAY', 'en', 'day'],
    ['1.5', 'HUR', 'en', 'hours'],
    ['0', 'HUR', 'en', 'hours'],
    ['-1', 'C62', 'en', 'unit'],
    ['1.5', 'HUR', 'fr', 'heure'],
    ['0', 'HUR', 'fr', 'heure'],
    ['2', 'HUR', 'fr', 'heures'],
    ['-12', 'C62', 'fr', 'unités'],
    ['3', 'MON', 'fr', 'mois'],
    ['3', 'KGM', 'fr', 'kg'],
    ['3', 'QQ9', 'fr', 'QQ9'],
  ])('%s %s in %s', (quantity, code, locale, expected) => {
    expect(unitName(quantity, code, locale)).toBe(expected);
  });
});
