/** What pdfkit takes and its published types do not know. */
declare namespace PDFKit {
  interface PDFDocument {
    registerFont(name: string, font: Mixins.PDFFontSource | import('fontkit').Font | undefined): this;
    /** The font that was set last. */
    readonly _font: EmbeddedFont;
    addContent(operators: string): this;
  }
  interface EmbeddedFont {
    readonly id: string;
    /** Has it written into the file. */
    ref(): unknown;
    readonly subset: { includeGlyph(id: number): number };
    /** By number in the file, in thousandths of the size. */
    readonly widths: number[];
    /** What each glyph is read as, by number in the file. */
    readonly unicode: (readonly number[])[];
  }
  namespace Mixins {
    interface StructureElementOptions {
      scope?: 'Column' | 'Row';
    }
  }
}
