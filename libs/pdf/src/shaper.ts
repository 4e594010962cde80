import { visible, type Face } from './faces.js';
import { fontName, freshFont, type FontName, type Weight } from './typefaces.js';

/** A glyph at its place; measures are in thousandths of the size. */
export interface PlacedGlyph {
  readonly id: number;
  /** What the font itself says it is wide. */
  readonly natural: number;
  readonly advance: number;
  readonly x: number;
  readonly y: number;
  readonly codePoints: readonly number[];
}

/** A piece of text in one font and one direction, as glyphs from the left to the right. */
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

/** Chooses the glyphs of texts, each once: a word that comes back costs nothing. Belongs to one document. */
export class Shaper {
  readonly #shaped = new Map<string, ShapedText>();
  readonly #fonts = new Map<FontName, ReturnType<typeof freshFont>>();

  shape(text: string, { face, weight, rtl }: Shaping): ShapedText {
    const key = `${face}${weight}${rtl ? '<' : '>'}${text}`;
    let shaped = this.#shaped.get(key);
    if (!shaped) this.#shaped.set(key, (shaped = this.#shape(text, { face, weight, rtl })));
    return shaped;
  }

  /** A font that something was shaped in. @throws Error for another one */
  fontNamed(name: FontName): ReturnType<typeof freshFont> {
    const font = this.#fonts.get(name);
    if (!font) throw new Error(`nothing is shaped in ${name}`);
    return font;
  }

  /** The font of this document, fresh when it is first asked for. */
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
      // What fontkit leaves of joiners and selectors once they have done their work.
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
