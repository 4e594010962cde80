import { describe, expect, it } from '@jest/globals';
import { knownUrlRejection, URL_REJECTIONS, urlRejection, type UrlRejection } from './endpoint-url.js';

describe('the sentence of the API for a rejected URL', () => {
  it.each(Object.keys(URL_REJECTIONS) as UrlRejection[])('is known in both languages: %s', (rejection) => {
    const sentence = urlRejection(rejection, '25');
    expect(knownUrlRejection(sentence.en)).toEqual(sentence);
    expect(`${sentence.en} ${sentence.fr}`).not.toContain('{');
  });

  it('is not found for another text', () => {
    expect(knownUrlRejection('must have at most 2000 characters')).toBeUndefined();
  });
});
