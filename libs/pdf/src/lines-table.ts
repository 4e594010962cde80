import { lineRows, type PdfLineRow } from './line-rows.js';
import { STYLE, WIDTH, scaled } from './page-style.js';
import type { Sheet } from './sheet.js';
import { drawTable, placeColumns, widest, type TableCell, type Row } from './table.js';
import type { TextStyle } from './typesetter.js';

const GAP = 10;
/** A narrower description is unreadable; the type is reduced instead. */
const LEAST_DESCRIPTION = 150;
/** A wider unit or base quantity goes on a separate line. */
const WIDEST_INLINE = 84;
/** Minimum widths at which the headings look like headings. */
const LEAST = { quantity: 48, unitPrice: 58, rate: 34, amount: 72 } as const;
/** Down to 6 points, at which all columns fit with amounts of 15 digits. */
const SCALES = [1, 0.94, 0.88, 0.82, 0.76, 0.7, 0.66];

const NUMBERS = ['quantity', 'unitPrice', 'rate', 'amount'] as const;
type NumberColumn = (typeof NUMBERS)[number];

interface Widths {
  readonly scale: number;
  readonly description: number;
  readonly numbers: Record<NumberColumn, number>;
}

/**
 * Draws the table of line items.
 * @param tail the height of the totals, which go on one page with the last line item
 */
export function drawLines(sheet: Sheet, tail: number): void {
  const rows = lineRows(sheet.source);
  const widths = fit(sheet, rows);
  const words = headings(sheet);
  const columns = placeColumns(
    sheet,
    [
      { heading: sheet.texts.columns.description, width: widths.description },
      ...NUMBERS.map((column) => ({ heading: words[column], width: widths.numbers[column] })),
    ],
    GAP,
  );
  drawTable(sheet, columns, rows.length > 0 ? rows.map((row) => setRow(sheet, row, widths)) : [emptyRow(sheet)], tail);
}

function headings({ source, texts }: Sheet): Record<NumberColumn, string> {
  const { pricesIncludeTax, currency } = source;
  const { columns } = texts;
  return {
    quantity: columns.quantity,
    unitPrice: pricesIncludeTax ? columns.unitPriceWithTax : columns.unitPrice,
    rate: columns.rate,
    amount: `${pricesIncludeTax ? columns.gross : columns.net} (${currency})`,
  };
}

/** The largest type size at which the numbers leave room for a description. */
function fit(sheet: Sheet, rows: readonly PdfLineRow[]): Widths {
  const natural = naturalWidths(sheet, rows);
  const widthsAt = (scale: number): Widths => {
    const of = (column: NumberColumn) => Math.max(LEAST[column], natural[column]) * scale;
    const numbers = { quantity: of('quantity'), unitPrice: of('unitPrice'), rate: of('rate'), amount: of('amount') };
    const used = NUMBERS.reduce((sum, column) => sum + numbers[column] + GAP, 0);
    return { scale, numbers, description: WIDTH - used };
  };
  const scale = SCALES.find((candidate) => widthsAt(candidate).description >= LEAST_DESCRIPTION);
  return widthsAt(scale ?? SCALES.at(-1) ?? 1);
}

function naturalWidths(sheet: Sheet, rows: readonly PdfLineRow[]): Record<NumberColumn, number> {
  const words = headings(sheet);
  const width = (texts: readonly string[], style: TextStyle = STYLE.body) => widest(sheet, texts, style);
  // Headings may wrap to two lines, but not within a word.
  const least = (column: NumberColumn) => width(words[column].split(' '), STYLE.label);
  const column = (name: 'unitPrice' | 'rate' | 'amount') => width(rows.map((row) => row[name]));
  const quantities = rows.map((row) => {
    const inline = width([`${row.quantity} ${row.unit}`]);
    return inline <= WIDEST_INLINE
      ? inline
      : Math.max(width([row.quantity]), Math.min(width([row.unit]), WIDEST_INLINE));
  });
  const pers = Math.min(
    WIDEST_INLINE,
    width(
      rows.map((row) => row.per),
      STYLE.label,
    ),
  );
  return {
    quantity: Math.max(least('quantity'), ...quantities),
    unitPrice: Math.max(least('unitPrice'), column('unitPrice'), pers),
    rate: Math.max(least('rate'), column('rate')),
    amount: Math.max(least('amount'), column('amount')),
  };
}

function setRow({ type }: Sheet, row: PdfLineRow, { scale, description, numbers }: Widths): Row {
  const body = scaled(STYLE.body, scale);
  const label = scaled(STYLE.label, scale);
  const details = scaled({ ...STYLE.muted, size: 8, leading: 11.5 }, scale);
  const number = (text: string, width: number): TableCell => (text ? type.wrap(text, body, width) : []);
  return [
    [
      ...type.wrap(row.name, scaled(STYLE.strong, scale), description),
      ...row.details.flatMap((detail) => type.wrap(detail, details, description)),
    ],
    number([row.quantity, row.unit].filter(Boolean).join(' '), numbers.quantity),
    [...number(row.unitPrice, numbers.unitPrice), ...(row.per ? type.wrap(row.per, label, numbers.unitPrice) : [])],
    number(row.rate, numbers.rate),
    number(row.amount, numbers.amount),
  ];
}

function emptyRow({ type, texts }: Sheet): Row {
  return [[type.line(texts.noLines, STYLE.muted)], [], [], [], []];
}
