import { expect, it } from '@jest/globals';
import { jsonLines, presentEach } from './json-lines.js';

it('writes a line for each value, and lets other work have its turn between long ones', async () => {
  const turns: number[] = [];
  let presented = 0;
  const rows = Array.from({ length: 8 }, (_, n) => ({ n, text: 'x'.repeat(60_000) }));
  let isOver = false;
  const look = (): void => {
    turns.push(presented);
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  const lines = await jsonLines(presentEach(rows, (row) => (presented++, row)));
  isOver = true;
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rows);
  expect(lines.every((line) => line.endsWith('\n'))).toBe(true);
  expect(new Set(turns)).toEqual(new Set([2, 4, 6, 8]));
});
