import bidiFactory from 'bidi-js';
import LineBreaker from 'linebreak';
import { faceRuns, type Face, type FaceRun } from './faces.js';

/** A run of one typeface and one direction; `level` is odd for right to left (UAX 9). */
export interface TextStretch {
  readonly text: string;
  readonly face: Face | undefined;
  readonly level: number;
  /** Spaces at the end of a line have no width. */
  readonly blank: boolean;
}

const bidi = bidiFactory();

/** Letters, digits and marks that make a paragraph bidirectional. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Scripts without spaces between words: line breaks in them would need a dictionary. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Thai: decomposes into two, with the tone mark between them. */
const SARA_AM = /\u0e33/;
const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Includes direction overrides, with which a page would show other digits than were entered. */
const CONTROL = /(?!\n)[\p{Cc}\u202d\u202e]/gu;

/**
 * Normalizes text: composed, because a font has "é" rather than "e" and an accent; lines end with \n; without lone
 * surrogates and control characters.
 */
export function cleaned(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(CONTROL, '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Whether a text contains right-to-left characters and its parts need reordering. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** Isolates a text of another direction, which would reorder the words of the sentence around it. */
export const isolated = (text: string): string => (hasRightToLeft(text) ? `\u2068${text}\u2069` : text);

/** One paragraph, analysed once: its direction, its typefaces, and the positions where a line may end. */
export class Paragraph {
  /** Whether it starts at the right. */
  readonly rtl: boolean;
  readonly #text: string;
  readonly #runs: readonly FaceRun[];
  readonly #levels: Uint8Array | undefined;

  /** @param text normalized, without line breaks */
  constructor(text: string) {
    this.#text = text;
    this.#runs = faceRuns(text);
    const resolved = hasRightToLeft(text) ? bidi.getEmbeddingLevels(text) : undefined;
    this.#levels = resolved?.levels;
    this.rtl = (resolved?.paragraphs[0]?.level ?? 0) === 1;
  }

  get text(): string {
    return this.#text;
  }

  /** Whether its parts need reordering. */
  get mixed(): boolean {
    return this.#levels !== undefined;
  }

  /** Whether its glyphs are in a different order than its letters. */
  get reordered(): boolean {
    return this.mixed || SARA_AM.test(this.#text);
  }

  /** The ends of the pieces between which a line may break (UAX 14). */
  *breaks(): Generator<number> {
    const breaker = new LineBreaker(this.#text);
    let start = 0;
    for (let at = breaker.nextBreak(); at; at = breaker.nextBreak()) {
      const piece = this.#text.slice(start, at.position);
      if (UNSPACED.test(piece)) {
        for (const { index } of words.segment(piece)) if (index > 0) yield start + index;
      }
      yield at.position;
      start = at.position;
    }
  }

  /** The runs between two positions, in reading order. */
  stretches(start: number, end: number): TextStretch[] {
    const found: TextStretch[] = [];
    let run = this.#runAt(start);
    for (let from = start; from < end;) {
      const { face, end: runEnd } = this.#runs[run] ?? { face: undefined, end };
      const until = this.#sameLevel(from, Math.min(runEnd, end));
      const text = this.#text.slice(from, until);
      const level = this.#levels?.[from] ?? 0;
      const blankFrom = text.trimEnd().length;
      if (blankFrom > 0) found.push({ text: mirrored(text.slice(0, blankFrom), level), face, level, blank: false });
      if (blankFrom < text.length) found.push({ text: text.slice(blankFrom), face, level, blank: true });
      from = until;
      if (from >= runEnd) run += 1;
    }
    return found;
  }

  #runAt(start: number): number {
    let low = 0;
    let high = this.#runs.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#runs[middle]?.end ?? 0) > start) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #sameLevel(start: number, end: number): number {
    const levels = this.#levels;
    if (!levels) return end;
    let at = start + 1;
    while (at < end && levels[at] === levels[start]) at += 1;
    return at;
  }
}

/** Brackets and similar characters are mirrored in right-to-left text. */
function mirrored(text: string, level: number): string {
  if (level % 2 === 0) return text;
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('');
}

/** Sorts the parts of a line by visual order, from left to right (UAX 9, L2). */
export function inVisualOrder<Part extends { readonly level: number }>(line: readonly Part[]): Part[] {
  const parts = [...line];
  const highest = Math.max(0, ...parts.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < parts.length; start += 1) {
      let end = start;
      while (end < parts.length && (parts[end]?.level ?? 0) >= level) end += 1;
      if (end - start > 1) parts.splice(start, end - start, ...parts.slice(start, end).reverse());
      start = end;
    }
  }
  return parts;
}
