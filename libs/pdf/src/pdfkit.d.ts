/** Members of pdfkit that its published types lack. */
declare namespace PDFKit {
  interface PDFDocument {
    registerFont(name: string, font: Mixins.PDFFontSource | import('fontkit').Font | undefined): this;
    /** The current font. */
    readonly _font: EmbeddedFont;
    addContent(operators: string): this;
  }
  interface EmbeddedFont {
    readonly id: string;
    /** Writes the font into the file. */
    ref(): unknown;
    readonly subset: { includeGlyph(id: number): number };
    /** By glyph number in the file, in thousandths of the size. */
    readonly widths: number[];
    /** The text of each glyph, by its number in the file. */
    readonly unicode: (readonly number[])[];
  }
  namespace Mixins {
    interface StructureElementOptions {
      scope?: 'Column' | 'Row';
    }
  }
}
