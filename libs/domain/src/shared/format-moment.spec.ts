import { describe, expect, it } from '@jest/globals';
import { formatMoment } from './format-moment.js';

describe('formatMoment', () => {
  it.each([
    ['en', '2026-12-31T09:30:59.999Z', '31 December 2026, 09:30 UTC'],
    ['fr', '2027-01-01T00:00:00.000Z', '1er janvier 2027 à 00:00 UTC'],
  ] as const)('writes a moment in %s', (locale, at, words) => {
    expect(formatMoment(new Date(at), locale)).toBe(words);
  });
});
