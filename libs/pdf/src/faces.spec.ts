import { describe, expect, it } from '@jest/globals';
import { characterEnds, FACES, faceRuns, undrawableCharacters } from './faces.js';
import { coveredCodePoints, measuredCoverage } from './font-coverage-table.js';
import { FONT_COVERAGE } from './font-coverage.js';

describe('the font coverage', () => {
  it('matches the fonts (npm run font-coverage generates it)', () => {
    expect(FONT_COVERAGE).toEqual(measuredCoverage());
  });

  it.each(FACES)('has the same characters in both weights of %s', (face) => {
    expect(coveredCodePoints(face, 'bold')).toEqual(coveredCodePoints(face, 'regular'));
  });
});

/** The runs, each with its typeface and its text. */
const cut = (text: string) => faceRuns(text).map(({ face, start, end }) => [face, text.slice(start, end)]);

describe('faceRuns', () => {
  it.each<[string, string, (string | undefined)[][]]>([
    ['one typeface', 'Žluťoučký 12 €', [['Sans', 'Žluťoučký 12 €']]],
    [
      'several scripts',
      'aعب汉😀한',
      [
        ['Sans', 'a'],
        ['Arabic', 'عب'],
        ['Chinese', '汉'],
        ['Emoji', '😀'],
        ['Korean', '한'],
      ],
    ],
    ['vowel marks with their letters', 'שָׁלוֹם', [['Hebrew', 'שָׁלוֹם']]],
    ['a joiner with the character before it', 'می‌خواهم', [['Arabic', 'می‌خواهم']]],
    ['an emoji of several parts', '👩‍👩‍👧👍🏽', [['Emoji', '👩‍👩‍👧👍🏽']]],
    [
      'a digit that is to be an emoji',
      '1 1️⃣',
      [
        ['Sans', '1 '],
        ['Emoji', '1️⃣'],
      ],
    ],
    [
      'what no typeface has',
      'aক\u{e000}b',
      [
        ['Sans', 'a'],
        [undefined, 'ক\u{e000}'],
        ['Sans', 'b'],
      ],
    ],
    ['nothing', '', []],
  ])('%s', (_, text, runs) => {
    expect(cut(text)).toEqual(runs);
  });
});

describe('characterEnds', () => {
  it('keeps clusters together', () => {
    expect(characterEnds('e\u0301x👩‍👧ที่')).toEqual([2, 3, 8, 11]);
  });
});

describe('undrawableCharacters', () => {
  it.each<[string, string, string[]]>([
    ['none in the supported scripts', 'Ελλάδα Київ ₹ हिन्दी شركة חברה ไทย 株式会社 한국 😀 ✓', []],
    ['each once, with its marks', 'বাংলা বাংলা', ['বাং', 'লা']],
    ['the replacement character', 'a\ufffd', ['\ufffd']],
    ['private use', '\ue000', ['\ue000']],
    ['none for invisible characters', '\u200b\u202e\ufeff', []],
  ])('%s', (_, text, characters) => {
    expect(undrawableCharacters(text)).toEqual(characters);
  });
});
