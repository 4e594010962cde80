const [QUOTE, NEWLINE] = [0x22, 0x0a];

/** A part of a text with whole records, and how many. */
export interface RecordLines {
  readonly text: string;
  readonly records: number;
}

/**
 * Splits a text into parts of at most `size` records without parsing them. Lines without content are not records.
 * @param quoted whether a line break inside double quotes belongs to the record (RFC 4180)
 * @param delimiter a line of delimiters has no content: spreadsheets write such lines
 */
export function* splitRecords(text: string, size: number, quoted: boolean, delimiter = '\t'): Generator<RecordLines> {
  const separator = delimiter.charCodeAt(0);
  let begin = 0;
  let records = 0;
  let isOpen = false;
  let isBlank = true;
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? NEWLINE : text.charCodeAt(at);
    const isEnd = code === NEWLINE && (!isOpen || at === text.length);
    if (!isEnd) {
      if (quoted && code === QUOTE) isOpen = !isOpen;
      else if (code > 0x20 && code !== separator) isBlank = false;
      continue;
    }
    if (!isBlank) records++;
    isBlank = true;
    if (records < size && at < text.length) continue;
    if (records > 0) yield { text: text.slice(begin, at).replace(/\n$/, ''), records };
    begin = at + 1;
    records = 0;
  }
}
