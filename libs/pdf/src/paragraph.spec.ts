import { describe, expect, it } from '@jest/globals';
import { cleaned, inVisualOrder, isolated, Paragraph } from './paragraph.js';

/** The visible text of a line from left to right, character by character. */
function seen(text: string): string {
  const paragraph = new Paragraph(cleaned(text));
  return inVisualOrder(paragraph.stretches(0, paragraph.text.length))
    .map(({ text: part, level }) => (level % 2 === 1 ? Array.from(part).reverse().join('') : part))
    .join('')
    .replace(/[\u202c\u2066-\u2069]/g, '');
}

describe('the visual order', () => {
  // Hebrew, because its letters do not change with their neighbours: אבג is read from the right.
  it.each([
    ['left to right only', 'Total (net) 12.50', 'Total (net) 12.50'],
    ['right to left only', 'אבג דהו', 'והד גבא'],
    ['a word of the other direction', 'for אבג דהו today', 'for והד גבא today'],
    ['a number in it', 'אבג 123.45 דהו', 'והד 123.45 גבא'],
    ['a percentage and a currency', 'מחיר 20% ו-12 ₪', '₪ 12-ו 20% ריחמ'],
    ['brackets are mirrored', 'אבג (דהו) [זח]', '[חז] (והד) גבא'],
    ['Latin inside, brackets around it', 'אבג (VAT 20%) דהו', 'והד (VAT 20%) גבא'],
    ['brackets in a Latin sentence', 'see אבג (one) end', 'see גבא (one) end'],
    ['brackets around a number go with the word before it', 'see אבג (1) end', 'see (1) גבא end'],
    ['Arabic digits', 'مبلغ ١٢٣ ريال', 'لاير ١٢٣ غلبم'],
    ['a full stop at the end', 'אבג.', '.גבא'],
    ['isolated inside a sentence', `Item ${isolated('אבג 1')} · 2`, 'Item 1 גבא · 2'],
    ['overrides have no effect', 'pay \u202e00.1\u202c now', 'pay 00.1 now'],
  ])('%s', (_, text, order) => {
    expect(seen(text)).toBe(order);
  });

  it('knows on which side a paragraph starts', () => {
    expect(
      ['אבג VAT', 'VAT אבג', '12 אבג', 'VAT', `${isolated('אבג')} VAT`].map((text) => new Paragraph(text).rtl),
    ).toEqual([true, false, true, false, false]);
  });
});

describe('line breaks', () => {
  const pieces = (text: string) => {
    const ends = [...new Paragraph(text).breaks()];
    return ends.map((end, at) => text.slice(ends[at - 1] ?? 0, end));
  };

  it.each([
    ['between words', 'one two-three', ['one ', 'two-', 'three']],
    ['between ideographs', '株式会社', ['株', '式', '会', '社']],
    ['between the words of Thai, which has no spaces', 'ภาษาไทยเป็นภาษา', ['ภาษา', 'ไทย', 'เป็น', 'ภาษา']],
  ])('%s', (_, text, expected) => {
    expect(pieces(text)).toEqual(expected);
  });
});
