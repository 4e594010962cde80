import { describe, expect, it } from '@jest/globals';
import { translationFaults } from './compare-texts.js';
import { en } from './en.js';
import { fr } from './fr.js';

describe('texts of all screens', () => {
  it('say the same in English and French', () => {
    expect(translationFaults(en, fr)).toEqual([]);
  });

  it('are compared by key and by placeholder', () => {
    expect(translationFaults({ a: { b: '{{x}}' }, c: 'C' }, { a: { b: '{{y}}' }, d: 'D' })).toEqual(['a.b', 'c', 'd']);
  });
});
