import type { PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import { openDocument, type ArchivalDocument } from './archival-document.js';
import { COLOR, FOOT, LEFT, PAGE, RIGHT, STYLE, TOP, WIDTH, mm } from './page-style.js';
import { TEXTS, type Texts } from './texts.js';
import { Typesetter, type TextLine, type TextStyle } from './typesetter.js';

/** An element of the structure tree, which screen readers use. */
export type Element = ReturnType<ArchivalDocument['struct']>;
type Tag = 'H1' | 'H2' | 'P' | 'Sect' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure' | 'Link';
type TagOptions = Parameters<ArchivalDocument['struct']>[1];

export interface Frame {
  /** "Invoice INV-2026-00001": the title of the file, and the header of each later page. */
  readonly title: string;
  /** Printed in the footer of each page. */
  readonly legal: string;
  /** The bytes of the logo that the source names. */
  readonly logo?: Uint8Array | undefined;
}

const PAGE_NUMBER_WIDTH = mm(30);
const RUNNING_HEAD = mm(12);

/**
 * The pages of one document, filled from top to bottom; `y` is the current position. Everything except content (rules, headers,
 * footers, the watermark) is marked as an artifact, which screen readers skip.
 */
export class Sheet {
  readonly source: PrintedDocument;
  readonly texts: Texts;
  readonly type: Typesetter;
  readonly root: Element;
  y = TOP;
  readonly #doc: ArchivalDocument;
  readonly #frame: Frame;
  readonly #legal: readonly TextLine[];
  readonly #bottom: number;

  constructor(source: PrintedDocument, frame: Frame) {
    this.source = source;
    this.texts = TEXTS[source.locale];
    this.#frame = frame;
    this.#doc = openDocument(source, frame.title);
    this.type = new Typesetter(this.#doc);
    this.root = this.#doc.struct('Document');
    this.#doc.addStructure(this.root);
    this.#legal = this.type.wrap(frame.legal, STYLE.foot, WIDTH - PAGE_NUMBER_WIDTH);
    this.#bottom = FOOT - this.#legal.length * STYLE.foot.leading - mm(6);
    this.#addPage();
  }

  /** The height that is left on this page. */
  get room(): number {
    return this.#bottom - this.y;
  }

  /** The usable height of a page after the first. */
  get capacity(): number {
    return this.#bottom - TOP - RUNNING_HEAD;
  }

  newPage(): void {
    this.#addPage();
    this.artifact(() => {
      const { type } = this;
      type.draw(type.line(this.source.seller.name, STYLE.label), LEFT, TOP);
      const title = type.line(this.#frame.title, STYLE.label);
      type.draw(title, RIGHT - title.width, TOP);
    });
    this.y = TOP + RUNNING_HEAD;
  }

  /** Starts a new page if `height` fits there but not on this one. */
  ensure(height: number): void {
    if (height > this.room && height <= this.capacity) this.newPage();
  }

  /** Opens an element; call `close` after its content. */
  open(parent: Element, tag: Tag, options?: TagOptions): Element {
    const element = this.#doc.struct(tag, options);
    parent.add(element);
    return element;
  }

  /** An element whose content `draw` draws immediately and on one page. */
  tagged(parent: Element, tag: Tag, draw: () => void, options?: TagOptions): void {
    const element = this.open(parent, tag, options);
    element.add(draw);
    element.end();
  }

  artifact(draw: () => void): void {
    this.#doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.#doc.endMarkedContent();
  }

  /** Draws lines below each other, from `top`. @returns the y below them */
  lines(lines: readonly TextLine[], x: number, top: number, right?: number): number {
    let y = top;
    for (const line of lines) {
      this.type.draw(line, right === undefined ? x : right - line.width, y);
      y += line.style.leading;
    }
    return y;
  }

  rule(x: number, y: number, width: number, color: string = COLOR.line, weight = 0.5): void {
    this.artifact(() => this.#doc.rect(x, y - weight / 2, width, weight).fill(color));
  }

  panel(x: number, y: number, width: number, height: number): void {
    this.artifact(() => this.#doc.roundedRect(x, y, width, height, 3).fill(COLOR.panel));
  }

  /** Draws the logo within a box at the right margin, if the document has one. @returns the y below it */
  logo(top: number, most: { readonly width: number; readonly height: number }): number {
    const { logo: bytes } = this.#frame;
    const { logo, name } = this.source.seller;
    if (!logo || !bytes) return top;
    const scale = Math.min(most.width / logo.width, most.height / logo.height);
    const [width, height] = [logo.width * scale, logo.height * scale];
    const draw = () => void this.#doc.image(Buffer.from(bytes), RIGHT - width, top, { width, height });
    this.tagged(this.root, 'Figure', draw, { alt: name });
    return top + height;
  }

  /** Draws a line that opens an address when it is clicked. */
  link(line: TextLine, top: number, { url, name }: { readonly url: string; readonly name: string }): void {
    const paragraph = this.open(this.root, 'P');
    const element = this.open(paragraph, 'Link', { alt: name });
    element.add(() => this.lines([line], LEFT, top));
    // An object, because pdfkit writes a plain text as a name.
    const options = { structParent: element, Contents: Object(name) as string };
    this.#doc.link(LEFT, top, line.width, line.style.leading, url, options);
    element.end();
    paragraph.end();
    this.rule(LEFT, top + line.style.leading - 1.5, line.width, line.style.color);
  }

  /** Black squares of one size in one path: separate paths would show hairlines between them. */
  squares(squares: readonly (readonly [x: number, y: number, width: number])[], height: number): void {
    for (const [x, y, width] of squares) this.#doc.rect(x, y, width, height);
    this.#doc.fill('#000000');
  }

  /** Draws a paragraph over as many pages as it needs, without a single line of it at the bottom of a page. */
  paragraph(parent: Element, text: string, style: TextStyle): void {
    const lines = this.type.wrap(text, style, WIDTH);
    const element = this.open(parent, 'P');
    const { leading } = style;
    for (let start = 0; start < lines.length;) {
      const left = lines.length - start;
      this.ensure(Math.min(left, 2) * leading);
      const fit = Math.max(1, Math.floor(this.room / leading));
      const part = lines.slice(start, start + fit);
      element.add(() => this.#column(part, this.y));
      this.y += part.length * leading;
      start += part.length;
    }
    element.end();
  }

  /** Draws lines over the whole width, aligned by the direction of their paragraph. */
  #column(lines: readonly TextLine[], top: number): void {
    for (const [at, line] of lines.entries()) {
      this.lines([line], LEFT, top + at * line.style.leading, line.rtl ? RIGHT : undefined);
    }
  }

  /** Draws the footers of all pages and returns the file. */
  finish(): Promise<Buffer> {
    this.root.end();
    const { count } = this.#doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#doc.switchToPage(page);
      this.#drawFoot(this.texts.page(page + 1, count));
    }
    return this.#doc.bytes();
  }

  #addPage(): void {
    this.#doc.addPage();
    const { draft, sandbox } = this.source;
    if (sandbox) this.#drawWatermark(this.texts.sandbox);
    else if (draft) this.#drawWatermark(this.texts.watermark);
  }

  /** Opaque and below the content: the text stays readable. */
  #drawWatermark(text: string): void {
    const style: TextStyle = { size: 96, leading: 96, weight: 'bold', color: COLOR.watermark };
    const line = this.type.line(text, style);
    const origin: [number, number] = [PAGE.width / 2, PAGE.height / 2];
    this.artifact(() => {
      this.#doc.save().rotate(-52, { origin });
      this.type.draw(line, origin[0] - line.width / 2, origin[1] - style.leading / 2);
      this.#doc.restore();
    });
  }

  #drawFoot(number: string): void {
    const top = FOOT - this.#legal.length * STYLE.foot.leading;
    this.rule(LEFT, top - mm(2.5), WIDTH);
    this.artifact(() => {
      this.lines(this.#legal, LEFT, top);
      const line = this.type.line(number, STYLE.foot);
      this.type.draw(line, RIGHT - line.width, top);
    });
  }
}
