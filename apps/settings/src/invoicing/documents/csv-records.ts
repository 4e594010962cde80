/** The records of a CSV file with their ends of lines, while it arrives. An end of a line in quotes belongs to its record. */
export async function* csvRecords(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let open = '';
  for await (const chunk of chunks) {
    for (const line of chunk.split(/(?<=\n)/)) {
      open += line;
      const quotes = open.split('"').length - 1;
      if (open.endsWith('\n') && quotes % 2 === 0) {
        yield open;
        open = '';
      }
    }
  }
}
