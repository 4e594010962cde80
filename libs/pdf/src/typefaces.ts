import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as fontkit from 'fontkit';
import type { Face } from './faces.js';

/*
 * The embedded fonts, all under the SIL Open Font License. Noto Sans has Latin, Greek and Cyrillic with all diacritics,
 * Devanagari, currency signs and digits of equal width. Chinese (with Japanese syllables), Korean and emoji have one weight, for names.
 */

export type Weight = 'regular' | 'bold';
/** Identifies a font within a document. */
export type FontName = `${Face}-${Weight}`;

const require = createRequire(import.meta.url);
const google = (path: string) => require.resolve(`@expo-google-fonts/${path}`);
// These packages export only their entry; the fonts are files next to it.
const beside = (name: string, file: string) => join(require.resolve(name), '../../fonts', file);

const PATHS: Record<Face, Record<Weight, () => string>> = {
  Sans: {
    regular: () => google('noto-sans/400Regular/NotoSans_400Regular.ttf'),
    bold: () => google('noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
  },
  Hebrew: {
    regular: () => beside('@embedpdf/fonts-hebrew', 'NotoSansHebrew-Regular.ttf'),
    bold: () => beside('@embedpdf/fonts-hebrew', 'NotoSansHebrew-Bold.ttf'),
  },
  Arabic: {
    regular: () => google('noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
    bold: () => google('noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf'),
  },
  Thai: {
    regular: () => google('noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
    bold: () => google('noto-sans-thai/600SemiBold/NotoSansThai_600SemiBold.ttf'),
  },
  Chinese: oneWeight(() => beside('@embedpdf/fonts-sc', 'NotoSansHans-Regular.otf')),
  Korean: oneWeight(() => beside('@embedpdf/fonts-kr', 'NotoSansKR-Regular.otf')),
  Emoji: oneWeight(() => google('noto-emoji/400Regular/NotoEmoji_400Regular.ttf')),
};

function oneWeight(path: () => string): Record<Weight, () => string> {
  return { regular: path, bold: path };
}

/** The files of all fonts. Their packages contain further weights, which an image need not have. */
export function fontFiles(): string[] {
  return Object.values(PATHS).flatMap(({ regular, bold }) => [regular(), bold()]);
}

const parsed = new Map<string, fontkit.Font>();

/** Parsed once per thread: decoding the tables takes longer than rendering a document. */
export function parsedFont(face: Face, weight: Weight): fontkit.Font {
  const path = PATHS[face][weight]();
  let font = parsed.get(path);
  if (!font) {
    const file = fontkit.create(readFileSync(path));
    if (!('characterSet' in file)) throw new Error(`${path} is a collection of fonts`);
    font = file;
    parsed.set(path, font);
  }
  return font;
}

/** The font of a typeface in a weight: a typeface with a single weight is embedded once. */
export function fontName(face: Face, weight: Weight): FontName {
  return `${face}-${PATHS[face].regular === PATHS[face].bold ? 'regular' : weight}`;
}

/** The characters with which each glyph was first created: fontkit keeps a glyph with its first characters, and returns those ever after. */
export type FirstCharacters = Map<number, readonly number[]>;

/** Runs a layout as after one that has created these glyphs, and adds the new ones to them. */
export function layOut<Result>(font: fontkit.Font, known: FirstCharacters, layout: () => Result): Result {
  const glyphs: Record<string, fontkit.Glyph> = {};
  Object.assign(font, { _glyphs: glyphs });
  for (const [id, characters] of known) font.getGlyph(id, [...characters]);
  const result = layout();
  for (const { id, codePoints } of Object.values(glyphs)) if (!known.has(id)) known.set(id, codePoints);
  return result;
}
