import { visible, type Face } from './faces.js';
import { fontName, freshFont, type FontName, type Weight } from './typefaces.js';

/** A positioned glyph; measures are in thousandths of the size. */
export interface PlacedGlyph {
  readonly id: number;
  /** The glyph's width in the font. */
  readonly natural: number;
  readonly advance: number;
  readonly x: number;
  readonly y: number;
  readonly codePoints: readonly number[];
}

/** A piece of text in one font and one direction, as glyphs from left to right. */
export interface ShapedText {
  readonly font: FontName;
  readonly glyphs: readonly PlacedGlyph[];
  /** In thousandths of the size. */
  readonly width: number;
}

export interface Shaping {
  readonly face: Face;
  readonly weight: Weight;
  readonly rtl: boolean;
}

/** Shapes texts, each once: a repeated word costs nothing. Belongs to one document. */
export class Shaper {
  readonly #shaped = new Map<string, ShapedText>();
  readonly #fonts = new Map<FontName, ReturnType<typeof freshFont>>();

  shape(text: string, { face, weight, rtl }: Shaping): ShapedText {
    const key = `${face}${weight}${rtl ? '<' : '>'}${text}`;
    let shaped = this.#shaped.get(key);
    if (!shaped) this.#shaped.set(key, (shaped = this.#shape(text, { face, weight, rtl })));
    return shaped;
  }

  /** A font that was used for shaping. @throws Error for any other font */
  fontNamed(name: FontName): ReturnType<typeof freshFont> {
    const font = this.#fonts.get(name);
    if (!font) throw new Error(`no text was shaped in the font ${name}`);
    return font;
  }

  /** The font of this document, created on first use. */
  #font(face: Face, weight: Weight): ReturnType<typeof freshFont> {
    const name = fontName(face, weight);
    let font = this.#fonts.get(name);
    if (!font) this.#fonts.set(name, (font = freshFont(face, weight)));
    return font;
  }

  #shape(text: string, { face, weight, rtl }: Shaping): ShapedText {
    const font = this.#font(face, weight);
    const scale = 1000 / font.unitsPerEm;
    const run = font.layout(visible(text, face), undefined, undefined, undefined, rtl ? 'rtl' : 'ltr');
    const space = font.glyphForCodePoint(0x20).id;
    let width = 0;
    const glyphs: PlacedGlyph[] = [];
    for (const [at, glyph] of run.glyphs.entries()) {
      const position = run.positions[at];
      if (!position) continue;
      // fontkit leaves joiners and selectors as spaces without width.
      if (position.xAdvance === 0 && glyph.id === space) continue;
      glyphs.push({
        id: glyph.id,
        natural: glyph.advanceWidth * scale,
        advance: position.xAdvance * scale,
        x: position.xOffset * scale,
        y: position.yOffset * scale,
        codePoints: glyph.codePoints,
      });
      width += position.xAdvance * scale;
    }
    return { font: fontName(face, weight), glyphs, width };
  }
}
