import { describe, expect, it } from '@jest/globals';
import { contrastWithWhite, isReadableOnWhite, readableShade } from './accent-color.js';

describe('an accent colour', () => {
  // Black, white and the two greys beside the limit are known values of WCAG 2.2.
  it.each([
    ['#000000', 21],
    ['#ffffff', 1],
    ['#767676', 4.54],
    ['#777777', 4.48],
    ['#1f4fd8', 6.63],
  ])('has a contrast with white: %s', (color, contrast) => {
    expect(contrastWithWhite(color)).toBeCloseTo(contrast, 1);
    expect(isReadableOnWhite(color)).toBe(contrast >= 4.5);
  });

  it.each(['#ffcc00', '#ffffff', '#00ffff', '#777777', '#ff8080'])('has a readable shade: %s', (color) => {
    const shade = readableShade(color);
    expect(shade).toMatch(/^#[0-9a-f]{6}$/);
    expect(isReadableOnWhite(shade)).toBe(true);
  });

  it('is its own shade if it is readable', () => {
    expect(readableShade('#1f4fd8')).toBe('#1f4fd8');
  });
});
