import { stringify } from 'csv-stringify/sync';

/** CSV with a header line. */
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/**
 * RFC 4180 for spreadsheets, which need a byte order mark to detect UTF-8 and would run texts that begin like a formula: hence the
 * apostrophe.
 * @param batches the rows; lists and objects in them are written as JSON
 */
export async function* writeCsv<Row extends object>(
  columns: readonly (keyof Row & string)[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield stringify([], { header: true, columns: [...columns], bom: true, record_delimiter: 'windows' });
  for await (const batch of batches) {
    yield stringify([...batch], {
      columns: [...columns],
      record_delimiter: 'windows',
      escape_formulas: true,
      // The library ends lines in quoted texts with CR LF, and some readers end a line at either character.
      quoted_match: /[\r\n]/,
    });
  }
}
