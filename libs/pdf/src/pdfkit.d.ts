/** What pdfkit takes and its published types do not know. */
declare namespace PDFKit {
  interface PDFDocument {
    registerFont(name: string, font: Mixins.PDFFontSource | import('fontkit').Font | undefined): this;
  }
  namespace Mixins {
    interface StructureElementOptions {
      scope?: 'Column' | 'Row';
    }
  }
}
