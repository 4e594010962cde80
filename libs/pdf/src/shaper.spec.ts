import { describe, expect, it } from '@jest/globals';
import { Shaper } from './shaper.js';

const shaper = new Shaper();
const glyphs = (text: string, face: 'Sans' | 'Arabic' | 'Thai' | 'Emoji', rtl = false) =>
  shaper.shape(text, { face, weight: 'regular', rtl }).glyphs;

describe('Shaper', () => {
  it('joins Arabic letters with their neighbours', () => {
    const [alone, joined] = [glyphs('\u0644', 'Arabic', true), glyphs('\u0644\u0644\u0644', 'Arabic', true)];
    expect(new Set([...alone, ...joined].map(({ id }) => id)).size).toBe(4);
  });

  it('does not join across a non-joiner, and adds no glyph for it', () => {
    const [apart, joined] = [glyphs('\u0644\u200c\u0644', 'Arabic', true), glyphs('\u0644\u0644', 'Arabic', true)];
    expect([apart.length, new Set(apart.map(({ id }) => id)).size, joined.length]).toEqual([2, 1, 2]);
    expect(new Set(joined.map(({ id }) => id)).size).toBe(2);
  });

  it('puts the tone of Thai above the circle of a sara am', () => {
    const order = glyphs('น้ำ', 'Thai').map(({ codePoints, y }) => [codePoints[0], y]);
    expect(order).toEqual([0x0e19, 0x0e4d, 0x0e49, 0x0e32].map((codePoint) => [codePoint, 0]));
  });

  it('uses one glyph for an emoji of several parts', () => {
    expect(glyphs('👩‍👩‍👧', 'Emoji')).toHaveLength(1);
  });

  it('shapes a text once for all documents', () => {
    const shaping = { face: 'Sans', weight: 'regular', rtl: false } as const;
    expect(shaper.shape('Total', shaping)).toBe(new Shaper().shape('Total', shaping));
  });

  it('gives a glyph its first characters of the document, whatever other documents contain', () => {
    const characters = (...texts: string[]) => {
      const document = new Shaper();
      return texts.flatMap((text) =>
        document
          .shape(text, { face: 'Chinese', weight: 'regular', rtl: false })
          .glyphs.flatMap(({ codePoints }) => codePoints),
      );
    };
    expect(characters('\u2e82')).toEqual([0x2e82]);
    expect(characters('\u4e5b', '\u2e82')).toEqual([0x4e5b, 0x4e5b]);
    expect(characters('\u2e82', '\u4e5b')).toEqual([0x2e82, 0x2e82]);
  });
});
