import { COLOR, LEFT, STYLE } from './page-style.js';
import type { Element, Sheet } from './sheet.js';
import type { TextLine, TextStyle } from './typesetter.js';

/** A positioned column; numbers are aligned to the right. */
export interface PdfColumn {
  readonly heading: readonly TextLine[];
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** A column before it is positioned. */
export interface ColumnSpec {
  readonly heading: string;
  readonly width: number;
}

/** Positions columns from the left, `gap` points apart: the first contains text, the others numbers. */
export function placeColumns(sheet: Sheet, specs: readonly ColumnSpec[], gap: number): PdfColumn[] {
  let x = LEFT;
  return specs.map(({ heading, width }, at) => {
    const column: PdfColumn = {
      x,
      width,
      align: at === 0 ? 'left' : 'right',
      heading: sheet.type.wrap(heading, STYLE.label, width),
    };
    x += width + gap;
    return column;
  });
}

/** The width of the widest text, plus a margin: rounding must not break a number. */
export function widest(sheet: Sheet, texts: readonly string[], style: TextStyle): number {
  return texts.reduce((most, text) => Math.max(most, sheet.type.line(text, style).width + 0.5), 0);
}

export type TableCell = readonly TextLine[];
/** A cell for each column. */
export type Row = readonly TableCell[];

const PADDING = 4.5;
const HEAD_PADDING = 4;
/** The minimum height of the first part of a row that is higher than a page. */
const LEAST_PART = 60;

export const cellHeight = (cell: TableCell): number => cell.reduce((sum, line) => sum + line.style.leading, 0);
export const rowHeight = (row: Row): number => Math.max(0, ...row.map(cellHeight)) + 2 * PADDING;
const headHeight = (columns: readonly PdfColumn[]): number =>
  Math.max(...columns.map(({ heading }) => cellHeight(heading))) + HEAD_PADDING * 2;

/** The height of the whole table without page breaks. */
export const tableHeight = (columns: readonly PdfColumn[], rows: readonly Row[]): number =>
  headHeight(columns) + rows.reduce((sum, row) => sum + rowHeight(row), 0);

/**
 * Draws a table from `sheet.y`, over as many pages as it needs, with headings on each. A row moves to the next page as a
 * whole; only a row that is higher than a page is split, between two lines.
 * @param tail the height that must fit below the last row, on the same page
 */
export function drawTable(sheet: Sheet, columns: readonly PdfColumn[], rows: readonly Row[], tail = 0): void {
  new TableDrawing(sheet, columns).draw(rows, tail);
}

class TableDrawing {
  readonly #sheet: Sheet;
  readonly #columns: readonly PdfColumn[];
  readonly #headHeight: number;
  readonly #table: Element;
  readonly #left: number;
  readonly #width: number;

  constructor(sheet: Sheet, columns: readonly PdfColumn[]) {
    this.#sheet = sheet;
    this.#columns = columns;
    this.#headHeight = headHeight(columns);
    this.#table = sheet.open(sheet.root, 'Table');
    this.#left = Math.min(...columns.map(({ x }) => x));
    this.#width = Math.max(...columns.map(({ x, width }) => x + width)) - this.#left;
  }

  draw(rows: readonly Row[], tail: number): void {
    const [first] = rows;
    const firstHeight = first ? Math.min(rowHeight(first), LEAST_PART) : 0;
    this.#sheet.ensure(this.#headHeight + firstHeight + (rows.length === 1 ? tail : 0));
    this.#drawHead();
    for (const [at, row] of rows.entries()) this.#drawRow(row, at === rows.length - 1 ? tail : 0);
    this.#table.end();
  }

  #drawRow(row: Row, tail: number): void {
    const capacity = this.#sheet.capacity - this.#headHeight;
    const height = rowHeight(row);
    // A row that does not fit on an empty page is split below.
    const needed = height + tail <= capacity ? height + tail : height;
    if (needed > this.#sheet.room && height <= capacity) this.#nextPage();
    if (height <= capacity) {
      this.#drawParts([row]);
      return;
    }
    if (this.#sheet.room < LEAST_PART) this.#nextPage();
    this.#drawParts(this.#cut(row, this.#sheet.room, capacity));
  }

  #cut(row: Row, room: number, capacity: number): Row[] {
    const parts: Row[] = [];
    let rest = row;
    for (let limit = room; rest.some((cell) => cell.length > 0); limit = capacity) {
      const counts = rest.map((cell) => linesWithin(cell, limit - 2 * PADDING));
      const part = rest.map((cell, at) => cell.slice(0, counts[at]));
      rest = rest.map((cell, at) => cell.slice(counts[at]));
      parts.push(part);
    }
    return parts;
  }

  /** Draws the parts of one row, each on a separate page. */
  #drawParts(parts: readonly Row[]): void {
    const sheet = this.#sheet;
    const element = sheet.open(this.#table, 'TR');
    const cells = this.#columns.map(() => sheet.open(element, 'TD'));
    for (const [at, part] of parts.entries()) {
      if (at > 0) this.#nextPage();
      for (const [index, column] of this.#columns.entries()) {
        const cell = part[index] ?? [];
        if (cell.length > 0) cells[index]?.add(() => drawCell(sheet, column, cell, sheet.y + PADDING));
      }
      sheet.y += rowHeight(part);
      sheet.rule(this.#left, sheet.y, this.#width);
    }
    element.end();
  }

  #nextPage(): void {
    this.#sheet.newPage();
    this.#drawRepeatedHead();
  }

  #drawHead(): void {
    const sheet = this.#sheet;
    const element = sheet.open(this.#table, 'TR');
    for (const column of this.#columns) {
      sheet.tagged(element, 'TH', () => drawHeading(sheet, column, this.#headHeight), { scope: 'Column' });
    }
    element.end();
    this.#ruleUnderHead();
  }

  #drawRepeatedHead(): void {
    const sheet = this.#sheet;
    sheet.artifact(() => {
      for (const column of this.#columns) drawHeading(sheet, column, this.#headHeight);
    });
    this.#ruleUnderHead();
  }

  #ruleUnderHead(): void {
    this.#sheet.y += this.#headHeight;
    this.#sheet.rule(this.#left, this.#sheet.y, this.#width, COLOR.strong, 0.8);
  }
}

/** The lines of a cell that fit in `height`, at least one: the rest must shrink with each page. */
function linesWithin(cell: TableCell, height: number): number {
  let used = 0;
  const count = cell.findIndex((line) => (used += line.style.leading) > height);
  return count === -1 ? cell.length : Math.max(count, 1);
}

/** Headings are aligned to the rule below them, even if a neighbour takes two lines. */
function drawHeading(sheet: Sheet, column: PdfColumn, height: number): void {
  drawCell(sheet, column, column.heading, sheet.y + height - HEAD_PADDING - cellHeight(column.heading));
}

function drawCell(sheet: Sheet, { x, width, align }: PdfColumn, cell: TableCell, top: number): void {
  sheet.lines(cell, x, top, align === 'right' ? x + width : undefined);
}
