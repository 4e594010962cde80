import { describe, expect, it } from '@jest/globals';
import { exampleSources, sampleSource } from '../test/samples.js';
import { renderingErrors } from './rendering-errors.js';

const issued = sampleSource();

describe('renderingErrors', () => {
  it.each(Object.entries(exampleSources()))('%s: none', (_, source) => {
    expect(renderingErrors(source)).toEqual([]);
  });

  it('points to each text by its name in the API, and lists the characters', () => {
    const source = sampleSource(
      {
        seller: { ...issued.seller, legalNotice: 'বাংলা' },
        client: { ...issued.client, contact: 'ქ', billingAddress: { ...issued.client.billingAddress, city: 'তী' } },
        notes: ['ok', 'a\ue000'],
      },
      [{ name: 'fine' }, { name: 'fine', description: 'x ক y', allowances: [{ percent: '1', reason: 'ক' }] }],
    );
    const named = (characters: string) => `has characters that the PDF cannot show: ${characters}`;
    expect(renderingErrors(source).map(({ pointer, code, message }) => [pointer, code, message])).toEqual([
      ['/notes/1', 'text_not_drawable', named('\ue000 (U+E000)')],
      ['/seller/legalNotice', 'text_not_drawable', named('বাং (U+09AC U+09BE U+0982), লা (U+09B2 U+09BE)')],
      ['/client/lastName', 'text_not_drawable', named('ქ (U+10E5)')],
      ['/client/billingAddress/city', 'text_not_drawable', named('তী (U+09A4 U+09C0)')],
      ['/lines/1/description', 'text_not_drawable', named('ক (U+0995)')],
      ['/lines/1/allowances/0/reason', 'text_not_drawable', named('ক (U+0995)')],
    ]);
  });

  it('are the same for a text that was checked before', () => {
    const sources = [sampleSource(), sampleSource({ notes: ['a\ue000', 'fine'] }), sampleSource({ terms: 'ক' })];
    const first = sources.map(renderingErrors);
    expect(first.map(({ length }) => length)).toEqual([0, 1, 1]);
    expect(sources.map(renderingErrors)).toEqual(first);
  });

  it('lists at most five characters and a hundred texts', () => {
    const many = 'কখগঘঙচছ';
    const [first] = renderingErrors(sampleSource({ terms: many }));
    expect(first?.message).toMatch(/ক .*ঙ \(U\+0999\) and 2 more$/);
    expect(renderingErrors(sampleSource({ notes: Array.from({ length: 150 }, () => many) }))).toHaveLength(100);
  });
});
