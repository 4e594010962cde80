import bidiFactory from 'bidi-js';
import LineBreaker from 'linebreak';
import { faceRuns, type Face, type FaceRun } from './faces.js';

/** A stretch of one typeface and one direction; `level` is odd where it runs from right to left (UAX 9). */
export interface Stretch {
  readonly text: string;
  readonly face: Face | undefined;
  readonly level: number;
  /** Blanks at the end of a line have no width. */
  readonly blank: boolean;
}

const bidi = bidiFactory();

/** Letters, digits and marks that make a paragraph one of two directions. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Scripts without spaces between words: where they may break is a matter of a dictionary. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Thai: split in two, with the tone between them. */
const SARA_AM = /\u0e33/;
const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Also the overrides of direction: with them a page would show other digits than those that were entered. */
const CONTROL = /(?!\n)[\p{Cc}\u202d\u202e]/gu;

/**
 * Text as we set it: composed, since a font has "é" rather than "e" and an accent; lines end with \n; broken halves of
 * characters and control characters are gone.
 */
export function cleaned(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(CONTROL, '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Whether a text has two directions, and its parts an order of their own. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** A text of another direction inside a sentence of ours: it must not turn the words around it. */
export const isolated = (text: string): string => (hasRightToLeft(text) ? `\u2068${text}\u2069` : text);

/** One paragraph, analysed once: its direction, its typefaces, and the places where a line may end. */
export class Paragraph {
  /** Begins at the right. */
  readonly rtl: boolean;
  readonly #text: string;
  readonly #runs: readonly FaceRun[];
  readonly #levels: Uint8Array | undefined;

  /** @param text cleaned, without a line's end */
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

  /** Whether its parts have to be put in order. */
  get mixed(): boolean {
    return this.#levels !== undefined;
  }

  /** Whether its glyphs stand in another order than its letters. */
  get reordered(): boolean {
    return this.mixed || SARA_AM.test(this.#text);
  }

  /** Where each piece ends that a line may end with (UAX 14). */
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

  /** The text between two places, in the order in which it is read. */
  stretches(start: number, end: number): Stretch[] {
    const found: Stretch[] = [];
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

/** Brackets and the like point the other way where text runs from right to left. */
function mirrored(text: string, level: number): string {
  if (level % 2 === 0) return text;
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('');
}

/** Puts the parts of a line in the order in which they are seen, from the left to the right (UAX 9, L2). */
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
