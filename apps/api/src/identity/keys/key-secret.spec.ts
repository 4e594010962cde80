import { KEY_PREFIX, generateSecret } from '@billhook/domain/identity/secret-format';
import { randomText } from '@billhook/platform/ids';
import { describe, expect, it } from '@jest/globals';

const KEYS = 10_000;
const CHARACTERS = 62;
/** The range of the public locator and the secret; a checksum follows. */
const [FROM, TO] = [KEY_PREFIX.length, KEY_PREFIX.length + 40];

const standardDeviation = (draws: number): number => Math.sqrt((draws / CHARACTERS) * (1 - 1 / CHARACTERS));

/** The distance of the rarest and the most frequent character from the expected count, in standard deviations. */
function farthest(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(CHARACTERS);
  const away = [...counts.values()].map((count) => Math.abs(count - text.length / CHARACTERS));
  return Math.max(...away) / standardDeviation(text.length);
}

describe('the secrets of keys', () => {
  it('never repeat, and use all characters equally often, at every position', () => {
    const secrets = Array.from({ length: KEYS }, () => generateSecret(randomText).secret);
    expect(new Set(secrets).size).toBe(KEYS);
    const random = secrets.map((secret) => secret.slice(FROM, TO));
    // By chance, more than five occur once in 28,000 runs; at one of 40 positions, more than seven occur once in 100 million.
    expect(farthest(random.join(''))).toBeLessThan(5);
    for (let place = 0; place < TO - FROM; place++) {
      expect(farthest(random.map((text) => text.charAt(place)).join(''))).toBeLessThan(7);
    }
  });
});
