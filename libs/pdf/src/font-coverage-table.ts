import { FACES, type Face } from './faces.js';
import { parsedFont, type Weight } from './typefaces.js';

/** Private use characters and replacement characters: no text needs their glyphs. */
const EXCLUDED = /[\p{Co}\ufffc\ufffd]/u;

/** The code points that a typeface has a glyph for, in ascending order. */
export function coveredCodePoints(face: Face, weight: Weight): number[] {
  const font = parsedFont(face, weight);
  return [...new Set(font.characterSet)]
    .filter((codePoint) => font.hasGlyphForCodePoint(codePoint) && !EXCLUDED.test(String.fromCodePoint(codePoint)))
    .sort((a, b) => a - b);
}

/** The content of `font-coverage.ts`, read from the fonts. */
export const measuredCoverage = (): Record<string, string> =>
  Object.fromEntries(FACES.map((face) => [face, encoded(coveredCodePoints(face, 'regular'))]));

/** The source text of `font-coverage.ts`. */
export function renderFontCoverage(): string {
  return `/*
 * The code points of each typeface. Written by \`npm run font-coverage\`, do not edit: ranges in base 36, "gap.more", each
 * counted from the end of the one before.
 */
export const FONT_COVERAGE = ${JSON.stringify(measuredCoverage(), undefined, 2)} as const;
`;
}

function encoded(codePoints: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const codePoint of codePoints) {
    const range = ranges.at(-1);
    if (range?.last === codePoint - 1) range.last = codePoint;
    else ranges.push({ first: codePoint, last: codePoint });
  }
  return ranges
    .map(({ first, last }, at) => {
      const gap = (first - (ranges[at - 1]?.last ?? 0)).toString(36);
      return last > first ? `${gap}.${(last - first).toString(36)}` : gap;
    })
    .join(' ');
}
