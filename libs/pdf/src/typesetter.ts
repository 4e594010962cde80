import type { ArchivalDocument } from './archival-document.js';
import { characterEnds } from './faces.js';
import { cleaned, inVisualOrder, Paragraph } from './paragraph.js';
import type { ShapedText, Shaper } from './shaper.js';
import type { Weight } from './typefaces.js';

/** `size` and `leading`, the height of a line, are in points. */
export interface TextStyle {
  readonly size: number;
  readonly leading: number;
  readonly weight: Weight;
  readonly color: string;
}

/** A typeset line of text without a position. */
export interface TextLine {
  /** From left to right. */
  readonly parts: readonly ShapedText[];
  /** In points. */
  readonly width: number;
  readonly style: TextStyle;
  /** Whether its paragraph starts at the right. */
  readonly rtl: boolean;
  /** The text in reading order, if the glyphs are in another order. */
  readonly spoken: string | undefined;
}

/** In Noto Sans; never the font's .notdef glyph, which PDF/A forbids (ISO 19005-3, 6.2.11.8). */
const PLACEHOLDER = '\ufffd';

/** Half the height of Noto Sans' capitals, relative to the size: the distance from the middle of a line down to its baseline. */
const HALF_CAPITAL = 0.357;

const SILENT = /\p{Default_Ignorable_Code_Point}/gu;

/** Measures and sets text in several fonts and both directions. pdfkit's wrapping supports one font at a time. */
export class Typesetter {
  readonly #doc: ArchivalDocument;

  constructor(doc: ArchivalDocument) {
    this.#doc = doc;
  }

  /** One line of any width. */
  line(text: string, style: TextStyle): TextLine {
    const paragraph = new Paragraph(cleaned(text).replace(/\n/g, ' '));
    const setting = new ParagraphSetting(paragraph, style, this.#doc.shaper);
    setting.add(setting.piece(0, paragraph.text.length));
    return setting.ended()[0] ?? emptyLine(paragraph, style);
  }

  /** Lines of at most `width` points, broken where Unicode's rules (UAX 14) allow it, or else within a word. */
  wrap(text: string, style: TextStyle, width: number): TextLine[] {
    return cleaned(text)
      .split('\n')
      .flatMap((each) => {
        const paragraph = new Paragraph(each.trimEnd());
        const setting = new ParagraphSetting(paragraph, style, this.#doc.shaper, width);
        let start = 0;
        for (const end of paragraph.breaks()) {
          setting.place(start, end);
          start = end;
        }
        const lines = setting.ended();
        return lines.length > 0 ? lines : [emptyLine(paragraph, style)];
      });
  }

  /** Places a line with its left end at `x` and the top of its leading at `top`. */
  draw(line: TextLine, x: number, top: number): void {
    const { size, leading, color } = line.style;
    this.#doc.fillColor(color).showText(line, size, x, top + leading / 2 + HALF_CAPITAL * size);
  }
}

const emptyLine = ({ rtl }: Paragraph, style: TextStyle): TextLine => ({
  ...{ parts: [], width: 0, style, rtl },
  spoken: undefined,
});

interface Part {
  readonly shaped: ShapedText;
  readonly level: number;
  readonly blank: boolean;
}

/** A piece between two possible line breaks. Widths are in points. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly parts: readonly Part[];
  readonly width: number;
  /** Without the spaces at its end. */
  readonly visibleWidth: number;
}

/**
 * The lines of one paragraph. Adds up the widths of pieces that are shaped once, instead of measuring each line again with
 * every piece: kerning between two pieces is negligible.
 */
class ParagraphSetting {
  readonly #paragraph: Paragraph;
  readonly #style: TextStyle;
  readonly #shaper: Shaper;
  readonly #width: number;
  readonly #lines: TextLine[] = [];
  #pieces: Piece[] = [];
  #used = 0;

  constructor(paragraph: Paragraph, style: TextStyle, shaper: Shaper, width = Infinity) {
    this.#paragraph = paragraph;
    this.#style = style;
    this.#shaper = shaper;
    this.#width = width;
  }

  /** Adds a piece to this line or the next one, split if it is wider than a whole line. */
  place(start: number, end: number): void {
    const piece = this.piece(start, end);
    if (piece.visibleWidth <= this.#width) return this.add(piece);
    let from = start;
    let used = 0;
    let before = start;
    for (const offset of characterEnds(this.#paragraph.text.slice(start, end))) {
      const at = start + offset;
      const { visibleWidth, width } = this.piece(before, at);
      if (used > 0 && used + visibleWidth > this.#width) {
        this.add(this.piece(from, before));
        from = before;
        used = 0;
      }
      used += width;
      before = at;
    }
    this.add(this.piece(from, end));
  }

  add(piece: Piece): void {
    if (this.#used + piece.visibleWidth > this.#width) this.#flush();
    this.#pieces.push(piece);
    this.#used += piece.width;
  }

  piece(start: number, end: number): Piece {
    const parts = this.#paragraph.stretches(start, end).map(({ text, face, level, blank }): Part => {
      const known = face ? text : PLACEHOLDER.repeat(characterEnds(text).length);
      const { weight } = this.#style;
      const shaped = this.#shaper.shape(known, { face: face ?? 'Sans', weight, rtl: level % 2 === 1 });
      return { shaped, level, blank };
    });
    return { start, end, parts, width: this.#widthOf(parts), visibleWidth: this.#widthOf(withoutTail(parts)) };
  }

  /** All lines, including the current one. */
  ended(): TextLine[] {
    this.#flush();
    return this.#lines;
  }

  #flush(): void {
    const { mixed, reordered, rtl, text } = this.#paragraph;
    const parts = withoutTail(this.#pieces.flatMap((piece) => piece.parts));
    if (parts.length > 0) {
      const [first, last] = [this.#pieces[0], this.#pieces.at(-1)];
      this.#lines.push({
        parts: (mixed ? inVisualOrder(parts) : parts).map(({ shaped }) => shaped),
        width: this.#widthOf(parts),
        style: this.#style,
        rtl,
        spoken: reordered ? text.slice(first?.start, last?.end).trimEnd().replace(SILENT, '') : undefined,
      });
    }
    this.#pieces = [];
    this.#used = 0;
  }

  #widthOf(parts: readonly Part[]): number {
    return (parts.reduce((sum, { shaped }) => sum + shaped.width, 0) * this.#style.size) / 1000;
  }
}

function withoutTail(parts: readonly Part[]): readonly Part[] {
  const last = parts.findLastIndex(({ blank, shaped }) => !blank && shaped.glyphs.length > 0);
  return last === parts.length - 1 ? parts : parts.slice(0, last + 1);
}
