import { visible, type Face } from './faces.js';
import { RecentTexts } from './recent-texts.js';
import { fontName, layOut, parsedFont, type FirstCharacters, type FontName, type Weight } from './typefaces.js';

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

type Font = ReturnType<typeof parsedFont>;

/** A text shaped by itself, with the glyphs that its layout created. */
interface KeptText {
  readonly shaped: ShapedText;
  readonly created: FirstCharacters;
}

/** Glyphs, of lines and of fonts, of the texts that this thread keeps between documents: about 6 MB. */
const kept = new RecentTexts<KeptText>(60_000);
const weightOf = ({ shaped, created }: KeptText): number => shaped.glyphs.length + created.size;

/** Shapes texts, each once: a repeated word costs nothing. Belongs to one document. */
export class Shaper {
  readonly #shaped = new Map<string, ShapedText>();
  readonly #fonts = new Map<FontName, { readonly font: Font; readonly created: FirstCharacters }>();

  shape(text: string, shaping: Shaping): ShapedText {
    const { face, weight, rtl } = shaping;
    const key = `${face}${weight}${rtl ? '<' : '>'}${text}`;
    let shaped = this.#shaped.get(key);
    if (!shaped) this.#shaped.set(key, (shaped = this.#shape(key, text, shaping)));
    return shaped;
  }

  /** A font that was used for shaping. @throws Error for any other font */
  fontNamed(name: FontName): Font {
    const font = this.#fonts.get(name)?.font;
    if (!font) throw new Error(`no text was shaped in the font ${name}`);
    return font;
  }

  #shape(key: string, text: string, shaping: Shaping): ShapedText {
    const name = fontName(shaping.face, shaping.weight);
    let used = this.#fonts.get(name);
    if (!used) this.#fonts.set(name, (used = { font: parsedFont(shaping.face, shaping.weight), created: new Map() }));
    const { font, created } = used;
    let alone = kept.get(key, weightOf);
    if (!alone) {
      const its: FirstCharacters = new Map();
      alone = { shaped: layOut(font, its, () => shapeWith(font, text, shaping)), created: its };
      kept.set(key, alone, weightOf(alone));
    }
    // Characters that share a glyph: the first ones of this document count, as if it were the only one.
    if (!agree(alone.created, created)) return layOut(font, created, () => shapeWith(font, text, shaping));
    for (const [id, characters] of alone.created) created.set(id, characters);
    return alone.shaped;
  }
}

/** Whether a layout would create the same glyphs after those that a document has. */
function agree(its: FirstCharacters, created: FirstCharacters): boolean {
  for (const [id, characters] of its) {
    const first = created.get(id);
    if (!first || first === characters) continue;
    if (first.length !== characters.length || first.some((each, n) => each !== characters[n])) return false;
  }
  return true;
}

function shapeWith(font: Font, text: string, { face, weight, rtl }: Shaping): ShapedText {
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
