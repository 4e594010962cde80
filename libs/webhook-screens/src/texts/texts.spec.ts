import { translationFaults } from '@billhook/ui/texts/compare-texts';
import { describe, expect, it } from '@jest/globals';
import { en } from './en.js';
import { fr } from './fr.js';

describe('texts of the portal', () => {
  it('say the same in English and French', () => {
    expect(translationFaults(en, fr)).toEqual([]);
  });
});
