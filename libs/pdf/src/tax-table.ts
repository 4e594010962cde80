import type { TaxBreakdownRow } from '@billhook/domain/invoicing/totals/totals';
import { formatNumber } from '@billhook/domain/shared/format-amount';
import { rateText } from './line-rows.js';
import { STYLE } from './page-style.js';
import type { Sheet } from './sheet.js';
import { drawTable, placeColumns, tableHeight, widest, type Row } from './table.js';

const GAP = 12;

export interface TaxTable {
  /** The height of the whole table without page breaks. */
  readonly height: number;
  /** The width that the numbers leave for the names of the categories. */
  readonly namesWidth: number;
  /** Draws the table from `sheet.y`, at the left. */
  readonly draw: () => void;
}

/** The VAT table that the law requires, `width` points wide: taxable amount and tax by category and rate, and exemption reasons. */
export function taxTable(sheet: Sheet, width: number): TaxTable {
  const { source, texts } = sheet;
  const { taxBreakdown, locale } = source;
  const words = texts.taxTable;
  const number = (heading: string, of: (row: TaxBreakdownRow) => string) => ({
    heading,
    width: Math.max(widest(sheet, [heading], STYLE.label), widest(sheet, taxBreakdown.map(of), STYLE.body)),
  });
  const numbers = [
    number(words.rate, (row) => rateText(row.rate, locale)),
    number(words.taxable, (row) => formatNumber(row.taxable, locale)),
    number(words.tax, (row) => formatNumber(row.tax, locale)),
  ];
  const namesWidth = numbers.reduce((left, column) => left - column.width - GAP, width);
  const columns = placeColumns(sheet, [{ heading: words.heading, width: namesWidth }, ...numbers], GAP);
  const rows = taxBreakdown.map((row) => setRow(sheet, row, namesWidth));
  return { height: tableHeight(columns, rows), namesWidth, draw: () => drawTable(sheet, columns, rows) };
}

function setRow({ type, source, texts }: Sheet, row: TaxBreakdownRow, namesWidth: number): Row {
  const number = (text: string) => [type.line(text, STYLE.body)];
  return [
    [
      ...type.wrap(texts.categories[row.category], STYLE.body, namesWidth),
      ...(row.exemptionReason ? type.wrap(row.exemptionReason, STYLE.label, namesWidth) : []),
    ],
    number(rateText(row.rate, source.locale)),
    number(formatNumber(row.taxable, source.locale)),
    number(formatNumber(row.tax, source.locale)),
  ];
}
