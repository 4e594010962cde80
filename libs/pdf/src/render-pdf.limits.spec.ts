import { describe, expect, it } from '@jest/globals';
import { plain, readPdf, readSample } from '../test/read-pdf.js';
import { sampleSource, type SampleLine } from '../test/samples.js';
import { renderPdf } from './render-pdf.js';

describe('edge cases', () => {
  const currencies: [string, string, string][] = [
    ['JPY', '450', '¥900'],
    ['KWD', '450.125', 'KWD 900.250'],
  ];
  it.each(currencies)('%s', async (currency, unitPrice, net) => {
    const { text } = await readSample({ locale: 'en', currency }, [{ name: 'A', quantity: '2', unitPrice }]);
    expect(plain(text)).toContain(net);
  });

  it('no line items', async () => {
    const { pages, text } = await readSample({ draft: true, number: null }, []);
    expect(pages).toHaveLength(1);
    expect(text).toContain('Aucune ligne');
  });

  it('a thousand line items: all of them, each page with headings and its number', async () => {
    const lines = Array.from({ length: 1000 }, (_, at) => ({
      name: `Line ${at}.`,
      description: at % 4 ? null : 'A note.',
    }));
    const started = process.cpuUsage();
    const file = await renderPdf(sampleSource({ locale: 'en' }, lines));
    // Takes about half a second of a core; quadratic work would take far longer.
    expect(process.cpuUsage(started).user).toBeLessThan(10_000_000);
    const { pages, text } = await readPdf(file);
    expect(pages.length).toBeGreaterThan(25);
    expect(pages.length).toBeLessThan(50);
    for (const [at, page] of pages.entries()) {
      expect(page).toContain('Description');
      expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
    }
    for (const { name } of lines) expect(text).toContain(name);
  });

  it('amounts of 15 digits are not broken', async () => {
    const { text } = await readSample({ currency: 'KWD' }, [
      { name: 'Tout', quantity: '9999999999', unit: 'LH', unitPrice: '99999.999999' },
    ]);
    expect(plain(text)).toContain('Net à payer 1 199 999 999 868 000,000 KWD');
    expect(plain(text)).toContain('999 999 999 890 000,000');
    expect(plain(text)).toContain('9 999 999 999');
    expect(plain(text)).toContain('99 999,999999');
  });

  it.each([
    ['0.061232374', '0,061232374'],
    ['0.000000123456', '0,000000123456'],
    ['12345678.123456789012', '12 345 678,123456789012'],
  ])('a price of %s is not broken', async (unitPrice, printed) => {
    const { text } = await readSample({}, [{ name: 'Électricité', quantity: '616290', unit: 'KWH', unitPrice }]);
    expect(plain(text)).toContain(printed);
  });

  it('a row higher than a page is split without losses', async () => {
    const description = Array.from({ length: 200 }, (_, at) => `Item ${at}.`).join('\n');
    const { pages, text } = await readSample({ locale: 'en' }, [{ name: 'Long', description }, { name: 'After' }]);
    expect(pages.length).toBeGreaterThan(2);
    for (let at = 0; at < 200; at += 1) expect(text).toContain(`Item ${at}.`);
    expect(text).toContain('After');
  });

  it('the totals are never on a page without a line item', async () => {
    for (let count = 8; count <= 26; count += 1) {
      const lines: SampleLine[] = Array.from({ length: count }, (_, at) => ({ name: `Line ${at}.` }));
      const { pages } = await readSample({ locale: 'en' }, lines);
      const page = pages.find((candidate) => candidate.includes('Amount due'));
      expect(page).toContain(`Line ${count - 1}.`);
    }
  });

  it('notes and terms of any length continue on further pages', async () => {
    const terms = Array.from({ length: 120 }, (_, at) => `Clause ${at}.`).join('\n');
    const { pages, text } = await readSample({ terms, notes: ['A', 'B'] });
    expect(pages.length).toBeGreaterThan(2);
    for (let at = 0; at < 120; at += 1) expect(text).toContain(`Clause ${at}.`);
  });

  it('words without spaces stay inside their column', async () => {
    const name = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5);
    const { text } = await readSample({}, [{ name, description: 'x'.repeat(2000) }]);
    expect(text.replace(/ /g, '')).toContain(name);
  });

  it.each([
    ['Latin with all its diacritics', 'Žluťoučký kůň, İstanbul, Łódź, Þór, ẞ, Việt Nam, ĳ, ſ'],
    ['Greek and Cyrillic', 'Ελλάδα Ὀδύσσεια Київ Ђорђе Ќирил'],
    ['currency signs', '€ £ ¥ ₹ ₺ ₽ ₿ ₩ ₫ ₴ ₸ ₾'],
    ['Chinese, Japanese, Korean', '株式会社山田商店 有限公司 カタカナ 주식회사'],
  ])('%s: rendered, and read back unchanged', async (_, words) => {
    const { text } = await readSample({ notes: [words] });
    expect(text.replace(/\s/g, '')).toContain(words.replace(/\s/g, ''));
  });

  it('composes letters with separate accents', async () => {
    expect((await readSample({ notes: ['Cafe\u0301'] })).text).toContain('Café');
  });

  it.each([
    ['Arabic, joined and with its vowels', 'شركة النور عَرَبي'],
    ['Persian with a joiner', 'می‌خواهم'],
    ['Hebrew with its points', 'חברה שָׁלוֹם'],
    ['Thai', 'บริษัท น้ำใส ที่'],
    ['Devanagari', 'हिन्दी क्षत्रिय'],
    ['emoji of several parts', '😀 👩‍👩‍👧 👍🏽 🇫🇷 1️⃣ ❤️'],
    ['both directions in one line', 'abc שלום (12) مرحبا xyz'],
  ])('%s: rendered with glyphs of a font that has it', async (_, words) => {
    const { glyphs, text, fonts } = await readSample({ notes: [words] });
    expect(glyphs).not.toContain(0);
    expect(text).not.toContain('\ufffd');
    expect(fonts.length).toBeGreaterThanOrEqual(2);
  });

  it('is read in reading order, whatever the visual order', async () => {
    const { spoken } = await readSample({ notes: ['سعر (VAT 20%)', 'plain'] });
    expect(spoken).toEqual(['سعر (VAT 20%)']);
  });

  it.each([
    ['a script that no font has', 'বাংলা', '\ufffd\ufffd'],
    ['a lone surrogate', '\ud83d', '\ufffd'],
    ['private use', '\ue000', '\ufffd'],
  ])('%s: a replacement character for each', async (_, words, marks) => {
    const { text, glyphs } = await readSample({ notes: [`>${words}<`] });
    expect(text.replace(/ /g, '')).toContain(`>${marks}<`);
    expect(glyphs).not.toContain(0);
  });

  it('invisible characters are left out', async () => {
    const { text } = await readSample({ notes: ['a\u200bb\u00adc\u202ed\u0007e\ufefff'] });
    expect(text).toContain('abcdef');
  });
});
