import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import PDFDocument from 'pdfkit';
import { GlyphWriter } from './glyph-writer.js';
import { Shaper, type ShapedText } from './shaper.js';
import type { FontName } from './typefaces.js';

const PRODUCER = 'Billhook';

/** The identifier of PDF/UA-1 (ISO 14289-1, 5), and its description, which PDF/A-3 requires of a schema that it does not define (6.6.2.3). */
const ACCESSIBILITY = `
        <rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
            <pdfuaid:part>1</pdfuaid:part>
        </rdf:Description>
        <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
            xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
            <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
                <pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
                <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
                <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
                <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
                    <pdfaProperty:name>part</pdfaProperty:name>
                    <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
                    <pdfaProperty:category>internal</pdfaProperty:category>
                    <pdfaProperty:description>The part of ISO 14289 to which the document conforms</pdfaProperty:description>
                </rdf:li></rdf:Seq></pdfaSchema:property>
            </rdf:li></rdf:Bag></pdfaExtension:schemas>
        </rdf:Description>`;

interface Identity {
  readonly title: string;
  readonly author: string;
  readonly lang: string;
  readonly at: Date;
  /** 16 bytes. */
  readonly id: Buffer;
}

/**
 * Opens an empty PDF/A-3b whose bytes depend only on its source.
 * @throws RangeError when `source.at` is not a date
 */
export function openDocument(source: PrintedDocument, title: string): ArchivalDocument {
  if (Number.isNaN(source.at.getTime())) throw new RangeError('source.at is not a date');
  const id = createHash('sha256').update(JSON.stringify(source, sortedKeys)).digest().subarray(0, 16);
  return new ArchivalDocument({ title, author: source.seller.name, lang: source.locale, at: source.at, id });
}

/** Makes the order of the source's members irrelevant. */
function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** pdfkit's document with what PDF/A requires and pdfkit lacks. */
export class ArchivalDocument extends PDFDocument {
  readonly #identity: Identity;
  readonly #fonts = new Map<FontName, PDFKit.EmbeddedFont>();
  readonly #glyphs = new GlyphWriter({
    number: (font, glyph) => this.#numberOf(font, glyph),
    resource: (font) => this.#resourceOf(font),
  });
  readonly shaper = new Shaper();

  constructor(identity: Identity) {
    const { title, author, lang, at, id } = identity;
    super({
      subset: 'PDF/A-3b',
      pdfVersion: '1.7',
      tagged: true,
      displayTitle: true,
      lang,
      size: 'A4',
      margin: 0,
      // Disables the default, Helvetica, which pdfkit cannot embed.
      font: '',
      autoFirstPage: false,
      // The footer shows the number of pages.
      bufferPages: true,
      info: { Title: title, Author: author, Creator: PRODUCER, Producer: PRODUCER, CreationDate: at },
    });
    this.#identity = identity;
    // pdfkit's id is a digest of the info above: two documents with the same title and time would be the same file.
    Object.assign(this, { _id: id });
  }

  /** Shows a typeset line with its left end at `x` and its baseline at `y`. */
  showText(
    { parts, spoken }: { parts: readonly ShapedText[]; spoken: string | undefined },
    size: number,
    x: number,
    y: number,
  ): void {
    if (parts.length === 0) return;
    const text = this.#glyphs.write(parts, size, x, y);
    // Glyphs are in visual order; copying, searching and reading aloud need the reading order.
    this.addContent(spoken === undefined ? text : `/Span <</ActualText <${utf16(spoken)}>>> BDC\n${text}\nEMC`);
  }

  #numberOf(name: FontName, { id, natural, codePoints }: ShapedText['glyphs'][number]): string {
    const { subset, widths, unicode } = this.#embedded(name);
    const number = subset.includeGlyph(id);
    widths[number] ??= natural;
    unicode[number] ??= codePoints;
    return number.toString(16).padStart(4, '0');
  }

  #resourceOf(name: FontName): string {
    const font = this.#embedded(name);
    const page: unknown = this.page;
    if (!hasFonts(page)) throw new Error('the document has no open page');
    page.fonts[font.id] ??= font.ref();
    return font.id;
  }

  #embedded(name: FontName): PDFKit.EmbeddedFont {
    let font = this.#fonts.get(name);
    if (!font) {
      this.registerFont(name, this.shaper.fontNamed(name));
      font = this.font(name)._font;
      this.#fonts.set(name, font);
    }
    return font;
  }

  /** Replaces pdfkit's method, which does not escape names for XML: an `&` would break the file. */
  _addInfo(): void {
    const { title, author, at, lang } = this.#identity;
    const date = at.toISOString().replace(/\.\d+/, '');
    this.appendXML(`
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
            <xmp:CreateDate>${date}</xmp:CreateDate>
            <xmp:CreatorTool>${PRODUCER}</xmp:CreatorTool>
        </rdf:Description>
        <rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
            <pdf:Producer>${PRODUCER}</pdf:Producer>
        </rdf:Description>
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>
            <dc:creator><rdf:Seq><rdf:li>${xml(author)}</rdf:li></rdf:Seq></dc:creator>
            <dc:language><rdf:Bag><rdf:li>${lang}</rdf:li></rdf:Bag></dc:language>
        </rdf:Description>${ACCESSIBILITY}`);
  }

  /** Ends the document and returns its bytes. */
  bytes(): Promise<Buffer> {
    this.end();
    return buffer(this);
  }
}

/** The fonts of a page, by their names in the file. */
function hasFonts(page: unknown): page is { readonly fonts: Record<string, unknown> } {
  return typeof page === 'object' && page !== null && 'fonts' in page;
}

/** Big-endian with a byte order mark, in hexadecimal. */
function utf16(text: string): string {
  return Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex');
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes for XML, and removes the characters that XML 1.0 cannot express. */
function xml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replace(/[&<>]/g, (character) => ESCAPES[character] ?? '');
}
