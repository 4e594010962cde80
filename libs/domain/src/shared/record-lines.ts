const [QUOTE, NEWLINE, RETURN] = [0x22, 0x0a, 0x0d];

/** Where a record with content is in a text, without its line break. */
export interface RecordRange {
  readonly begin: number;
  readonly end: number;
}

const SPACE = /\s/;
const isSpace = (code: number): boolean =>
  code < 0xa0 ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : SPACE.test(String.fromCharCode(code));

/** What of a cell was read: nothing, a part without quotes, or an opening quote without the closing one. */
type CellState = 'begin' | 'text' | 'quoted';

/**
 * The records of a text, without parsing them. A line without content is no record: it has white space, delimiters and empty quotes alone.
 * @param delimiter of CSV: a cell that begins with a quote may have line breaks, and another quote is text, as csv-parse reads it. Undefined for
 * lines
 */
export function* recordRanges(text: string, delimiter: string | undefined): Generator<RecordRange> {
  const separator = delimiter?.charCodeAt(0);
  const endsCell = (at: number): boolean => {
    const code = text.charCodeAt(at);
    if (code === RETURN) return text.charCodeAt(at + 1) === NEWLINE;
    return at === text.length || code === separator || code === NEWLINE;
  };
  let begin = 0;
  let isBlank = true;
  let cell: CellState = 'begin';
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    if (at === text.length || (code === NEWLINE && cell !== 'quoted')) {
      const end = at > begin && text.charCodeAt(at - 1) === RETURN ? at - 1 : at;
      if (!isBlank || cell === 'quoted') yield { begin, end };
      begin = at + 1;
      isBlank = true;
      cell = 'begin';
    } else if (cell === 'quoted' && code === QUOTE) {
      const isDoubled = text.charCodeAt(at + 1) === QUOTE;
      if (isDoubled) at++;
      else cell = 'text';
      if (isDoubled || !endsCell(at + 1)) isBlank = false;
    } else if (cell === 'quoted') isBlank &&= isSpace(code);
    else if (code === separator) cell = 'begin';
    else if (code === QUOTE && cell === 'begin' && separator !== undefined) cell = 'quoted';
    else {
      cell = 'text';
      isBlank &&= isSpace(code);
    }
  }
}
