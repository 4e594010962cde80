import { describe, expect, it } from '@jest/globals';
import { isWholeCode, withDash } from './user-code.js';

describe('the code of a device', () => {
  it.each([
    ['', '', false],
    ['bcdf', 'BCDF', false],
    ['bcdfg', 'BCDF-G', false],
    ['bcdf-ghjk', 'BCDF-GHJK', true],
    ['BCDFGHJK', 'BCDF-GHJK', true],
    [' bcdf ghjk ', 'BCDF-GHJK', true],
    ['bcdf–ghjk', 'BCDF-GHJK', true],
    ['bcdf-ghjkl', 'BCDF-GHJK', false],
  ])('%p is shown as %p', (typed, shown, whole) => {
    expect([withDash(typed), isWholeCode(typed)]).toEqual([shown, whole]);
  });
});
