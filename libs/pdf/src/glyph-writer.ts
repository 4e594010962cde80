import type { ShapedText } from './shaper.js';

/** A segment of a line in the file: glyphs of one font at one height above the baseline, as operands of TJ. */
interface GlyphSegment {
  readonly rise: number;
  readonly operands: string;
}

/** The numbers of glyphs in the fonts of a document. */
export interface GlyphNumbers {
  /** The number of a glyph in the file, as four hexadecimal digits. */
  readonly number: (font: ShapedText['font'], glyph: ShapedText['glyphs'][number]) => string;
  /** The name of the font on this page. */
  readonly resource: (font: ShapedText['font']) => string;
}

const decimal = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Writes shaped text as PDF operators (ISO 32000-1, 9.4), and caches each piece of text for the document. */
export class GlyphWriter {
  readonly #numbers: GlyphNumbers;
  readonly #segments = new Map<ShapedText, readonly GlyphSegment[]>();

  constructor(numbers: GlyphNumbers) {
    this.#numbers = numbers;
  }

  /** Operators that show the parts in a row, starting at `x` with the baseline at `y`, on a page whose y grows downwards. */
  write(parts: readonly ShapedText[], size: number, x: number, y: number): string {
    const operators = ['BT', `1 0 0 -1 ${decimal(x)} ${decimal(y)} Tm`];
    let operands: string[] = [];
    const show = () => {
      if (operands.length > 0) operators.push(`[${operands.join(' ')}] TJ`);
      operands = [];
    };
    let font: ShapedText['font'] | undefined;
    let rise = 0;
    for (const part of parts) {
      if (part.font !== font) {
        show();
        font = part.font;
        operators.push(`/${this.#numbers.resource(font)} ${decimal(size)} Tf`);
      }
      for (const segment of this.#segmentsOf(part)) {
        if (segment.rise !== rise) {
          show();
          rise = segment.rise;
          operators.push(`${decimal((rise * size) / 1000)} Ts`);
        }
        operands.push(segment.operands);
      }
    }
    show();
    // The rise outlives a text object.
    if (rise !== 0) operators.push('0 Ts');
    return [...operators, 'ET'].join('\n');
  }

  #segmentsOf(text: ShapedText): readonly GlyphSegment[] {
    let segments = this.#segments.get(text);
    if (!segments) this.#segments.set(text, (segments = this.#made(text)));
    return segments;
  }

  #made({ font, glyphs }: ShapedText): GlyphSegment[] {
    const segments: GlyphSegment[] = [];
    let rise = 0;
    let hex = '';
    let operands: string[] = [];
    /** The distance from the end of this glyph to the start of the next one. */
    let shift = 0;
    const closeHex = () => {
      if (hex) operands.push(`<${hex}>`);
      hex = '';
    };
    const close = () => {
      closeHex();
      if (operands.length > 0) segments.push({ rise, operands: operands.join(' ') });
      operands = [];
    };
    for (const glyph of glyphs) {
      if (glyph.y !== rise) {
        close();
        rise = glyph.y;
      }
      const offset = shift + glyph.x;
      if (Math.abs(offset) > 0.0005) {
        closeHex();
        operands.push(decimal(-offset));
      }
      hex += this.#numbers.number(font, glyph);
      shift = glyph.advance - glyph.natural - glyph.x;
    }
    if (Math.abs(shift) > 0.0005) {
      closeHex();
      operands.push(decimal(-shift));
    }
    close();
    return segments;
  }
}
