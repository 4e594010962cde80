import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as fontkit from 'fontkit';

/*
 * The fonts that we embed, in the order in which they are asked for a character. All are under the SIL Open Font License.
 *
 * Noto Sans has Latin, Greek and Cyrillic with all their diacritics, Devanagari, and every currency sign; its figures are of
 * one width. Behind it come Chinese characters with the Japanese syllables, then Korean; they have one weight here, for names
 * are what they are needed for. Scripts that run from right to left need a reordering that nothing here does, so Arabic and
 * Hebrew are left without a font on purpose, as are emoji: PLACEHOLDER stands in the place of each character.
 */

export type Weight = 'regular' | 'bold';
export type FontName = 'Regular' | 'Bold' | 'Chinese' | 'Korean';

/** In Noto Sans; never the font's own empty box, which PDF/A refuses (ISO 19005-3, 6.2.11.8). */
const PLACEHOLDER = '\ufffd';

/** Characters without a shape of their own: joiners, soft hyphens, variation selectors, marks of direction. */
const SHAPELESS = /\p{Default_Ignorable_Code_Point}/gu;

/** A piece of text that one font has. */
export interface Run {
  readonly font: FontName;
  readonly text: string;
}

const require = createRequire(import.meta.url);
const noto = (path: string) => require.resolve(`@expo-google-fonts/noto-sans/${path}`);
// These packages export their entry alone; the fonts lie beside it.
const beside = (name: string, file: string) => join(require.resolve(name), '../../fonts', file);

const PATHS: Record<FontName, () => string> = {
  Regular: () => noto('400Regular/NotoSans_400Regular.ttf'),
  Bold: () => noto('600SemiBold/NotoSans_600SemiBold.ttf'),
  Chinese: () => beside('@embedpdf/fonts-sc', 'NotoSansHans-Regular.otf'),
  Korean: () => beside('@embedpdf/fonts-kr', 'NotoSansKR-Regular.otf'),
};

const FALLBACKS: readonly FontName[] = ['Chinese', 'Korean'];
const MAIN: Record<Weight, FontName> = { regular: 'Regular', bold: 'Bold' };

const parsed = new Map<FontName, fontkit.Font>();
const coverages = new Map<FontName, ReadonlySet<number>>();

/** Parsed once per process: to decode the tables again for each document would take longer than to draw it. */
function parsedFont(name: FontName): fontkit.Font {
  let font = parsed.get(name);
  if (!font) {
    const file = fontkit.create(readFileSync(PATHS[name]()));
    if (!('characterSet' in file)) throw new Error(`${PATHS[name]()} is a collection of fonts`);
    font = file;
    parsed.set(name, font);
  }
  return font;
}

/**
 * The font for a document that begins now, and that must be ended before the next one begins.
 *
 * A parsed font keeps each glyph together with the character that it was first used for, and several characters share one:
 * what an earlier document said would change the bytes of this one. So the glyphs are forgotten.
 */
export function freshFont(name: FontName): fontkit.Font {
  return Object.assign(parsedFont(name), { _glyphs: {} });
}

/** The code points that a font has a glyph for. */
function coverage(name: FontName): ReadonlySet<number> {
  let known = coverages.get(name);
  if (!known) {
    known = new Set(parsedFont(name).characterSet);
    coverages.set(name, known);
  }
  return known;
}

function covers(name: FontName, text: string): boolean {
  const known = coverage(name);
  for (const character of text) {
    if (!known.has(character.codePointAt(0) ?? 0)) return false;
  }
  return true;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a reader takes for one character each: a letter with its accents, an emoji of several parts. */
export function readersCharacters(text: string): string[] {
  // The segmenter takes its time, even for what cannot be cut.
  return text.length < 2 ? [text] : Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Cuts a line of text into what each font has. Nothing that has a shape is left out: PLACEHOLDER stands for the unknown. */
export function fontRuns(text: string, weight: Weight): Run[] {
  const main = MAIN[weight];
  const visible = text.replace(SHAPELESS, '');
  if (covers(main, visible)) return visible === '' ? [] : [{ font: main, text: visible }];

  const runs: { font: FontName; text: string }[] = [];
  for (const character of readersCharacters(text)) {
    const shape = character.replace(SHAPELESS, '');
    const font = [main, ...FALLBACKS].find((name) => covers(name, shape));
    const run = { font: font ?? main, text: font ? shape : PLACEHOLDER };
    const last = runs.at(-1);
    if (last?.font === run.font) last.text += run.text;
    else if (run.text) runs.push(run);
  }
  return runs;
}
