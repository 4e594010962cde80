import { stringify } from 'csv-stringify/sync';

/** The media type of a file with a line of headings. */
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/**
 * RFC 4180, for spreadsheets: those take a file without a byte order mark for one of another encoding, and run what begins like a formula
 * (a user agent may say anything), hence the apostrophe before it.
 * @param batches the rows, piece by piece; lists and objects in them are written as JSON
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
      // The library quotes what holds its own line ending, which is both of these; either alone ends a line for some readers.
      quoted_match: /[\r\n]/,
    });
  }
}
