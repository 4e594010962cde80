import { stringify } from 'csv-stringify/sync';

/** CSV with a header line. */
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/**
 * The header line of RFC 4180 for spreadsheets, which need a byte order mark to detect UTF-8.
 * @param columns the members of each row
 */
export function csvHeader(columns: readonly string[]): string {
  return stringify([], { header: true, columns: [...columns], bom: true, record_delimiter: 'windows' });
}

/** A negative amount begins like a formula, but is none. */
const NUMBER = /^-\d+(\.\d+)?$/;

/**
 * Lines for spreadsheets, which would run texts that begin like a formula: hence the apostrophe.
 * @param rows lists and objects in them are written as JSON
 */
export function csvLines<Row extends object>(columns: readonly (keyof Row & string)[], rows: readonly Row[]): string {
  return stringify([...rows], {
    columns: [...columns],
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { string: (value) => (NUMBER.test(value) ? { value, escape_formulas: false } : value) },
    // The library ends lines in quoted texts with CR LF, and some readers end a line at either character.
    quoted_match: /[\r\n]/,
  });
}

/** A whole file. @param batches its rows */
export async function* writeCsv<Row extends object>(
  columns: readonly (keyof Row & string)[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield csvHeader(columns);
  for await (const batch of batches) yield csvLines(columns, batch);
}
