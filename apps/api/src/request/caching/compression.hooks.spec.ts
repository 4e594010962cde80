import { describe, expect, it } from '@jest/globals';
import { takes } from './compression.hooks.js';

describe('an Accept-Encoding', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['identity', false],
    ['deflate, br', false],
    ['gzip', true],
    ['GZIP', true],
    ['gzip, deflate, br, zstd', true],
    ['br;q=1.0, gzip;q=0.1', true],
    ['*', true],
    ['*;q=0', false],
    ['gzip;q=0, *', false],
    ['gzip ; q=0', false],
    ['gzip;q=nothing', false],
  ])('"%s" takes gzip: %s', (accepted, isTaken) => {
    expect(takes('gzip', accepted)).toBe(isTaken);
  });
});
