import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { secretWeakness } from './secret-weakness.rules.js';

describe('secretWeakness', () => {
  it.each([
    ['x'.repeat(40), 'has fewer than 10 different characters'],
    ['Summer2026Summer2026Summer2026Summer', 'has fewer than 10 different characters'],
    ['0123456789abcdefg0123456789abcdefg', 'repeats a part of itself'],
    ['first-secret-of-the-operator-which-is-long', 'consists of words'],
    ['correct horse battery staple correct', 'consists of words'],
    ['CorrectHorseBatteryStapleForever', 'consists of words'],
    ['PLEASE_CHANGE_ME_TO_SOMETHING_LONG', 'consists of words'],
    ['thisisaverylongsecretwithoutanything', 'consists of words'],
  ])('%s %s', (secret, weakness) => {
    expect(secretWeakness(secret)).toBe(weakness);
  });

  it.each(['base64', 'base64url', 'hex'] as const)('finds nothing in what openssl rand prints: %s', (encoding) => {
    // A few of thousands can look like words, and this must not fail by chance.
    const found = Array.from({ length: 100 }, () => secretWeakness(randomBytes(48).toString(encoding)));
    expect(found.filter(Boolean).length).toBeLessThan(3);
  });
});
