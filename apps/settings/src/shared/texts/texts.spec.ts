import { readdirSync } from 'node:fs';
import { translationFaults } from '@billhook/ui/texts/compare-texts';
import { describe, expect, it } from '@jest/globals';
import { en as homeEnglish } from './home.en.js';
import { fr as homeFrench } from './home.fr.js';
import { texts as laterEnglish } from './later-texts.en.js';
import { texts as laterFrench } from './later-texts.fr.js';
import { texts as firstEnglish } from './texts.en.js';
import { texts as firstFrench } from './texts.fr.js';

const english = { ...firstEnglish, ...laterEnglish, home: homeEnglish };
const french = { ...firstFrench, ...laterFrench, home: homeFrench };
type Part = keyof typeof english;
const PARTS = Object.keys(english) as Part[];

describe('texts of the settings', () => {
  it.each(PARTS)('%s say the same in English and French', (part) => {
    expect(translationFaults(english[part], french[part])).toEqual([]);
  });

  it('are all compared', () => {
    const files = readdirSync(new URL('.', import.meta.url)).filter((file) => /(?<!texts)\.en\.ts$/.test(file));
    const parts = PARTS.filter((part) => part !== 'settings');
    const named = parts.map((part) => `${part.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.en.ts`);
    expect(named.toSorted()).toEqual(files.toSorted());
  });
});
