import LineBreaker from 'linebreak';
import type { ArchivalDocument } from './archival-document.js';
import { fontRuns, readersCharacters, type Run, type Weight } from './typefaces.js';

/** `size` and `leading`, the height of a line, are in points. */
export interface TextStyle {
  readonly size: number;
  readonly leading: number;
  readonly weight: Weight;
  readonly color: string;
}

/** A line of text that is set but not yet placed. */
export interface TextLine {
  readonly runs: readonly Run[];
  /** In points. */
  readonly width: number;
  readonly style: TextStyle;
}

/** Half the height of Noto Sans' capitals, as a share of the size: so much below the middle of its line stands the baseline. */
const HALF_CAPITAL = 0.357;

const CONTROL = /(?!\n)\p{Cc}/gu;

/**
 * Text as we set it: composed, since a font has "é" rather than "e" and an accent; lines end with \n; broken halves of
 * characters and control characters are gone.
 */
function cleaned(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(CONTROL, '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Measures and sets text, in several fonts where one does not have it all. pdfkit's own wrapping knows one font at a time. */
export class Typesetter {
  readonly #doc: ArchivalDocument;

  constructor(doc: ArchivalDocument) {
    this.#doc = doc;
  }

  /** One line, however wide. */
  line(text: string, style: TextStyle): TextLine {
    const runs = fontRuns(cleaned(text).replace(/\n/g, ' '), style.weight);
    return { runs, width: runs.reduce((sum, run) => sum + this.#width(run, style.size), 0), style };
  }

  /** Lines of at most `width` points, broken where Unicode's rules (UAX 14) allow it, else within the word. */
  wrap(text: string, style: TextStyle, width: number): TextLine[] {
    return cleaned(text)
      .split('\n')
      .flatMap((paragraph) => this.#wrapParagraph(paragraph.trimEnd(), style, width));
  }

  /*
   * Adds up the widths of the pieces instead of measuring each line again with every piece: a description can be 2,000
   * characters long, and there can be a thousand of them. What is kerned across two pieces is too little to matter.
   */
  #wrapParagraph(paragraph: string, style: TextStyle, width: number): TextLine[] {
    const lines: TextLine[] = [];
    let current = '';
    let used = 0;
    const flush = () => {
      if (current.trimEnd()) lines.push(this.line(current.trimEnd(), style));
      current = '';
      used = 0;
    };
    /** @returns whether it found room, at the end of this line or on the next one */
    const add = (piece: string): boolean => {
      const visible = piece.trimEnd();
      const visibleWidth = this.#widthOf(visible, style);
      if (used + visibleWidth > width) flush();
      if (visibleWidth > width && visible.length > 1) return false;
      current += piece;
      used += piece === visible ? visibleWidth : this.#widthOf(piece, style);
      return true;
    };
    for (const piece of pieces(paragraph)) {
      if (!add(piece)) readersCharacters(piece).forEach(add);
    }
    flush();
    return lines.length > 0 ? lines : [this.line('', style)];
  }

  #widthOf(text: string, style: TextStyle): number {
    return fontRuns(text, style.weight).reduce((sum, run) => sum + this.#width(run, style.size), 0);
  }

  #width({ font, text }: Run, size: number): number {
    return this.#doc.setFont(font, size).widthOfString(text);
  }

  /** Places a line with its left end at `x` and the top of its leading at `top`. */
  draw({ runs, style }: TextLine, x: number, top: number): void {
    const baseline = top + style.leading / 2 + HALF_CAPITAL * style.size;
    let left = x;
    for (const run of runs) {
      const width = this.#width(run, style.size);
      this.#doc.fillColor(style.color).text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
      left += width;
    }
  }
}

/** The text between the places where a line may end. */
function* pieces(text: string): Generator<string> {
  const breaker = new LineBreaker(text);
  let start = 0;
  for (let at = breaker.nextBreak(); at; at = breaker.nextBreak()) {
    yield text.slice(start, at.position);
    start = at.position;
  }
}
