import { describe, expect, it } from '@jest/globals';
import { codingOf } from './compression.js';

describe('the coding of an answer', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['BR', 'br'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['gzip;q=0.5 , br;q=0.8', 'br'],
    ['gzip;q=0', undefined],
    ['gzip;q=nothing', undefined],
    ['deflate, zstd', undefined],
  ])('for "%s" is %s', (accepted, coding) => {
    expect(codingOf(accepted)).toBe(coding);
  });
});
