import { describe, expect, it } from '@jest/globals';
import {
  characterError,
  isVisible,
  normalLine,
  sentLinePattern,
  TEXT_PATTERNS,
  trimmedPattern,
  type TextKind,
} from './text-characters.js';

const error = (code: string, name: string, place: number): string =>
  `must not contain ${code} (${name}), which is character ${place}`;

describe('characterError', () => {
  it.each<[string, string | undefined, string | undefined]>([
    ['Müller & Söhne', undefined, undefined],
    ['日本 株式会社', undefined, undefined],
    ['שלום', undefined, undefined],
    ['👩‍👩‍👧 e\u0301 क्‍ष', undefined, undefined],
    ['a\nb', error('U+000A', 'a line break', 2), undefined],
    ['a\r\nb', error('U+000D', 'a line break', 2), undefined],
    ['ab\tc', error('U+0009', 'a tab', 3), undefined],
    ['😀\u2028', error('U+2028', 'a line break', 2), undefined],
    ['\u202eabc', error('U+202E', 'a change of direction', 1), undefined],
    ['a\u2066b', error('U+2066', 'a change of direction', 2), undefined],
    ['a\u200f', error('U+200F', 'a mark of direction', 2), undefined],
    ['a\u061cb', error('U+061C', 'a mark of direction', 2), undefined],
    ['ab\ufff9', error('U+FFF9', 'an annotation mark', 3), undefined],
    ['\ufffbc', error('U+FFFB', 'an annotation mark', 1), undefined],
    ['ཧྐྵྨླྺྼྻྂ', undefined, undefined],
    ['שָׁ֑לוֹם', undefined, undefined],
    [`x${'e\u0301'.repeat(30)}`, undefined, undefined],
    [`xe${'\u0301'.repeat(9)}`, undefined, undefined],
    [`xe${'\u0301'.repeat(60)}`, 'must not have 10 accents or more on character 2', undefined],
    ['a\u0000', error('U+0000', 'NUL', 2), error('U+0000', 'NUL', 2)],
    ['a\u001bb', error('U+001B', 'a control character', 2), error('U+001B', 'a control character', 2)],
    ['a\u007f', error('U+007F', 'a control character', 2), error('U+007F', 'a control character', 2)],
    ['a\u0085', error('U+0085', 'a line break', 2), error('U+0085', 'a line break', 2)],
    ['a\u009bb', error('U+009B', 'a control character', 2), error('U+009B', 'a control character', 2)],
    ['ab\ud83d', error('U+D83D', 'half of a character', 3), error('U+D83D', 'half of a character', 3)],
  ])('of %j', (text, oneLine, lines) => {
    expect(characterError(text, 'oneLine')).toBe(oneLine);
    expect(characterError(text, 'lines')).toBe(lines);
  });
});

describe('the patterns of the OpenAPI document', () => {
  it.each<TextKind>(['oneLine', 'lines'])('%s refuses the same characters', (kind) => {
    const codes = [...Array(0x3000).keys(), ...[0xfff8, 0xfff9, 0xfffa, 0xfffb, 0xfffc]];
    for (const code of codes) {
      const text = `a${String.fromCodePoint(code)}b`;
      expect([code, TEXT_PATTERNS[kind].test(text)]).toEqual([code, characterError(text, kind) === undefined]);
    }
  });
});

describe('the pattern of a trimmed text', () => {
  const TEXTS = [
    '',
    ' ',
    '  \n ',
    'a',
    ' a',
    'a ',
    ' a\n',
    'ab',
    'a b',
    ' a b\t',
    'a\nb',
    'a\u0000',
    '\u00a0',
    '\u3000日本',
  ];

  it.each<[TextKind, 1 | 2]>([
    ['oneLine', 1],
    ['oneLine', 2],
    ['lines', 1],
    ['lines', 2],
  ])('of kind %s with at least %d characters checks the trimmed text', (kind, least) => {
    const isTaken = (text: string): boolean =>
      text.trim().length >= least && characterError(text.trim(), kind) === undefined;
    const pattern = trimmedPattern(kind, least);
    expect(TEXTS.filter((text) => pattern.test(text))).toEqual(TEXTS.filter(isTaken));
  });
});

describe('normalLine', () => {
  it.each<[string, string]>([
    ['Atelier Lumen', 'Atelier Lumen'],
    ['  Atelier   Lumen ', 'Atelier Lumen'],
    ['Atelier\r\n   Lumen', 'Atelier Lumen'],
    ['Atelier\nLumen', 'Atelier Lumen'],
    ['Atelier\tLumen', 'Atelier Lumen'],
    ['Atelier\u000b\u000cLumen\u0085', 'Atelier Lumen'],
    ['Atelier\u2028Lumen\u2029', 'Atelier Lumen'],
    // Typography: a no-break space, a narrow one, and the space of Japanese names.
    ['n°\u00a05', 'n°\u00a05'],
    ['10\u202f000', '10\u202f000'],
    ['山田\u3000太郎', '山田\u3000太郎'],
    ['a \u00a0 b', 'a b'],
    ['a\u00a0\u00a0b', 'a b'],
    ['\u00a0a\u3000', 'a'],
    ['Andre\u0301', 'André'],
    ['\u212b', 'Å'],
    ['Ⅷ ﬁ', 'Ⅷ ﬁ'],
    ['a\u200bb', 'a\u200bb'],
    [' \n ', ''],
  ])('of %j', (text, line) => {
    expect(normalLine(text)).toBe(line);
    expect(normalLine(line)).toBe(line);
  });

  it('is what the pattern of a sent line accepts: every character but those that are refused afterwards', () => {
    for (let code = 0; code < 0x3000; code++) {
      for (const text of [`a${String.fromCodePoint(code)}b`, `${String.fromCodePoint(code)}ab `]) {
        const taken = characterError(normalLine(text), 'oneLine') === undefined;
        expect([code, sentLinePattern(1).test(text), sentLinePattern(2).test(text)]).toEqual([code, taken, taken]);
      }
    }
    for (const blank of ['', ' ', '\n\u0085', '\u00a0']) expect(sentLinePattern(1).test(blank)).toBe(false);
    for (const short of ['a', '\na\u0085', ' a ']) {
      expect([sentLinePattern(1).test(short), sentLinePattern(2).test(short)]).toEqual([true, false]);
    }
  });
});

describe('isVisible', () => {
  it.each(['a', '.', '-', '日', '😀', ' a ', '\u200bx'])('is true for %j', (text) => {
    expect(isVisible(text)).toBe(true);
  });

  it.each([
    '',
    ' ',
    '\u200b',
    '\u200d\u200c',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u3164',
    '\u2800',
    '\u00a0\u3000',
    '\u{e0020}',
  ])('is false for %j', (text) => {
    expect(isVisible(text)).toBe(false);
  });
});
