import { describe, expect, it } from '@jest/globals';
import { withFrenchSpaces } from './french-spaces.js';

describe('spaces that do not break in French', () => {
  it.each([
    ['Ensuite : un message', 'Ensuite\u202F: un message'],
    ['Continuer ? Oui !', 'Continuer\u202F? Oui\u202F!'],
    ['« Afficher »', '«\u202FAfficher\u202F»'],
    ['{{when}} : {{count}} réussies', '{{when}}\u202F: {{count}} réussies'],
    ['webhook-test: true, https://example.com', 'webhook-test: true, https://example.com'],
  ])('%s', (text, spaced) => {
    expect(withFrenchSpaces(text)).toBe(spaced);
  });
});
