import { describe, expect, it } from '@jest/globals';
import { looksOfTurn } from './looks.js';

const LOOKS = ['light desktop', 'dark desktop', 'dark phone', 'light phone'] as const;
const TWO_LOOKS = ['dark phone', 'light desktop'] as const;

describe('the looks of a turn', () => {
  it.each([
    [0, ['light desktop', 'dark phone'], 'light desktop'],
    [1, ['light desktop', 'dark phone'], 'dark phone'],
    [2, ['dark desktop', 'light phone'], 'dark desktop'],
    [3, ['dark desktop', 'light phone'], 'light phone'],
    [4, ['light desktop', 'dark phone'], 'light desktop'],
  ] as const)('of four: in turn %i, both schemes and both sizes', (turn, checked, byAxe) => {
    expect(looksOfTurn(LOOKS, turn)).toEqual({ checked, byAxe });
  });

  it.each([
    [0, 'dark phone'],
    [1, 'light desktop'],
    [2, 'dark phone'],
  ] as const)('of two: in turn %i, both', (turn, byAxe) => {
    expect(looksOfTurn(TWO_LOOKS, turn)).toEqual({ checked: TWO_LOOKS, byAxe });
  });
});
