import { FONT_COVERAGE } from './font-coverage.js';

/*
 * The typeface for each character, from a table of code points that needs no open font: the API
 * checks texts before a document is issued. The order is the order of preference.
 */
export const FACES = ['Sans', 'Hebrew', 'Arabic', 'Thai', 'Chinese', 'Korean', 'Emoji'] as const;
export type Face = (typeof FACES)[number];

/** A run of text in one typeface, or in none if no typeface has it. Offsets are in UTF-16 units. */
export interface FaceRun {
  readonly face: Face | undefined;
  readonly start: number;
  readonly end: number;
}

const SANS = 1;
const EMOJI = 1 << FACES.indexOf('Emoji');
const ANY = (1 << FACES.length) - 1;
/** Belongs to the previous character: accents, vowel signs, joiners, skin tones. */
const EXTENDS = 1 << 8;
/** Has no shape: joiners, soft hyphens, variation selectors, direction marks. */
const SHAPELESS = 1 << 9;
/** Set after a page of the table is filled. */
const KNOWN = 1 << 15;

const ZERO_WIDTH_JOINER = 0x200d;
const EMOJI_PRESENTATION = 0xfe0f;
const EXTENDING = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/u;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/** The circle of a sara am goes below the preceding tone mark. */
const SARA_AM_UNDER_TONE = /([\u0e48-\u0e4b])\u0e33/g;
const ALL_SHAPELESS = /\p{Default_Ignorable_Code_Point}/gu;
/** All invisible characters except zero-width joiners, variation selectors and the tags of flags. */
const SILENT = /(?!\u200c|\u200d|\ufe0f|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;

/** Alternating first and last code points. */
const RANGES: readonly Uint32Array[] = FACES.map((face) => decoded(FONT_COVERAGE[face]));
const pages = new Map<number, Uint16Array>();

/** "5.3 2" is from 5 to 8, then 10: in base 36, each counted from the one before. */
function decoded(text: string): Uint32Array {
  let last = 0;
  return Uint32Array.from(
    text.split(' ').flatMap((item) => {
      const [gap = '', more = '0'] = item.split('.');
      const first = last + Number.parseInt(gap, 36);
      last = first + Number.parseInt(more, 36);
      return [first, last];
    }),
  );
}

function covers(ranges: Uint32Array, codePoint: number): boolean {
  let low = 0;
  let high = ranges.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < (ranges[2 * middle] ?? 0)) high = middle - 1;
    else if (codePoint > (ranges[2 * middle + 1] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}

function computed(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  const extending = EXTENDING.test(character) ? EXTENDS : 0;
  if (extending && IGNORABLE.test(character)) return KNOWN | ANY | EXTENDS | SHAPELESS;
  return RANGES.reduce((bits, ranges, at) => (covers(ranges, codePoint) ? bits | (1 << at) : bits), KNOWN | extending);
}

/** The typefaces and properties of a code point. Cached on first use: texts repeat few code points. */
function propertiesOf(codePoint: number): number {
  let page = pages.get(codePoint >> 8);
  if (!page) pages.set(codePoint >> 8, (page = new Uint16Array(256)));
  const at = codePoint & 0xff;
  return (page[at] ||= computed(codePoint));
}

const unitsOf = (codePoint: number): number => (codePoint > 0xffff ? 2 : 1);

interface Cluster {
  readonly end: number;
  readonly face: Face | undefined;
}

/** The cluster that readers see as one character, from `start`: a letter with its accents, an emoji of several parts. */
function clusterAt(text: string, start: number): Cluster {
  let codePoint = text.codePointAt(start) ?? 0;
  let faces = propertiesOf(codePoint) & ANY;
  let wantsEmoji = false;
  let end = start + unitsOf(codePoint);
  while (end < text.length) {
    const joined = codePoint === ZERO_WIDTH_JOINER;
    codePoint = text.codePointAt(end) ?? 0;
    const properties = propertiesOf(codePoint);
    if (!joined && !(properties & EXTENDS)) break;
    faces &= properties;
    wantsEmoji ||= codePoint === EMOJI_PRESENTATION;
    end += unitsOf(codePoint);
  }
  if (wantsEmoji && faces & EMOJI) return { end, face: 'Emoji' };
  return { end, face: faces & SANS ? 'Sans' : FACES.find((_face, at) => faces & (1 << at)) };
}

/** Splits a text into runs of one typeface. */
export function faceRuns(text: string): FaceRun[] {
  const runs: { face: Face | undefined; start: number; end: number }[] = [];
  for (let start = 0; start < text.length;) {
    const { end, face } = clusterAt(text, start);
    const last = runs.at(-1);
    if (last?.face === face && last) last.end = end;
    else runs.push({ face, start, end });
    start = end;
  }
  return runs;
}

/** The positions between two characters where a text may be cut, including its end. */
export function characterEnds(text: string): number[] {
  const ends: number[] = [];
  for (let start = 0; start < text.length; start = ends.at(-1) ?? text.length) ends.push(clusterAt(text, start).end);
  return ends;
}

/** The characters of a text that no typeface has, each once, in order of appearance. */
export function undrawableCharacters(text: string): string[] {
  const found = new Set<string>();
  for (const { face, start, end } of faceRuns(text)) {
    if (face) continue;
    let from = start;
    for (const at of characterEnds(text.slice(start, end))) {
      found.add(text.slice(from, start + at));
      from = start + at;
    }
  }
  return [...found];
}

/** A text without invisible characters; joiners and selectors stay if the typeface uses them. */
export function visible(text: string, face: Face): string {
  if (face === 'Thai') return text.replace(ALL_SHAPELESS, '').replace(SARA_AM_UNDER_TONE, '\u0e4d$1\u0e32');
  return text.replace(face === 'Arabic' || face === 'Emoji' || face === 'Sans' ? SILENT : ALL_SHAPELESS, '');
}
