import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters to present and serialize before other work has its turn: some milliseconds. */
const CHARACTERS_AT_ONCE = 100_000;

/** The values of rows, one at a time. */
export function* presentEach<Row>(rows: Iterable<Row>, present: (row: Row) => object): Generator<object> {
  for (const row of rows) yield present(row);
}

/** A JSON text per line. Other work has its turn in between. */
export async function jsonLines(values: Iterable<object>): Promise<string[]> {
  const lines: string[] = [];
  let since = 0;
  for (const value of values) {
    const line = `${JSON.stringify(value)}\n`;
    lines.push(line);
    since += line.length;
    if (since > CHARACTERS_AT_ONCE) {
      since = 0;
      await nextTurn();
    }
  }
  return lines;
}
